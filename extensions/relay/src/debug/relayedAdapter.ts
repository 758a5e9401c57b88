import type { DebugProtocol } from '@vscode/debugprotocol';
import { EventEmitter, type DebugAdapter, type DebugProtocolMessage, type Event } from 'vscode';
import { CloseCode } from '../../../../server/protocol/errors.ts';
import { AdapterConnection } from './adapterConnection.ts';
import type { AdapterEnd } from './adapterEnd.ts';
import type { Message, Ready } from './adapterMessages.ts';
import type { AdapterWorld } from './adapterWorld.ts';
import { Adoption } from './adoption.ts';
import { KnownBreakpoints } from './knownBreakpoints.ts';
import { onTheWire } from './onTheWire.ts';
import { RequestNumbers } from './requestNumbers.ts';
import { canceled, isStart, isStop, type Outcome } from './requests.ts';
import { UnverifiedBreakpoints } from './unverifiedBreakpoints.ts';

type State =
  /** What VS Code said so far waits for the adapter. */
  | { readonly kind: 'connecting'; readonly queue: Message[] }
  | { readonly kind: 'open' }
  /** What is asked meanwhile is sent when the connection is back. */
  | { readonly kind: 'away'; readonly back: () => void }
  /** The relay said why it will close; what it answers until then is said better by the code. */
  | { readonly kind: 'failing' }
  | { readonly kind: 'ended'; readonly text: string };

/**
 * A debug adapter on the machine that holds the folder, as VS Code's inline adapter. Every request is answered, by the
 * adapter or from here; what ends the connection is told in the debug console and in the answers.
 */
export class RelayedAdapter implements DebugAdapter {
  readonly #world: AdapterWorld;
  readonly #messages = new EventEmitter<DebugProtocolMessage>();
  readonly #connection: AdapterConnection;
  /** What VS Code waits for, in the order it asked. */
  readonly #pending = new Map<number, DebugProtocol.Request>();
  readonly #unverified = new UnverifiedBreakpoints();
  readonly #adoption: Adoption | undefined;
  #state: State = { kind: 'connecting', queue: [] };
  readonly #numbers = new RequestNumbers();
  readonly #knownBreakpoints = new KnownBreakpoints();
  #stopped: (() => void) | undefined;
  #hasTerminated = false;

  readonly onDidSendMessage: Event<DebugProtocolMessage> = this.#messages.event;

