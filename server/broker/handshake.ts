import { Control } from '../protocol/control.ts';
import { RpcError } from '../protocol/errors.ts';
import type { Attachment } from './attachment.ts';
import type { Conversation } from './conversation.ts';
import { DiagnosticsGate } from './diagnosticsGate.ts';
import type { DocumentVersions } from './documentVersions.ts';
import { greetingOf, initializeResult, readyParams, type Greeting } from './greeting.ts';
import { initializeParams } from './initializeParams.ts';
import type { Link } from './link.ts';
import type { Policy } from './policy.ts';
import type { Subject } from './ports.ts';
import { failure, notification } from './rpc.ts';

export interface HandshakeOptions {
  readonly lease: string;
  readonly key: string;
  readonly relay: string;
  readonly subject: Subject;
  readonly policy: Policy;
  /** Process id the language server is told as its parent's. */
  readonly parent: number;
  readonly link: Link;
  readonly documents: DocumentVersions;
  /** The process answered; the page that waits is answered next. */
  readonly onAnswered: (conversation: Conversation) => void;
  readonly onRefused: (conversation: Conversation, reason: string) => void;
}

/** Sees to it that each process gets one `initialize`, and each page one answer to its own. */
export class Handshake {
  readonly #options: HandshakeOptions;
  /** The first page's, for the next process too. */
  #greeting: Greeting | undefined;

  constructor(options: HandshakeOptions) {
    this.#options = options;
  }

  /** Whether a page with this greeting can take up what another page began. */
  suits({ fingerprint }: Greeting): boolean {
    return this.#greeting === undefined || this.#greeting.fingerprint === fingerprint;
  }

  /** A page's `initialize`, while this process runs or none. `id` is raw JSON. */
  hello(attachment: Attachment, id: string, params: unknown, conversation: Conversation | undefined): void {
    if (attachment.listens) {
      const text = 'This connection has sent "initialize" already.';
      return attachment.page.send(failure(id, RpcError.invalidRequest, text));
    }
    attachment.greeting = { kind: 'waiting', id };
    this.#greeting ??= greetingOf(params);
    if (conversation?.result !== undefined) this.#welcome(conversation, conversation.hasServed);
    else if (conversation) this.begin(conversation);
  }

  /** Asks the process, as soon as a page has said what to ask. */
  begin(conversation: Conversation): void {
    if (!this.#greeting || conversation.handshake !== 'none') return;
    const { subject, parent, onAnswered, onRefused } = this.#options;
    conversation.handshake = 'asked';
    conversation.ask('initialize', initializeParams(this.#greeting.params, subject, parent), (message) => {
      if (!message) return;
      const outcome = initializeResult(message);
      if ('error' in outcome) return onRefused(conversation, outcome.error);
      conversation.handshake = 'answered';
      conversation.result = outcome.result;
      onAnswered(conversation);
      this.#welcome(conversation, false);
    });
  }

  /** Answers the page that waits for its `initialize`, if there is one. */
  #welcome(conversation: Conversation, resumed: boolean): void {
    const { lease, key, relay, subject, policy, link, documents } = this.#options;
    const attachment = link.welcome(conversation.result ?? 'null');
    if (!attachment) return;
    conversation.hasServed = true;
    if (resumed) attachment.gate = new DiagnosticsGate(documents);
    const params = readyParams({ lease, key, relay }, subject, attachment, conversation, policy, resumed);
    attachment.page.send(notification(Control.ready, params));
  }
}
