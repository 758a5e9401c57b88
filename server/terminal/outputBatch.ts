import type { Clock, Timer } from '../broker/clock.ts';

/** A frame is no larger than this for long, and no two follow each other faster than this. */
const most = 64 * 1024;
const interval = 4;

/** Puts what comes quickly into few messages. What comes after a pause, as an echo does, goes out at once. */
export class OutputBatch {
  readonly #clock: Clock;
  readonly #send: (data: string) => void;
  #waiting = '';
  #timer: Timer | undefined;

  constructor(clock: Clock, send: (data: string) => void) {
    this.#clock = clock;
    this.#send = send;
  }

  add(data: string): void {
    this.#waiting += data;
    if (!this.#timer || this.#waiting.length >= most) this.flush();
  }

  flush(): void {
    this.#timer?.cancel();
    this.#timer = undefined;
    if (this.#waiting === '') return;
    const data = this.#waiting;
    this.#waiting = '';
    this.#send(data);
    this.#timer = this.#clock.after(interval, () => this.flush());
  }

  /** Forgets what waits: nobody is there to get it. */
  drop(): void {
    this.#timer?.cancel();
    this.#timer = undefined;
    this.#waiting = '';
  }
}
