import { reconnectDelay } from '../../../server/protocol/reconnectDelay.ts';

/** How long to wait before connecting again, longer from try to try. A success starts it over. */
export class ReconnectLadder {
  #failures = 0;

  /** How many waits have been handed out since the last success. */
  get attempt(): number {
    return this.#failures;
  }

  /** Milliseconds. */
  next(): number {
    return reconnectDelay(this.#failures++);
  }

  reset(): void {
    this.#failures = 0;
  }
}
