import type { Attachment } from './attachment.ts';
import type { Clock } from './clock.ts';
import type { Conversation } from './conversation.ts';
import type { PendingRequest } from './pendingRequests.ts';
import type { Policy } from './policy.ts';

type OnExpired = (conversation: Conversation, pending: PendingRequest<Attachment>) => void;

/**
 * Gives up on requests that a server does not answer. One timer serves all of them, and it runs only while
 * there are any: a timer each would cost more than forwarding the message.
 */
export class RequestDeadlines {
  readonly #policy: Policy;
  readonly #clock: Clock;
  readonly #onExpired: OnExpired;
  readonly #watched = new WeakSet<Conversation>();

  constructor(policy: Policy, clock: Clock, onExpired: OnExpired) {
    this.#policy = policy;
    this.#clock = clock;
    this.#onExpired = onExpired;
  }

  watch(conversation: Conversation): void {
    if (this.#watched.has(conversation)) return;
    this.#watched.add(conversation);
    // Often enough that nobody waits more than a quarter longer than the limit.
    this.#clock.after(this.#policy.requestTimeout / 4, () => {
      this.#watched.delete(conversation);
      const { requestTimeout, busyRequestTimeout } = this.#policy;
      const limit = conversation.busy ? busyRequestTimeout : requestTimeout;
      for (const pending of conversation.pending.takeOlderThan(limit, this.#clock.now())) {
        this.#onExpired(conversation, pending);
      }
      if (conversation.pending.size > 0) this.watch(conversation);
    });
  }
}
