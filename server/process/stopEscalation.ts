import type { Clock, Timer } from '../broker/clock.ts';
import type { Signalled } from './processGroup.ts';

const patience = 500;
const termTime = 2_000;
const pollTime = 50;
const pollLimit = 40;

/**
 * Ends a process group: waits, then SIGTERM, then SIGKILL. It goes on after the first process of the group has
 * ended, until none of the group is left.
 */
export class StopEscalation {
  readonly #reach: Signalled;
  readonly #clock: Clock;
  #timer: Timer | undefined;
  #stage: 'idle' | 'waiting' | 'terminating' | 'killing' = 'idle';
  readonly #gone: Promise<void>;
  #resolve: () => void = () => {};

  constructor(reach: Signalled, clock: Clock) {
    this.#reach = reach;
    this.#clock = clock;
    this.#gone = new Promise((resolve) => (this.#resolve = resolve));
  }

  /** Resolves when nothing of the group is left. `now` skips the wait, also one that is under way. */
  begin(how: 'politely' | 'now'): Promise<void> {
    if (this.#stage === 'idle' && how === 'politely') {
      this.#stage = 'waiting';
      this.#timer = this.#clock.after(patience, () => this.#terminate());
    } else if (this.#stage === 'idle' || (this.#stage === 'waiting' && how === 'now')) {
      this.#terminate();
    }
    return this.#gone;
  }

  /** The first process of the group has ended: what it left behind follows. */
  leaderEnded(): Promise<void> {
    if (this.#reach.signal(0)) void this.begin('now');
    else this.#finish();
    return this.#gone;
  }

  #terminate(): void {
    this.#timer?.cancel();
    this.#stage = 'terminating';
    if (!this.#reach.signal('SIGTERM')) return this.#finish();
    this.#poll(termTime / pollTime, () => {
      this.#stage = 'killing';
      if (!this.#reach.signal('SIGKILL')) return this.#finish();
      // Only a process stuck in the kernel is still there at the end of this.
      this.#poll(pollLimit, () => this.#finish());
    });
  }

  #poll(times: number, onTimeout: () => void): void {
    this.#timer = this.#clock.after(pollTime, () => {
      if (!this.#reach.signal(0)) this.#finish();
      else if (times <= 1) onTimeout();
      else this.#poll(times - 1, onTimeout);
    });
  }

  #finish(): void {
    this.#timer?.cancel();
    this.#resolve();
  }
}
