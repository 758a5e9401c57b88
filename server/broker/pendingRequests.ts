import { Limit } from '../protocol/errors.ts';
import { firstServerId, nextServerId } from './serverIds.ts';
import { equalBytes } from './splice.ts';

/** A request on its way to a language server. */
export interface PendingRequest<Caller> {
  readonly serverId: number;
  readonly caller: Caller;
  /** Raw JSON of the id the caller gave it. */
  readonly callerId: Uint8Array;
  readonly method: string;
  /** Clock time in milliseconds. */
  readonly since: number;
}

/** The requests a language server still owes an answer, oldest first, with the ids it knows them by. */
export class PendingRequests<Caller> {
  readonly #byServerId = new Map<number, PendingRequest<Caller>>();
  #nextId = firstServerId;

  get size(): number {
    return this.#byServerId.size;
  }

  /** Undefined, and nothing remembered: there are too many already. */
  add(
    caller: Caller,
    callerId: Uint8Array,
    method: string,
    since: number,
  ): PendingRequest<Caller> | undefined {
    if (this.#byServerId.size >= Limit.pendingRequests) return undefined;
    const serverId = this.reserveId();
    const pending = { serverId, caller, callerId, method, since };
    this.#byServerId.set(serverId, pending);
    return pending;
  }

  /** An id for a request of the broker's own. */
  reserveId(): number {
    const id = this.#nextId;
    this.#nextId = nextServerId(id);
    return id;
  }

  /** The request that this answers; a second answer finds nothing. */
  take(serverId: number): PendingRequest<Caller> | undefined {
    const pending = this.#byServerId.get(serverId);
    if (pending) this.#byServerId.delete(serverId);
    return pending;
  }

  findByCallerId(caller: Caller, callerId: Uint8Array): PendingRequest<Caller> | undefined {
    for (const pending of this.#byServerId.values()) {
      if (pending.caller === caller && equalBytes(pending.callerId, callerId)) return pending;
    }
    return undefined;
  }

  /** Removes and returns those that have waited for `limit` milliseconds. */
  takeOlderThan(limit: number, now: number): PendingRequest<Caller>[] {
    const old: PendingRequest<Caller>[] = [];
    for (const pending of this.#byServerId.values()) {
      if (now - pending.since < limit) break;
      old.push(pending);
    }
    for (const pending of old) this.#byServerId.delete(pending.serverId);
    return old;
  }

  takeAll(): PendingRequest<Caller>[] {
    const all = [...this.#byServerId.values()];
    this.#byServerId.clear();
    return all;
  }

  takeAllOf(caller: Caller): PendingRequest<Caller>[] {
    const all = [...this.#byServerId.values()].filter((pending) => pending.caller === caller);
    for (const pending of all) this.#byServerId.delete(pending.serverId);
    return all;
  }

  /** The oldest ones. */
  first(count: number): PendingRequest<Caller>[] {
    const first: PendingRequest<Caller>[] = [];
    for (const pending of this.#byServerId.values()) {
      if (first.length >= count) break;
      first.push(pending);
    }
    return first;
  }

  oldest(): PendingRequest<Caller> | undefined {
    return this.#byServerId.values().next().value;
  }
}
