import { DebugEvent } from '../../protocol/debug.ts';
import { Limit } from '../../protocol/errors.ts';
import type { ExitReport } from '../../protocol/exit.ts';
import type { Clock } from '../clock.ts';
import type { Log } from '../log.ts';
import type { Audience } from './audience.ts';
import { event, failure, output, request, success } from './dap.ts';
import { scanDap, type DapEnvelope } from './dapEnvelope.ts';
import { OpenRequests } from './openRequests.ts';
import { OutputGate } from './outputGate.ts';
import { refuseAdapterRequest, refusePageRequest } from './pathGuard.ts';
import { requestSeqIn, tooLarge } from './oversized.ts';
import type { DebugSubject, Line } from './ports.ts';
import { Recollection, type Retelling } from './recollection.ts';
import { allContinued } from './stops.ts';

/** What the session must know of what is said. */
export type Note =
  | 'initialize asked'
  | 'initialize answered'
  | 'disconnect asked'
  | 'disconnect answered'
  | 'terminated';

export interface DialogueOptions {
  readonly subject: DebugSubject;
  readonly audience: Audience;
  readonly clock: Clock;
  readonly log: Log;
  readonly onNote: (note: Note) => void;
}

const gone = 'The editor is gone.';
const heldRequests = 16;

type Request = Extract<DapEnvelope, { type: 'request' }>;

/** What a page and an adapter say to each other: passed on as it is, with an eye on who owes whom an answer. */
export class Dialogue {
  readonly #options: DialogueOptions;
  readonly #audience: Audience;
  readonly #output: OutputGate;
  readonly #recollection = new Recollection();
  readonly #ofPage = new OpenRequests();
  readonly #ofAdapter = new OpenRequests();
  /** Requests of the adapter that wait for a page to come. */
  #held: { readonly request: Request; readonly message: Uint8Array }[] = [];
  #program: 'none' | 'launched' | 'attached' = 'none';
  #disconnect: 'unasked' | 'asked' | 'answered' = 'unasked';
  #isInitialized = false;
  #isTerminated = false;
  #isTerminateAsked = false;
  #endedByItself = false;
  #isPageGone = false;
  #lastSeq = 0;
  /** Where the numbers of the page that is here begin; what is below was asked by one before it. */
  #firstSeq = 0;

  constructor(options: DialogueOptions) {
    this.#options = options;
    this.#audience = options.audience;
    this.#output = new OutputGate(options.clock, (message) => this.#tell('output', message));
  }

  /** Whether there is one to debug, ours or somebody else's. */
  get program(): 'none' | 'launched' | 'attached' {
    return this.#program;
  }

  get disconnect(): 'unasked' | 'asked' | 'answered' {
    return this.#disconnect;
  }

  /** It has answered `initialize`. */
  get isInitialized(): boolean {
    return this.#isInitialized;
  }

  /** Where the program is its own adapter, its end may be all that is said of it. */
  isPlainEnd(exit: ExitReport | undefined): boolean {
    return exit?.code === 0 && this.#program !== 'none' && this.#ofPage.isEmpty;
  }

  /** The adapter has said all that it has to: nothing is to be waited for any more. */
  get isOver(): boolean {
    return this.#isTerminated || this.#disconnect === 'answered';
  }

  /** The adapter said that it is over, and nobody had asked for that. */
  get endedByItself(): boolean {
    return this.#endedByItself;
  }

  /** One side has said that it is over, or is about to end. */
  get isEnding(): boolean {
    return this.#isTerminated || this.#disconnect !== 'unasked';
  }

  /** The program runs, nobody wants it to end, and enough is known to have another page go on with it. */
  get isTakeable(): boolean {
    return this.#recollection.isComplete && this.#disconnect === 'unasked' && !this.#isTerminateAsked;
  }

  get configuration(): Record<string, unknown> {
    return this.#recollection.configuration() ?? {};
  }

