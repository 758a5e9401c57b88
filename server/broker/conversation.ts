import { Limit, RpcError } from '../protocol/errors.ts';
import type { ExitReport } from '../protocol/exit.ts';
import type { Attachment } from './attachment.ts';
import type { Clock } from './clock.ts';
import { Complaints } from './complaints.ts';
import { scanEnvelope } from './envelope.ts';
import { envelopeOfEnds } from './envelopeOfEnds.ts';
import type { Span } from './json.ts';
import type { Log } from './log.ts';
import { once } from './once.ts';
import { PendingRequests, type PendingRequest } from './pendingRequests.ts';
import type { Instance } from './ports.ts';
import { Registrations } from './registrations.ts';
import { answer, failure, isRecord, notification, request } from './rpc.ts';
import { decodeServerId, encodeServerId } from './serverIds.ts';
import { splice, type Edit } from './splice.ts';
import { decode } from './text.ts';
import type { Tally } from './tally.ts';
import { WorkProgress } from './workProgress.ts';

const registers: ReadonlySet<string> = new Set(['client/registerCapability', 'client/unregisterCapability']);
const barrierTimeout = 5_000;
const origin = { line: 0, character: 0 };

/** Where a process's messages go. */
export interface ConversationTraffic {
  /** The answer to a page's request, with the page's own id. */
  answered(pending: PendingRequest<Attachment>, message: Uint8Array): void;
  /** `id` is raw JSON; it is owed an answer, by a page or in its place. */
  asked(conversation: Conversation, id: string, method: string, message: Uint8Array): void;
  notified(method: string, message: Uint8Array): void;
}

/** What a conversation tells whoever began it; one that was replaced may still have things to say. */
export interface ConversationEvents {
  drained(conversation: Conversation): void;
  brokeProtocol(conversation: Conversation, reason: string): void;
  /** It wants more kept for it than anybody could want; a restart would not change that. */
  outgrew(conversation: Conversation, reason: string): void;
  exited(conversation: Conversation, exit: ExitReport): void;
}

export interface ConversationWorld {
  readonly clock: Clock;
  readonly log: Log;
  readonly tally: Tally;
}

/**
 * The LSP session with one process: who asked what under which id. It lives as long as the process, and outlives
 * the pages that take part in it.
 */
export class Conversation {
  readonly pending = new PendingRequests<Attachment>();
  readonly progress = new WorkProgress();
  readonly registrations = new Registrations();
  /** Raw JSON of the result of `initialize`, once it came. */
  result: string | undefined;
  /** When its process began, in clock time. */
  readonly since: number;
  /** A page has taken part in it: what comes next is no beginning. */
  hasServed = false;
  /** The process got `initialize`, `initialized`. */
  handshake: 'none' | 'asked' | 'answered' | 'initialized' = 'none';

  readonly #instance: Instance;
  readonly #traffic: ConversationTraffic;
  readonly #events: ConversationEvents;
  readonly #world: ConversationWorld;
  readonly #complaints: Complaints;
  readonly #own = new Map<number, (message: Uint8Array | undefined) => void>();
  /** Ids, as raw JSON, of the server's requests that nobody has answered yet. */
  readonly #serverRequests = new Set<string>();

  constructor(
    instance: Instance,
    traffic: ConversationTraffic,
    events: ConversationEvents,
    world: ConversationWorld,
  ) {
    this.#instance = instance;
    this.#traffic = traffic;
    this.#events = events;
    this.#world = world;
    this.#complaints = new Complaints(world.log);
    this.since = world.clock.now();
  }

