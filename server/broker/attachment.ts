import { Control } from '../protocol/control.ts';
import { Limit, RpcError } from '../protocol/errors.ts';
import type { Conversation } from './conversation.ts';
import type { DiagnosticsGate } from './diagnosticsGate.ts';
import { documentUri, renumber } from './documentMessages.ts';
import type { DocumentVersions } from './documentVersions.ts';
import { scanEnvelope } from './envelope.ts';
import { findPath, type Span } from './json.ts';
import type { Page } from './ports.ts';
import { answer, failure, isRecord, parse } from './rpc.ts';
import { encodeServerId } from './serverIds.ts';
import { decode } from './text.ts';

/** What an attachment asks of its lease. */
export interface AttachmentHost {
  readonly documents: DocumentVersions;
  /** The session the page takes part in, or a sentence why there is none now. */
  session(): Conversation | string;
  /** `initialize`: `id` is raw JSON. */
  hello(attachment: Attachment, id: string, params: unknown): void;
  /** A request was forwarded: mind its deadline. */
  forwarded(): void;
  release(attachment: Attachment, id: string, reason: 'stop' | 'editor_idle'): void;
  /** The settings as they are, for the time when no page is there. */
  configured(settings: unknown): void;
  /** The page does what it must not; `message` is the same for the same fault. */
  complain(fields: object, message: string): void;
  /** `exit`: the page goes. */
  farewell(attachment: Attachment): void;
}

/** How far a page is with its `initialize`. */
type Greeting =
  | { readonly kind: 'none' }
  /** `id` is the raw JSON of the id that waits for the answer. */
  | { readonly kind: 'waiting'; readonly id: string }
  | { readonly kind: 'answered' }
  | { readonly kind: 'refused' };

/** One page bound to a lease. Its epoch tells it from the pages before it. */
export class Attachment {
  readonly page: Page;
  readonly epoch: number;
  greeting: Greeting = { kind: 'none' };
  /** What stale diagnostics stop at. A page that was there from the start needs none. */
  gate: DiagnosticsGate | undefined;
  readonly #host: AttachmentHost;

  constructor(page: Page, epoch: number, host: AttachmentHost) {
    this.page = page;
    this.epoch = epoch;
    this.#host = host;
  }

  /** Whether it takes part in the LSP session: nothing of the server reaches a page before its `initialize`. */
  get listens(): boolean {
    return this.greeting.kind !== 'none';
  }

  receive(message: Uint8Array): void {
    const envelope = scanEnvelope(message);
    if (!envelope) {
      this.#host.complain({ bytes: message.length }, 'A page sent what is no JSON-RPC');
      return this.#fail('null', RpcError.parseError, 'This is no JSON-RPC message.');
    }
    switch (envelope.kind) {
      case 'request':
        return this.#request(message, envelope.id, envelope.method);
      case 'notification':
        return this.#notification(message, envelope.method);
      case 'response':
        return this.#response(message, envelope.id);
    }
  }

