import type { Disposable } from 'vscode';
import type { Clock } from './clock.ts';

/** Releases a server when it has been idle for some time on end. */
export class IdleRelease implements Disposable {
  readonly #clock: Clock;
  readonly #release: () => void;
  /** Milliseconds; asked each time the wait begins. */
  readonly #time: () => number;
  #timer: Disposable | undefined;

  constructor(clock: Clock, time: () => number, release: () => void) {
    this.#clock = clock;
    this.#time = time;
    this.#release = release;
  }

  /** `idle`: no editor needs it and it has nothing to do. Whatever interrupts that starts the wait afresh. */
  update(idle: boolean): void {
    if (!idle) {
      this.dispose();
      return;
    }
    this.#timer ??= this.#clock.after(this.#time(), () => {
      this.#timer = undefined;
      this.#release();
    });
  }

  dispose(): void {
    this.#timer?.dispose();
    this.#timer = undefined;
  }
}
