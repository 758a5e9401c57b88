import type { Attachment } from './attachment.ts';
import type { Greeting } from './greeting.ts';
import type { Lease } from './lease.ts';
import type { Log } from './log.ts';
import type { Page } from './ports.ts';
import { Visitor } from './visitor.ts';

type ConnectionState =
  | { readonly kind: 'new' }
  /** It waits for its `initialize`, or for the broker's decision after it. */
  | { readonly kind: 'visiting'; readonly visitor: Visitor; readonly greeting: Uint8Array | undefined }
  | { readonly kind: 'bound'; readonly lease: Lease; readonly attachment: Attachment }
  | { readonly kind: 'over' };

/** A page's way into the broker, for the transport that carries it: one socket, from open to close. */
export class Connection {
  readonly #page: Page;
  readonly #log: Log;
  #state: ConnectionState = { kind: 'new' };

  constructor(page: Page, log: Log) {
    this.#page = page;
    this.#log = log;
  }

  get isOver(): boolean {
    return this.#state.kind === 'over';
  }

  receive(message: Uint8Array): void {
    const state = this.#state;
    if (state.kind === 'bound') state.lease.receive(state.attachment, message);
    else if (state.kind === 'visiting') state.visitor.receive(message);
  }

  /** The page's buffer is filling up, or has emptied again. */
  congested(isCongested: boolean): void {
    if (this.#state.kind === 'bound') this.#state.lease.congested(this.#state.attachment, isCongested);
  }

  /** The socket is closed. Harmless when repeated. */
  left(): void {
    const state = this.#state;
    this.#state = { kind: 'over' };
    if (state.kind === 'bound') state.lease.detach(state.attachment);
  }

  /** Waits for the page's `initialize`; whoever waits for it then binds this connection. */
  visit(onGreeting: (greeting: Greeting) => void): void {
    const visitor = new Visitor(this.#page, (greeting, message) => {
      this.#state = { kind: 'visiting', visitor, greeting: message };
      onGreeting(greeting);
    });
    this.#state = { kind: 'visiting', visitor, greeting: undefined };
  }

  bind(lease: Lease): void {
    const state = this.#state;
    if (state.kind === 'over') return;
    if (state.kind === 'bound') throw new Error('Bug: the page has a lease already');
    const attachment = lease.attach(this.#page);
    this.#state = { kind: 'bound', lease, attachment };
    this.#log.debug({ server: lease.subject.serverId, epoch: attachment.epoch }, 'Page bound to a lease');
    if (state.kind === 'visiting' && state.greeting) this.receive(state.greeting);
  }
}
