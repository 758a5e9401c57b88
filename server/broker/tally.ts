import type { EndReason } from './leaseState.ts';

/** Messages and their bytes, one way. */
interface Flow {
  messages: number;
  bytes: number;
}

/** What the broker has counted since it began. It is counted on the way and read by whoever wants to know. */
export class Tally {
  readonly toServers: Flow = { messages: 0, bytes: 0 };
  readonly fromServers: Flow = { messages: 0, bytes: 0 };
  restarts = 0;
  readonly #ended = new Map<EndReason, number>();

  /** Leases by the reason they ended for. */
  get ended(): ReadonlyMap<EndReason, number> {
    return this.#ended;
  }

  leaseEnded(reason: EndReason): void {
    this.#ended.set(reason, (this.#ended.get(reason) ?? 0) + 1);
  }
}