  start(): void {
    this.#instance.listen({
      message: (message) => this.#receive(message),
      oversized: (size, head, tail) => this.#oversized(size, head, tail),
      brokeProtocol: (reason) => this.#events.brokeProtocol(this, reason),
      drained: () => this.#events.drained(this),
      exited: (exit) => {
        const owed = [...this.#own.values()];
        this.#own.clear();
        for (const done of owed) done(undefined);
        this.#events.exited(this, exit);
      },
    });
  }

  get pid(): number {
    return this.#instance.pid;
  }

  get instance(): Instance {
    return this.#instance;
  }

  /** It does something on somebody's behalf that takes the time it takes. */
  get busy(): boolean {
    return this.progress.active || this.#serverRequests.size > 0;
  }

  /** False: it does not keep up. */
  send(message: Uint8Array, edit?: Edit): boolean {
    const { toServers } = this.#world.tally;
    toServers.messages++;
    toServers.bytes += message.length;
    return this.#instance.send(message, edit);
  }

  notify(method: string, params?: unknown): void {
    this.send(notification(method, params));
  }

  /**
   * A request of the broker's own; `undefined` when the process ends first.
   *
   * @returns takes it back: nobody waits for the answer any more.
   */
  ask(method: string, params: unknown, done: (message: Uint8Array | undefined) => void): () => void {
    const id = this.pending.reserveId();
    this.#own.set(id, done);
    this.send(request(String(id), method, params));
    return () => {
      if (!this.#own.delete(id)) return;
      this.pending.giveUp(id);
      this.notify('$/cancelRequest', { id });
    };
  }

  /**
   * Calls `passed` when the server has read everything that was sent before: when it has answered a request,
   * whatever the answer. One that does not answer at all is not waited for.
   */
  barrier(uri: string, passed: () => void): void {
    const done = once(() => {
      timer.cancel();
      takeBack();
      passed();
    });
    const timer = this.#world.clock.after(barrierTimeout, done);
    const takeBack = this.ask(...this.#barrierRequest(uri), done);
  }

  /** Preferably something that takes the same way through the server as the analysis of the document. */
  #barrierRequest(uri: string): [method: string, params: object] {
    const result: unknown = JSON.parse(this.result ?? 'null');
    const provides = isRecord(result) && isRecord(result['capabilities']) ? result['capabilities'] : {};
    const textDocument = { uri };
    if (provides['documentSymbolProvider']) return ['textDocument/documentSymbol', { textDocument }];
    if (provides['hoverProvider']) return ['textDocument/hover', { textDocument, position: origin }];
    return ['mooring/barrier', {}];
  }

  /** Forwards a page's request, unless there are too many unanswered ones. `full`: it was the last for now. */
  forward(caller: Attachment, message: Uint8Array, id: Span, method: string): 'sent' | 'full' | 'refused' {
    // A copy: the view would hold the whole message, and may be written over.
    const callerId = new Uint8Array(message.subarray(id.start, id.end));
    const pending = this.pending.add(caller, callerId, method, this.#world.clock.now());
    if (!pending) return 'refused';
    const edit = { span: id, replacement: encodeServerId(pending.serverId) };
    return this.send(message, edit) ? 'sent' : 'full';
  }

  cancel(pending: PendingRequest<Attachment>): void {
    this.notify('$/cancelRequest', { id: pending.serverId });
  }

  /** Forwards a page's answer, if the server still waits for it. */
  answerServer(message: Uint8Array, id: Span): boolean {
    const known = this.#serverRequests.delete(decode(message.subarray(id.start, id.end)));
    return known ? this.send(message) : true;
  }

  /** Answers in place of a page. `result` is raw JSON. */
  resolveServer(id: string, result: string): void {
    if (this.#serverRequests.delete(id)) this.send(answer(id, result));
  }

  failServer(id: string, code: (typeof RpcError)[keyof typeof RpcError], message: string): void {
    if (this.#serverRequests.delete(id)) this.send(failure(id, code, message));
  }

  /** The page they were put to is gone. */
  failServerRequests(message: string): void {
    for (const id of this.#serverRequests) this.failServer(id, RpcError.requestCancelled, message);
  }

  #receive(message: Uint8Array): void {
    const { fromServers } = this.#world.tally;
    fromServers.messages++;
    fromServers.bytes += message.length;
    const envelope = scanEnvelope(message);
    if (!envelope) {
      this.#complaints.make({ bytes: message.length }, 'Dropped a message that is no JSON-RPC');
      return;
    }
    switch (envelope.kind) {
      case 'response':
        return this.#answered(envelope.id, message);
      case 'request':
        return this.#asked(envelope.id, envelope.method, message);
      case 'notification':
        if (envelope.method === '$/progress') this.progress.see(message);
        return this.#traffic.notified(envelope.method, message);
    }
  }

  #answered(id: Span, message: Uint8Array): void {
    const serverId = decodeServerId(message, id);
    const pending = this.pending.take(serverId);
    if (pending) return this.#traffic.answered(pending, splice(message, id, pending.callerId));
    const own = this.#own.get(serverId);
    this.#own.delete(serverId);
    if (own) own(message);
    else if (!this.pending.wasGivenUp(serverId)) {
      this.#complaints.make({}, 'Dropped an answer to what was not asked, or was answered before');
    }
  }

  #asked(id: Span, method: string, message: Uint8Array): void {
    const key = decode(message.subarray(id.start, id.end));
    if (this.#serverRequests.size >= Limit.pendingRequests || key.length > Limit.idBytes) {
      this.#complaints.make(
        { method },
        'Refused a request of the server: too many unanswered ones, or its id is too long',
      );
      this.send(
        failure(key, RpcError.internalError, 'Mooring holds too many unanswered requests of this server.'),
      );
      return;
    }
    this.#serverRequests.add(key);
    if (registers.has(method) && !this.registrations.see(method, message)) {
      return this.#events.outgrew(this, 'it registers capabilities without end');
    }
    this.#traffic.asked(this, key, method, message);
  }

  /** The message itself is gone: whoever waits for it is told. */
  #oversized(size: number, head: Uint8Array, tail: Uint8Array): void {
    const { bytes, envelope: found } = envelopeOfEnds(head, tail) ?? {};
    const limit = `Mooring passes messages of up to ${Limit.messageBytes / 1024 / 1024} MiB`;
    const mebibytes = (size / 1024 / 1024).toFixed(1);
    this.#complaints.make(
      { bytes: size, kind: found?.kind },
      'Dropped a message of the server that is too large',
    );
    if (!bytes || !found || found.kind === 'notification') return;
    const id = decode(bytes.subarray(found.id.start, found.id.end));
    if (found.kind === 'request') {
      this.send(failure(id, RpcError.invalidRequest, `The request has ${mebibytes} MiB; ${limit}.`));
      return;
    }
    const pending = this.pending.take(decodeServerId(bytes, found.id));
    if (!pending) return;
    const text = `The answer to ${pending.method} has ${mebibytes} MiB; ${limit}. Ask for less at once.`;
    this.#traffic.answered(pending, failure(decode(pending.callerId), RpcError.internalError, text));
  }
}