  /** Where the page's numbers are to begin, so that none occurs twice. */
  get nextSeq(): number {
    return this.#lastSeq + 1;
  }

  fromPage(line: Line, message: Uint8Array): void {
    const envelope = scanDap(message);
    if (envelope?.type === 'event' && envelope.event === DebugEvent.check) {
      return this.#audience.repeat(event(DebugEvent.here));
    }
    if (!envelope || envelope.type === 'event') {
      const { label } = this.#options.subject;
      return this.#options.log.warn({ label }, 'Ignored what a page sent, since it is no DAP request');
    }
    if (envelope.type === 'request') {
      const refusal = this.#refusal(envelope, message);
      if (refusal !== undefined) {
        return this.#audience.send(failure(envelope.seq, envelope.command, refusal));
      }
      this.#asked(envelope, message);
    } else this.#ofAdapter.settle(envelope.requestSeq);
    if (!line.send(message)) this.#audience.pause();
  }

  fromAdapter(line: Line, message: Uint8Array): void {
    const envelope = scanDap(message);
    if (!envelope) {
      const { label } = this.#options.subject;
      return this.#options.log.warn({ label }, 'Dropped a message of a debug adapter that is no DAP');
    }
    if (envelope.type !== 'event') this.#output.flush();
    if (envelope.type === 'response') return this.#answered(envelope.requestSeq, message);
    if (envelope.type === 'request') {
      if (this.#mayAsk(line, envelope, message)) this.#audience.send(message);
      return;
    }
    this.#say(envelope.event, message);
    if (envelope.event === 'terminated') {
      this.#endedByItself ||= !this.isEnding && !this.#isTerminateAsked;
      this.#isTerminated = true;
      this.#options.onNote('terminated');
    }
  }

  /** An `output` event of the relay's own. */
  output(message: Uint8Array): void {
    this.#say('output', message);
  }

  #say(name: string, message: Uint8Array): void {
    if (name === 'output') return this.#output.output(message);
    this.#output.flush();
    this.#tell(name, message);
  }

