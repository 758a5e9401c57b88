import type { Disposable } from 'vscode';
import type { Clock } from './clock.ts';
import type { LeaseList } from './view/leaseList.ts';

const pause = 5_000;

/** Stops that were asked for while the relay could not be reached: they are done as soon as it can. */
export class OwedStops implements Disposable {
  readonly #list: Pick<LeaseList, 'act'>;
  readonly #clock: Clock;
  readonly #keys = new Set<string>();
  #timer: Disposable | undefined;

  constructor(list: Pick<LeaseList, 'act'>, clock: Clock) {
    this.#list = list;
    this.#clock = clock;
  }

  /** @param key names the lease; see `ReadyParams`. */
  owe(key: string): void {
    this.#keys.add(key);
    void this.settle();
  }

  /** The user changed their mind. */
  forgive(key: string): void {
    this.#keys.delete(key);
  }

  /** Tries each of them now, and those that fail again in a while. */
  async settle(): Promise<void> {
    this.#timer?.dispose();
    this.#timer = undefined;
    for (const key of this.#keys) {
      const failure = await this.#list.act(key, 'stop');
      // What the relay has said about it is final, and "there is no such lease" is as good as done.
      if (failure !== 'away' && failure !== 'signedOut') this.#keys.delete(key);
    }
    if (this.#keys.size > 0) this.#timer ??= this.#clock.after(pause, () => void this.settle());
  }

  dispose(): void {
    this.#keys.clear();
    this.#timer?.dispose();
  }
}
