import type { Log } from './log.ts';

/**
 * What a peer does wrong, in the log: loud the first time, quietly from then on. A peer that does a thing wrong
 * once does it a thousand times, and the log is for everybody.
 */
export class Complaints {
  readonly #log: Log;
  readonly #made = new Set<string>();

  constructor(log: Log) {
    this.#log = log;
  }

  /** @param message the same for the same fault; what differs is in the fields. */
  make(fields: object, message: string): void {
    const level = this.#made.has(message) ? 'debug' : 'warn';
    this.#made.add(message);
    this.#log[level](fields, message);
  }
}