  #request(message: Uint8Array, id: Span, method: string): void {
    if (id.end - id.start > Limit.idBytes) {
      this.#host.complain({ bytes: id.end - id.start }, 'A page sent a request whose id is too long');
      const text = `The id of ${method} is longer than ${Limit.idBytes} bytes.`;
      return this.#fail('null', RpcError.invalidRequest, text);
    }
    if (this.#isTooLarge(message)) {
      return this.#fail(idText(message, id), RpcError.invalidRequest, tooLarge(method, message.length));
    }
    if (method === 'initialize') {
      return this.#host.hello(this, idText(message, id), parse(message)?.['params']);
    }
    if (method === 'shutdown') return this.page.send(answer(idText(message, id), 'null'));
    if (method.startsWith('mooring/')) return this.#control(message, idText(message, id), method);
    const session = this.#session();
    if (typeof session === 'string') return this.#fail(idText(message, id), RpcError.internalError, session);
    const outcome = session.forward(this, message, id, method);
    if (outcome === 'refused') {
      this.#host.complain({}, 'A page sent more requests than are answered');
      const refusal = `${method} was not sent: ${Limit.pendingRequests} requests are unanswered already.`;
      return this.#fail(idText(message, id), RpcError.internalError, refusal);
    }
    if (outcome === 'full') this.page.pause();
    this.#host.forwarded();
  }

  #control(message: Uint8Array, id: string, method: string): void {
    if (method === Control.synced) {
      this.gate?.synced();
      return this.page.send(answer(id, 'null'));
    }
    if (method !== Control.release) {
      return this.#fail(id, RpcError.methodNotFound, `There is no request ${method}.`);
    }
    const params = parse(message)?.['params'];
    const reason = isRecord(params) ? params['reason'] : undefined;
    if (reason === 'stop' || reason === 'editor_idle') return this.#host.release(this, id, reason);
    this.#fail(id, RpcError.invalidParams, 'The reason of a release is "stop" or "editor_idle".');
  }

  #notification(message: Uint8Array, method: string): void {
    if (method === 'exit') return this.#host.farewell(this);
    if (this.#isTooLarge(message)) return;
    if (method === Control.configuration) return this.#configured(message);
    if (method.startsWith('mooring/')) return;
    const session = this.#session();
    if (typeof session === 'string') return;
    if (method === '$/cancelRequest') return this.#cancel(session, message);
    if (method === 'initialized') {
      // A process gets it once, and another page may have sent it.
      if (session.handshake !== 'answered') return;
      session.handshake = 'initialized';
    }
    const forwarded = renumber(this.#host.documents, method, message);
    if (forwarded && !session.send(forwarded)) this.page.pause();
    if (method === 'textDocument/didOpen') this.#raiseBarrier(session, message);
  }

  #configured(message: Uint8Array): void {
    const params = parse(message)?.['params'];
    if (isRecord(params) && 'settings' in params) this.#host.configured(params['settings']);
  }

  #raiseBarrier(session: Conversation, message: Uint8Array): void {
    const { gate } = this;
    const uri = gate && documentUri(message);
    if (uri === undefined) return;
    gate?.opened(uri);
    session.barrier(uri, () => gate?.passed(uri));
  }

  #response(message: Uint8Array, id: Span): void {
    const session = this.#host.session();
    if (typeof session === 'string') return;
    if (this.#isTooLarge(message)) {
      return session.failServer(
        idText(message, id),
        RpcError.internalError,
        tooLarge('an answer', message.length),
      );
    }
    if (!session.answerServer(message, id)) this.page.pause();
  }

  #cancel(session: Conversation, message: Uint8Array): void {
    const id = findPath(message, 'params', 'id');
    if (!id) return;
    const pending = session.pending.findByCallerId(this, message.subarray(id.start, id.end));
    if (pending) session.send(message, { span: id, replacement: encodeServerId(pending.serverId) });
  }

  #isTooLarge({ length }: Uint8Array): boolean {
    if (length <= Limit.messageBytes) return false;
    this.#host.complain({ bytes: length }, 'A page sent a message that is too large');
    return true;
  }

  #session(): Conversation | string {
    if (this.greeting.kind === 'answered') return this.#host.session();
    return 'The first request has to be "initialize", and it has to be answered before the next.';
  }

  #fail(id: string, code: (typeof RpcError)[keyof typeof RpcError], message: string): void {
    this.page.send(failure(id, code, message));
  }
}

function idText(message: Uint8Array, id: Span): string {
  return decode(message.subarray(id.start, id.end));
}

function tooLarge(what: string, bytes: number): string {
  const mebibytes = 1024 * 1024;
  const size = (bytes / mebibytes).toFixed(1);
  return `${what} has ${size} MiB; Mooring passes messages of up to ${Limit.messageBytes / mebibytes} MiB.`;
}