  #tell(name: string, message: Uint8Array): void {
    this.#audience.send(message);
    this.#recollection.heard(name, message, this.#audience.said, this.#audience.page === undefined);
  }

  #answered(seq: number, message: Uint8Array): void {
    const command = this.#ofPage.settle(seq);
    const isLate = seq < this.#firstSeq;
    if (!isLate) this.#audience.send(message);
    if (command === undefined) return;
    const hasContinued = this.#recollection.answered(seq, command, message, this.#audience.said);
    if (isLate && hasContinued) this.#audience.send(allContinued());
    if (command === 'initialize') {
      this.#isInitialized = true;
      this.#options.onNote('initialize answered');
    }
    if (command === 'disconnect') {
      this.#disconnect = 'answered';
      this.#options.onNote('disconnect answered');
    }
  }

  /** A message of the adapter was too long to be passed on; these are its ends. */
  oversized(size: number, head: Uint8Array, tail: Uint8Array): void {
    const reason = tooLarge(`A message of ${this.#options.subject.label}`, size);
    const requestSeq = requestSeqIn(head) ?? requestSeqIn(tail);
    const command = requestSeq === undefined ? undefined : this.#ofPage.settle(requestSeq);
    const isAnswer = requestSeq !== undefined && command !== undefined;
    if (!isAnswer) this.output(output('stderr', `${reason}\n`));
    else if (requestSeq >= this.#firstSeq) this.#audience.send(failure(requestSeq, command, reason));
  }

  /**
   * A page comes. One that was here before, and got so many messages, is told the rest.
   *
   * @returns what it has to be told.
   */
  enter(line: Line, received: number | undefined): Retelling {
    this.#firstSeq = this.nextSeq;
    this.#output.flush();
    if (received !== undefined) return this.#recollection.since(received);
    // The page that was to answer these cannot any more.
    this.#refuseAll(line);
    return this.#recollection.fromTheBeginning();
  }

  /** Passes on what the adapter asked while nobody was here. */
  askHeld(): void {
    for (const { request: held, message } of this.#held.splice(0)) {
      this.#ofAdapter.add(held.seq, held.command);
      this.#audience.send(message);
    }
  }

  /** The page has gone for good: speaks for it, and asks the adapter to end. */
  leave(line: Line): void {
    this.#isPageGone = true;
    this.#refuseAll(line);
    for (const { request: held } of this.#held.splice(0)) line.send(failure(held.seq, held.command, gone));
    if (this.isEnding) return;
    // A program that was attached to was there before, and is not ours to end.
    const args = this.#program === 'attached' ? {} : { terminateDebuggee: true };
    const seq = this.#lastSeq + 1;
    this.#ofPage.add(seq, 'disconnect');
    this.#disconnect = 'asked';
    line.send(request(seq, 'disconnect', args));
  }

  /** Answers what the page still waits for. */
  settle(reason: string): void {
    for (const [seq, command] of this.#ofPage.drain()) {
      // What was to end the session is done, whoever did it.
      const isDone = command === 'disconnect' || command === 'terminate';
      if (seq < this.#firstSeq) continue;
      this.#audience.send(isDone ? success(seq, command) : failure(seq, command, reason));
    }
  }

  /** Nothing more is said. */
  dispose(): void {
    this.#output.dispose();
  }

  /** Says `terminated` if the adapter has not, and is not going to. */
  terminate(): void {
    if (!this.#isTerminated) this.#say('terminated', event('terminated'));
    this.#isTerminated = true;
  }

  #refusal({ seq, command }: Request, message: Uint8Array): string | undefined {
    const { subject } = this.#options;
    if (message.length > Limit.messageBytes) return tooLarge('This request', message.length);
    const reason = refusePageRequest(command, message, subject);
    if (reason !== undefined) return reason;
    if (this.#ofPage.add(seq, command)) return undefined;
    return `${subject.label} has ${Limit.pendingRequests} requests to answer and gets no more until it does.`;
  }

  #refuseAll(line: Line): void {
    for (const [seq, command] of this.#ofAdapter.drain()) line.send(failure(seq, command, gone));
  }

  #asked({ seq, command }: Request, message: Uint8Array): void {
    this.#lastSeq = Math.max(this.#lastSeq, seq);
    this.#recollection.asked(seq, command, message, this.#audience.said);
    if (command === 'initialize') this.#options.onNote('initialize asked');
    else if (command === 'launch') this.#program = 'launched';
    else if (command === 'attach') this.#program = 'attached';
    else if (command === 'terminate') this.#isTerminateAsked = true;
    else if (command === 'disconnect') {
      this.#disconnect = 'asked';
      this.#options.onNote('disconnect asked');
    }
  }

  /** Whether a request of the adapter is for the page; otherwise it is answered here. */
  #mayAsk(line: Line, { seq, command }: Request, message: Uint8Array): boolean {
    const { subject } = this.#options;
    const isHeld = this.#audience.page === undefined;
    const reason = this.#isPageGone
      ? gone
      : (refuseAdapterRequest(command, message, subject) ??
        (this.#hasRoom(isHeld, seq, command) ? undefined : 'There are too many requests to answer.'));
    if (reason === undefined) {
      if (isHeld)
        this.#held.push({ request: { type: 'request', seq, command }, message: new Uint8Array(message) });
      return !isHeld;
    }
    line.send(failure(seq, command, reason));
    const told = `${subject.label} asked for "${command}" and was refused. ${reason}\n`;
    this.output(output('stderr', told));
    return false;
  }

  #hasRoom(isHeld: boolean, seq: number, command: string): boolean {
    return isHeld ? this.#held.length < heldRequests : this.#ofAdapter.add(seq, command);
  }
}
