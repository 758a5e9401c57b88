import { RpcError } from '../protocol/errors.ts';
import type { Attachment } from './attachment.ts';
import { awayAnswer } from './awayAnswers.ts';
import type { Conversation } from './conversation.ts';
import { readPublication, renumberAnswer, renumberEdit, renumberPublication } from './documentMessages.ts';
import type { DocumentVersions } from './documentVersions.ts';
import type { Link } from './link.ts';
import { answersWithLocations, locationsOutside } from './locations.ts';
import type { PendingRequest } from './pendingRequests.ts';
import type { Subject } from './ports.ts';
import { failure } from './rpc.ts';
import { decode } from './text.ts';

/** What a language server says, on its way to the page that is there, or answered in its place. */
export class ServerTraffic {
  readonly documents: DocumentVersions;
  /** The last settings a page pushed. */
  settings: unknown;
  readonly #link: Link;
  readonly #subject: Subject;
  readonly #onLocation: (uri: string) => void;

  constructor(documents: DocumentVersions, link: Link, subject: Subject, onLocation: (uri: string) => void) {
    this.documents = documents;
    this.#link = link;
    this.#subject = subject;
    this.#onLocation = onLocation;
  }

  answered({ caller, method }: PendingRequest<Attachment>, message: Uint8Array): void {
    if (this.#link.attachment !== caller) return;
    if (answersWithLocations(method)) {
      for (const uri of locationsOutside(message, this.#subject.folder.uri)) this.#onLocation(uri);
    }
    caller.page.send(renumberAnswer(this.documents, method, message));
  }

  asked(conversation: Conversation, id: string, method: string, message: Uint8Array): void {
    const listener = this.#link.listener;
    if (listener) {
      const isEdit = method === 'workspace/applyEdit';
      return listener.page.send(isEdit ? renumberEdit(this.documents, message) : message);
    }
    const result = awayAnswer(method, message, this.settings);
    if (result !== undefined) return conversation.resolveServer(id, result);
    conversation.failServer(id, RpcError.methodNotFound, `No editor is there to answer ${method}.`);
  }

  notified(method: string, message: Uint8Array): void {
    const listener = this.#link.listener;
    if (!listener) return;
    if (method !== 'textDocument/publishDiagnostics') return listener.page.send(message);
    // As long as versions agree and nothing can be stale there is no reason to look.
    if (!listener.gate && !this.documents.differ) return listener.page.send(message);
    const publication = readPublication(message);
    if (!publication) return;
    if (listener.gate && !listener.gate.lets(publication.uri, publication.version)) return;
    listener.page.send(renumberPublication(this.documents, publication, message));
  }

  /** Answers what a page is owed by a process that will not answer any more. */
  failPending(conversation: Conversation, sentence: string): void {
    for (const { caller, callerId } of conversation.pending.takeAll()) {
      if (this.#link.attachment !== caller) continue;
      caller.page.send(failure(decode(callerId), RpcError.internalError, sentence));
    }
  }

  /** The request took too long. */
  giveUp(conversation: Conversation, pending: PendingRequest<Attachment>, now: number): void {
    conversation.cancel(pending);
    const { caller, callerId, method, since } = pending;
    if (this.#link.attachment !== caller) return;
    const seconds = Math.round((now - since) / 1000);
    const text = `${this.#subject.label} did not answer ${method} within ${seconds} s; it was cancelled.`;
    caller.page.send(failure(decode(callerId), RpcError.requestCancelled, text));
  }

  /** The page is gone: what it asked is cancelled, what it was asked is answered, its documents are closed. */
  detached(conversation: Conversation, attachment: Attachment): void {
    for (const pending of conversation.pending.takeAllOf(attachment)) conversation.cancel(pending);
    conversation.failServerRequests('The editor has gone.');
    for (const uri of this.documents.closeAll()) {
      conversation.notify('textDocument/didClose', { textDocument: { uri } });
    }
  }
}
