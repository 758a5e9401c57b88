import type { Clock, Timer } from './clock.ts';

const tick = 60_000;

/**
 * A wait that does not run while the machine sleeps: it counts in ticks of a minute, and a tick that took much
 * longer counts as two. Some clocks go on during sleep, and a lease must not be over when the lid opens.
 */
export class Countdown {
  readonly #clock: Clock;
  readonly #onZero: () => void;
  #left: number;
  #timer: Timer;
  /** When the present tick began, in clock time. */
  #begun = 0;

  constructor(milliseconds: number, clock: Clock, onZero: () => void) {
    this.#clock = clock;
    this.#onZero = onZero;
    this.#left = milliseconds;
    this.#timer = this.#next();
  }

  /** Milliseconds until zero, if the machine stays awake. */
  get left(): number {
    return Math.max(0, this.#left - (this.#clock.now() - this.#begun));
  }

  cancel(): void {
    this.#timer.cancel();
  }

  #next(): Timer {
    const wait = Math.min(tick, this.#left);
    this.#begun = this.#clock.now();
    return this.#clock.after(wait, () => {
      this.#left -= Math.max(wait, Math.min(this.#clock.now() - this.#begun, 2 * wait));
      if (this.#left <= 0) this.#onZero();
      else this.#timer = this.#next();
    });
  }
}
