import { Control, type StatusParams } from '../protocol/control.ts';
import { RpcError, type CloseCode } from '../protocol/errors.ts';
import { Attachment, type AttachmentHost } from './attachment.ts';
import type { Clock } from './clock.ts';
import { Countdown } from './countdown.ts';
import type { Page } from './ports.ts';
import { answer, failure, notification } from './rpc.ts';

type LinkState =
  | { readonly kind: 'attached'; readonly attachment: Attachment; readonly since: number }
  | { readonly kind: 'detached'; readonly since: number; readonly expiry: Countdown | undefined };

/** Beside its state a lease is attached or detached: this is that, and all that is said to the page. */
export class Link {
  readonly #clock: Clock;
  readonly #host: AttachmentHost;
  #state: LinkState;
  #epoch = 0;
  #window: string | undefined;

  constructor(clock: Clock, host: AttachmentHost) {
    this.#clock = clock;
    this.#host = host;
    this.#state = { kind: 'detached', since: clock.now(), expiry: undefined };
  }

  get attachment(): Attachment | undefined {
    return this.#state.kind === 'attached' ? this.#state.attachment : undefined;
  }

  /** When it was attached or detached, in clock time. */
  get since(): number {
    return this.#state.since;
  }

  /** Milliseconds until the lease ends for want of a page; undefined while there is one. */
  get left(): number | undefined {
    return this.#state.kind === 'detached' ? this.#state.expiry?.left : undefined;
  }

  /** What the page that is or was attached calls its window. */
  get window(): string | undefined {
    return this.#window;
  }

  attach(page: Page): Attachment {
    if (this.#state.kind === 'attached') throw new Error('Bug: the lease is attached already');
    this.#state.expiry?.cancel();
    const attachment = new Attachment(page, ++this.#epoch, this.#host);
    this.#window = page.window;
    this.#state = { kind: 'attached', attachment, since: this.#clock.now() };
    return attachment;
  }

  /** False when this page was not attached any more. */
  detach(attachment: Attachment): boolean {
    if (this.attachment !== attachment) return false;
    this.#state = { kind: 'detached', since: this.#clock.now(), expiry: undefined };
    return true;
  }

  /** Calls `onExpired` if nobody attaches in time. */
  expireAfter(milliseconds: number, onExpired: () => void): void {
    if (this.#state.kind === 'attached') return;
    this.#state.expiry?.cancel();
    const expiry = new Countdown(milliseconds, this.#clock, onExpired);
    this.#state = { ...this.#state, expiry };
  }

  keep(): void {
    if (this.#state.kind === 'detached') this.#state.expiry?.cancel();
  }

  /** The page that takes part in the LSP session, if there is one. */
  get listener(): Attachment | undefined {
    const attachment = this.attachment;
    return attachment?.listens ? attachment : undefined;
  }

  status(params: StatusParams): void {
    this.attachment?.page.send(notification(Control.status, params));
  }

  /** Answers the `initialize` that waits. `result` is raw JSON. False when there is none. */
  welcome(result: string): Attachment | undefined {
    const attachment = this.attachment;
    if (attachment?.greeting.kind !== 'waiting') return undefined;
    attachment.page.send(answer(attachment.greeting.id, result));
    attachment.greeting = { kind: 'answered' };
    return attachment;
  }

  /** Answers the `initialize` that waits with an error. */
  refuse(sentence: string): void {
    const attachment = this.attachment;
    if (attachment?.greeting.kind !== 'waiting') return;
    attachment.page.send(failure(attachment.greeting.id, RpcError.internalError, sentence));
    attachment.greeting = { kind: 'refused' };
  }

  /** Closes the page; what it was attached to goes on without it. */
  dismiss(code: CloseCode): void {
    const attachment = this.attachment;
    if (!attachment) return;
    this.detach(attachment);
    attachment.page.close(code);
  }
}
