import type { DebugProtocol } from '@vscode/debugprotocol';
import {
  EventEmitter,
  type DebugAdapter,
  type DebugProtocolMessage,
  type Disposable,
  type Event,
} from 'vscode';
import { DebugEvent, type DebugFailedBody } from '../../../../server/protocol/debug.ts';
import { CloseCode, normalizeClose } from '../../../../server/protocol/errors.ts';
import type { Clock } from '../clock.ts';
import { isRecord } from '../json.ts';
import type { Refusal } from '../refusal.ts';
import { type AdapterEnd } from './adapterEnd.ts';
import { decodeFailed, decodeSession } from './adapterMessages.ts';
import type { DebugPaths } from './debugPaths.ts';
import { OutputGate } from './outputGate.ts';
import { UnverifiedBreakpoints } from './unverifiedBreakpoints.ts';

type Message = DebugProtocol.ProtocolMessage;

export interface AdapterWorld {
  readonly url: string;
  readonly protocols: readonly string[];
  readonly clock: Clock;
  readonly paths: DebugPaths;
  /** The adapter runs; children of its session name it by this key. */
  readonly ready: (session: string) => void;
  readonly whyRefused: (url: string) => Promise<Refusal>;
  /** Puts right in place what an adapter is known to say wrongly. */
  readonly mend: (message: Message) => void;
  /** Requests of the adapter that are dealt with here; undefined leaves one to VS Code. */
  readonly reverse: (request: DebugProtocol.Request) => Promise<unknown> | undefined;
  readonly endText: (end: AdapterEnd) => string;
  /** The session has ended by no fault of the user's, who has to be told. */
  readonly lost: (text: string) => void;
  readonly skippedText: (characters: number) => string;
  /** `terminate` or `disconnect` is on its way to the adapter. */
  readonly stopping: (done: Promise<void>) => void;
}

type State =
  | { readonly kind: 'connecting'; readonly queue: Message[] }
  | { readonly kind: 'open' }
  /** The relay said why it will close; what it answers until then is said better by the code. */
  | { readonly kind: 'failing'; readonly failure: DebugFailedBody }
  | { readonly kind: 'ended'; readonly text: string };

/** The relay has deadlines of its own for the adapter; this one is for the relay. */
const openTimeout = 10_000;
const starting: ReadonlySet<string> = new Set(['initialize', 'launch', 'attach']);

/**
 * A debug adapter on the machine that holds the folder, as VS Code's inline adapter: one WebSocket, one DAP
 * message per text frame. Every request is answered, by the adapter or from here; what ends the connection is
 * told in the debug console and in the answers.
 */
export class RelayedAdapter implements DebugAdapter {
  readonly #world: AdapterWorld;
  readonly #messages = new EventEmitter<DebugProtocolMessage>();
  readonly #socket: WebSocket;
  readonly #pending = new Map<number, DebugProtocol.Request>();
  readonly #output: OutputGate;
  readonly #unverified = new UnverifiedBreakpoints();
  #state: State = { kind: 'connecting', queue: [] };
  readonly #opening: Disposable;
  #stopped: (() => void) | undefined;
  #hasTerminated = false;

  readonly onDidSendMessage: Event<DebugProtocolMessage> = this.#messages.event;

