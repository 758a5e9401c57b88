import type { ExitReport } from '../protocol/exit.ts';
import type { Crash } from './leaseState.ts';

/** How often a crashed server is started again, and after how long. */
export class RestartBudget {
  readonly #delays: readonly number[];
  readonly #quietTime: number;
  #used = 0;
  #last: { readonly reason: string; readonly at: number } | undefined;

  /** @param delays milliseconds before each restart: as many restarts as delays. */
  constructor(delays: readonly number[], quietTime: number) {
    this.#delays = delays;
    this.#quietTime = quietTime;
  }

  /** Restarts since the last quiet time. */
  get used(): number {
    return this.#used;
  }

  /** The last crash, in clock time. */
  get last(): { readonly reason: string; readonly at: number } | undefined {
    return this.#last;
  }

  /** Counts a crash. Undefined: the budget is spent. */
  crashed(now: number, exit: ExitReport, reason: string): Crash | undefined {
    if (!this.#last || now - this.#last.at >= this.#quietTime) this.#used = 0;
    this.#last = { reason, at: now };
    const delay = this.#delays[this.#used];
    if (delay === undefined) return undefined;
    this.#used++;
    return { attempt: this.#used, of: this.#delays.length, delay, exit, reason };
  }

  /** Somebody asked for a restart: that is a new beginning. */
  forget(): void {
    this.#used = 0;
  }
}