  /** @param takeUp the session of an earlier page that it is to go on with */
  constructor(world: AdapterWorld, takeUp?: string) {
    this.#world = world;
    if (takeUp !== undefined) {
      this.#adoption = new Adoption({
        answer: (request, body) => this.#answerHere(request, { success: true, body }),
        deliver: (message) => this.#retell(message),
      });
    }
    this.#connection = new AdapterConnection(world, takeUp, {
      ready: (ready) => this.#ready(ready),
      retold: () => this.#retold(),
      failing: () => this.#failing(),
      message: (message) => this.#receive(message),
      away: () => this.#away(),
      closed: (end) => this.#end(end),
    });
  }

  /** The network may be back. */
  hurry(): void {
    this.#connection.hurry();
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
        this.#pass(typed);
        return;
      case 'away':
        this.#stopAway(typed);
        return;
      case 'failing':
        return;
      case 'ended':
        this.#failPending(this.#state.text);
    }
  }

  /**
   * VS Code is done with the session, or with the whole page: which of both only the relay can tell, by whether it was
   * asked to end the session before.
   */
  dispose(): void {
    this.#end({ kind: 'closed', code: CloseCode.released });
    this.#messages.dispose();
  }

  #expectAnswer(request: DebugProtocol.Request): void {
    this.#pending.set(request.seq, request);
    if (isStop(request) && !this.#stopped && this.#state.kind === 'open')
      this.#world.stopping(new Promise((resolve) => (this.#stopped = resolve)));
  }

  /** Whoever presses Stop a second time does not want to wait for the network; the relay ends it without us. */
  #stopAway(message: Message): void {
    const stops = [...this.#pending.values()].filter(isStop);
    if (message.type === 'request' && isStop(message as DebugProtocol.Request) && stops.length > 1)
      this.#end({ kind: 'closed', code: CloseCode.released });
  }

  #pass(message: Message): void {
    const isAnswered =
      message.type === 'request' && this.#adoption?.answers(message as DebugProtocol.Request);
    if (!isAnswered) this.#send(message);
  }

  #send(message: Message): void {
    this.#world.paths.outgoing(message);
    this.#connection.send(onTheWire(message, this.#numbers.offset));
  }

  #receive(message: Message): void {
    if (this.#state.kind === 'ended') return;
    this.#world.mend(message);
    if (message.type === 'response') {
      const { request_seq, ...rest } = message as DebugProtocol.Response;
      return this.#response({ ...rest, request_seq: this.#numbers.ofVscode(request_seq) });
    }
    if (this.#adoption?.holds(message)) return;
    if (message.type === 'event') this.#event(message as DebugProtocol.Event);
    else if (message.type === 'request') this.#request(message as DebugProtocol.Request);
  }

  #event(event: DebugProtocol.Event): void {
    if (event.event === 'output') return this.#deliver(event);
    if (this.#state.kind === 'failing') return;
    if (event.event === 'terminated') this.#hasTerminated = true;
    if (event.event === 'breakpoint') this.#unverified.changed(event as DebugProtocol.BreakpointEvent);
    if (event.event === 'stopped') {
      const shown = this.#unverified.stopped(event as DebugProtocol.StoppedEvent);
      for (const change of shown) this.#deliver(change);
    }
    this.#deliver(event);
  }

  /** What was said before this page was there. */
  #retell(message: Message): void {
    if (message.type === 'request') this.#request(message as DebugProtocol.Request);
    else this.#event(message as DebugProtocol.Event);
  }

  #ready({ session, resumed }: Ready): void {
    if (session !== undefined) this.#world.ready(session);
    if (this.#state.kind === 'away') return this.#giveUpAnswers(resumed?.firstSeq ?? 0);
    if (!resumed) return this.#open();
    this.#numbers.startAt(resumed.firstSeq);
    if (resumed.droppedOutput > 0) this.#say('console', this.#world.droppedText(resumed.droppedOutput));
  }

  #open(): void {
    if (this.#state.kind !== 'connecting') return;
    const { queue } = this.#state;
    this.#state = { kind: 'open' };
    for (const message of queue) this.#pass(message);
  }

  #retold(): void {
    this.#adoption?.retold();
    if (this.#state.kind !== 'away') return this.#open();
    this.#state.back();
    this.#state = { kind: 'open' };
    // These never arrived.
    for (const request of this.#pending.values()) this.#send(request);
  }

  #away(): void {
    if (this.#state.kind !== 'open') return;
    this.#world.away(new Promise((resolve) => (this.#state = { kind: 'away', back: resolve })));
  }

  /** Answers that were lost with the connection never come. */
  #giveUpAnswers(firstSeq: number): void {
    for (const request of this.#pending.values()) {
      if (request.seq + this.#numbers.offset >= firstSeq) continue;
      this.#answerHere(request, isStop(request) ? { success: true } : canceled);
    }
  }

  #failing(): void {
    const queue = this.#state.kind === 'connecting' ? this.#state.queue : [];
    this.#state = { kind: 'failing' };
    // The relay waits a moment for a question, so that its refusal can be the answer, and then closes.
    for (const message of queue) this.#send(message);
  }

  #response(response: DebugProtocol.Response): void {
    if (this.#adoption?.holds(response)) return;
    if (this.#state.kind === 'failing') return;
    const request = this.#pending.get(response.request_seq);
    if (!request || (this.#adoption && this.#hasRepeated(request, response))) return;
    this.#pending.delete(response.request_seq);
    if (request.command === 'disconnect') this.#hasTerminated = true;
    if (request.command === 'setBreakpoints')
      this.#unverified.answered(response as DebugProtocol.SetBreakpointsResponse);
    // After its end nobody wants to read that something could not be asked any more.
    const isVain = this.#hasTerminated && !response.success;
    this.#deliver(isVain ? { ...response, ...canceled, body: undefined } : response);
  }

  #hasRepeated(request: DebugProtocol.Request, response: DebugProtocol.Response): boolean {
    const repeated = this.#knownBreakpoints.repeat(request, response);
    if (!repeated) return false;
    const [first, second] = [this.#numbers.another(0), this.#numbers.another(request.seq)];
    if (second === undefined) return false;
    this.#connection.send({ ...repeated[0], seq: first });
    this.#connection.send({ ...repeated[1], seq: second });
    return true;
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

  #answer({ seq, command }: DebugProtocol.Request, outcome: Outcome): void {
    if (this.#state.kind !== 'open') return;
    this.#connection.send({ seq: 0, type: 'response', request_seq: seq, command, ...outcome });
  }

  /** Answers a request of VS Code's. */
  #answerHere({ seq, command }: DebugProtocol.Request, outcome: Outcome): void {
    this.#pending.delete(seq);
    this.#messages.fire({ seq: 0, type: 'response', request_seq: seq, command, ...outcome });
  }

  #deliver(message: Message): void {
    this.#world.paths.incoming(message);
    this.#messages.fire(message);
  }

  #end(end: AdapterEnd): void {
    const state = this.#state;
    if (state.kind === 'ended') return;
    const text = this.#world.endText(end);
    const isExpected = this.#hasTerminated || (end.kind === 'closed' && end.code === CloseCode.released);
    if (state.kind === 'away') state.back();
    this.#stopped?.();
    this.#connection.close();
    // What the relay said of a failure stands in the console already.
    if (!isExpected && state.kind !== 'failing') this.#say('stderr', text);
    // An answer to one of these is shown by VS Code.
    const isAnswer = [...this.#pending.values()].some(isStart);
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
    const failure = this.#hasTerminated ? canceled : { success: false, message: text };
    for (const request of this.#pending.values())
      this.#answerHere(request, isStop(request) ? { success: true } : failure);
  }
}