  constructor(world: AdapterWorld) {
    this.#world = world;
    this.#output = new OutputGate({
      clock: world.clock,
      deliver: (event) => this.#messages.fire(event),
      note: world.skippedText,
    });
    this.#socket = new WebSocket(world.url, [...world.protocols]);
    this.#opening = world.clock.after(openTimeout, () => void this.#closed(CloseCode.connectionLost));
    this.#socket.addEventListener('open', () => this.#opening.dispose());
    this.#socket.addEventListener('message', ({ data }) => this.#receive(data));
    this.#socket.addEventListener('close', ({ code }) => void this.#closed(code));
  }

  handleMessage(message: DebugProtocolMessage): void {
    // VS Code's type of a message has no members: it is DAP's.
    const typed = message as Message;
    if (typed.type === 'request') this.#expectAnswer(typed as DebugProtocol.Request);
    switch (this.#state.kind) {
      case 'connecting':
        this.#state.queue.push(typed);
        return;
      case 'open':
        this.#send(typed);
        return;
      case 'failing':
        return;
      case 'ended':
        this.#failPending(this.#state.text);
    }
  }

  /** VS Code is done with the session: the relay ends the adapter and what it debugged. */
  dispose(): void {
    this.#end({ kind: 'closed', code: CloseCode.released });
    this.#messages.dispose();
  }

  #expectAnswer(request: DebugProtocol.Request): void {
    this.#pending.set(request.seq, request);
    if (isStop(request) && !this.#stopped && this.#state.kind === 'open')
      this.#world.stopping(new Promise((resolve) => (this.#stopped = resolve)));
  }

  #send(message: Message): void {
    this.#world.paths.outgoing(message);
    this.#socket.send(JSON.stringify(message));
  }

  #receive(data: unknown): void {
    if (typeof data !== 'string' || this.#state.kind === 'ended') return;
    const message = parsed(data);
    if (!message) return;
    this.#world.mend(message);
    if (message.type === 'event') this.#event(message as DebugProtocol.Event);
    else if (message.type === 'response') this.#response(message as DebugProtocol.Response);
    else if (message.type === 'request') this.#request(message as DebugProtocol.Request);
  }

  #event(event: DebugProtocol.Event): void {
    if (event.event === DebugEvent.ready) return this.#ready(decodeSession(event.body));
    if (event.event === DebugEvent.failed) return this.#failing(decodeFailed(event.body));
    if (event.event === 'output') {
      this.#world.paths.incoming(event);
      this.#output.output(event as DebugProtocol.OutputEvent);
      return;
    }
    if (this.#state.kind === 'failing') return;
    if (event.event === 'terminated') this.#hasTerminated = true;
    if (event.event === 'breakpoint') this.#unverified.changed(event as DebugProtocol.BreakpointEvent);
    if (event.event === 'stopped') {
      const shown = this.#unverified.stopped(event as DebugProtocol.StoppedEvent);
      for (const change of shown) this.#deliver(change);
    }
    this.#deliver(event);
  }

  #ready(session: string | undefined): void {
    if (this.#state.kind !== 'connecting') return;
    const { queue } = this.#state;
    this.#state = { kind: 'open' };
    if (session !== undefined) this.#world.ready(session);
    for (const message of queue) this.#send(message);
  }

  #failing(failure: DebugFailedBody): void {
    const queue = this.#state.kind === 'connecting' ? this.#state.queue : [];
    this.#state = { kind: 'failing', failure };
    // The relay waits a moment for a question, so that its refusal can be the answer, and then closes.
    for (const message of queue) this.#send(message);
  }

  #response(response: DebugProtocol.Response): void {
    if (this.#state.kind === 'failing') return;
    const request = this.#pending.get(response.request_seq);
    this.#pending.delete(response.request_seq);
    if (request?.command === 'disconnect') this.#hasTerminated = true;
    if (request?.command === 'setBreakpoints')
      this.#unverified.answered(response as DebugProtocol.SetBreakpointsResponse);
    // After its end nobody wants to read that something could not be asked any more.
    this.#deliver(this.#hasTerminated && !response.success ? canceled(response) : response);
  }

  #request(request: DebugProtocol.Request): void {
    const answer = this.#world.reverse(request);
    if (!answer) return this.#deliver(request);
    void answer.then(
      (body) => this.#answer(request, { success: true, body }),
      (error: unknown) =>
        this.#answer(request, {
          success: false,
          message: error instanceof Error ? error.message : String(error),
        }),
    );
  }

  #answer(
    { seq, command }: DebugProtocol.Request,
    outcome: Pick<DebugProtocol.Response, 'success' | 'body' | 'message'>,
  ): void {
    if (this.#state.kind !== 'open') return;
    const response: DebugProtocol.Response = {
      seq: 0,
      type: 'response',
      request_seq: seq,
      command,
      ...outcome,
    };
    this.#socket.send(JSON.stringify(response));
  }

  #deliver(message: Message): void {
    this.#world.paths.incoming(message);
    this.#output.flush();
    this.#messages.fire(message);
  }

  async #closed(code: number): Promise<void> {
    const state = this.#state;
    if (state.kind === 'ended') return;
    // A browser tells nothing about an answer that was no socket.
    const isRefused = state.kind === 'connecting' && normalizeClose(code) === CloseCode.connectionLost;
    const failure = state.kind === 'failing' ? state.failure : undefined;
    this.#end(
      isRefused
        ? { kind: 'refused', why: await this.#world.whyRefused(this.#world.url) }
        : { kind: 'closed', code: normalizeClose(code), ...(failure && { failure }) },
    );
  }

  #end(end: AdapterEnd): void {
    if (this.#state.kind === 'ended') return;
    const text = this.#world.endText(end);
    const isExpected = this.#hasTerminated || (end.kind === 'closed' && end.code === CloseCode.released);
    this.#opening.dispose();
    this.#stopped?.();
    this.#output.dispose();
    this.#socket.close(1000);
    // What the relay said of a failure stands in the console already.
    if (!isExpected && this.#state.kind !== 'failing') this.#say('stderr', text);
    // An answer to one of these is shown by VS Code.
    const isAnswer = [...this.#pending.values()].some(({ command }) => starting.has(command));
    if (!isExpected && !isAnswer) this.#world.lost(text);
    this.#state = { kind: 'ended', text };
    const isKnown = this.#hasTerminated;
    this.#hasTerminated = isExpected;
    this.#failPending(text);
    if (!isKnown) this.#messages.fire({ seq: 0, type: 'event', event: 'terminated' });
  }

  #say(category: string, line: string): void {
    const event: DebugProtocol.OutputEvent = {
      seq: 0,
      type: 'event',
      event: 'output',
      body: { category, output: `${line}\n` },
    };
    this.#messages.fire(event);
  }

  /** Whoever waits gets an answer; to end what has ended is a success. */
  #failPending(text: string): void {
    for (const request of this.#pending.values()) {
      const { seq, command } = request;
      const answer = { seq: 0, type: 'response', request_seq: seq, command };
      const failure = { ...answer, success: false, message: text };
      if (isStop(request)) this.#messages.fire({ ...answer, success: true });
      else this.#messages.fire(this.#hasTerminated ? canceled(failure) : failure);
    }
    this.#pending.clear();
  }
}

/** By these words VS Code knows that a request was given up, and stays silent. */
function canceled(response: DebugProtocol.Response): DebugProtocol.Response {
  return { ...response, command: 'canceled', message: 'canceled', body: undefined };
}

function isStop({ command }: DebugProtocol.Request): boolean {
  return command === 'disconnect' || command === 'terminate';
}

function parsed(data: string): Message | undefined {
  try {
    const message: unknown = JSON.parse(data);
    return isRecord(message) && typeof message['type'] === 'string'
      ? (message as object as Message)
      : undefined;
  } catch {
    // The relay forwards whole messages; what is none cannot be answered either.
    return undefined;
  }
}
