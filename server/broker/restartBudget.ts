/** How often a crashed server is started again, and after how long. */
export class RestartBudget {
  readonly #delays: readonly number[];
  readonly #quietTime: number;
  #used = 0;
  #lastCrash = 0;

  /** @param delays milliseconds before each restart: as many restarts as delays. */
  constructor(delays: readonly number[], quietTime: number) {
    this.#delays = delays;
    this.#quietTime = quietTime;
  }

  get size(): number {
    return this.#delays.length;
  }

  /** Restarts since the last quiet time. */
  get used(): number {
    return this.#used;
  }

  /** Counts a crash. Undefined: the budget is spent. */
  crashed(now: number): { readonly attempt: number; readonly delay: number } | undefined {
    if (now - this.#lastCrash >= this.#quietTime) this.#used = 0;
    this.#lastCrash = now;
    const delay = this.#delays[this.#used];
    if (delay === undefined) return undefined;
    this.#used++;
    return { attempt: this.#used, delay };
  }
}
