const steps = [250, 500, 1000, 2000, 4000] as const;
const plateau = 10_000;

/** How long to wait before connecting again: 250 … 4000 ms, then every 10 s. A success starts it over. */
export class ReconnectLadder {
  #failures = 0;

  /** How many waits have been handed out since the last success. */
  get attempt(): number {
    return this.#failures;
  }

  next(): number {
    const delay = steps[this.#failures] ?? plateau;
    this.#failures += 1;
    return delay;
  }

  reset(): void {
    this.#failures = 0;
  }
}
