import { Limit } from '../protocol/errors.ts';
import { firstServerId, nextServerId } from './serverIds.ts';
import { equalBytes } from './splice.ts';

/** A server that answers none of so many will not answer the first of them. */
const keptGivenUp = 1_024;

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
  /** Ids whose answers may still come though nobody waits for them any more. */
  readonly #givenUp = new Set<number>();
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

  /** Whether this late answer is to a request that was given up; once. */
  wasGivenUp(serverId: number): boolean {
    return this.#givenUp.delete(serverId);
  }

  /** Removes and returns those that have waited for `limit` milliseconds. */
  takeOlderThan(limit: number, now: number): PendingRequest<Caller>[] {
    const old: PendingRequest<Caller>[] = [];
    for (const pending of this.#byServerId.values()) {
      if (now - pending.since < limit) break;
      old.push(pending);
    }
    this.#giveUpAll(old);
    return old;
  }

  takeAll(): PendingRequest<Caller>[] {
    const all = [...this.#byServerId.values()];
    this.#giveUpAll(all);
    return all;
  }

  takeAllOf(caller: Caller): PendingRequest<Caller>[] {
    const all = [...this.#byServerId.values()].filter((pending) => pending.caller === caller);
    this.#giveUpAll(all);
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

  /** Nobody waits for the answer to this id any more. */
  giveUp(serverId: number): void {
    this.#byServerId.delete(serverId);
    this.#givenUp.add(serverId);
    if (this.#givenUp.size <= keptGivenUp) return;
    for (const oldest of this.#givenUp) {
      this.#givenUp.delete(oldest);
      return;
    }
  }

  #giveUpAll(requests: readonly PendingRequest<Caller>[]): void {
    for (const { serverId } of requests) this.giveUp(serverId);
  }
}
