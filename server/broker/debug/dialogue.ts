import { Limit } from '../../protocol/errors.ts';
import type { Log } from '../log.ts';
import type { Page } from '../ports.ts';
import { decode } from '../text.ts';
import { event, failure, output, request, success } from './dap.ts';
import { scanDap, type DapEnvelope } from './dapEnvelope.ts';
import { OpenRequests } from './openRequests.ts';
import { refuseAdapterRequest, refusePageRequest } from './pathGuard.ts';
import type { DebugSubject, Line } from './ports.ts';

/** What the session must know of what is said. */
export type Note =
  | 'initialize asked'
  | 'initialize answered'
  | 'disconnect asked'
  | 'disconnect answered'
  | 'terminated';

export interface DialogueOptions {
  readonly subject: DebugSubject;
  readonly page: Page;
  readonly log: Log;
  readonly onNote: (note: Note) => void;
}

type Request = Extract<DapEnvelope, { type: 'request' }>;

/** What a page and an adapter say to each other: passed on as it is, with an eye on who owes whom an answer. */
export class Dialogue {
  readonly #options: DialogueOptions;
  readonly #page: Page;
  readonly #ofPage = new OpenRequests();
  readonly #ofAdapter = new OpenRequests();
  #program: 'none' | 'launched' | 'attached' = 'none';
  #disconnect: 'unasked' | 'asked' | 'answered' = 'unasked';
  #isInitialized = false;
  #isTerminated = false;
  #isPageGone = false;
  #lastSeq = 0;

  constructor(options: DialogueOptions) {
    this.#options = options;
    this.#page = options.page;
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

  /** Nobody waits for the adapter, and it has a program that may have come to its end. */
  get isQuiet(): boolean {
    return this.#program !== 'none' && this.#ofPage.isEmpty;
  }

  /** The adapter has said all that it has to: nothing is to be waited for any more. */
  get isOver(): boolean {
    return this.#isTerminated || this.#disconnect === 'answered';
  }

  /** One side has said that it is over, or is about to end. */
  get isEnding(): boolean {
    return this.#isTerminated || this.#disconnect !== 'unasked';
  }

  fromPage(line: Line, message: Uint8Array): void {
    const envelope = scanDap(message);
    if (!envelope || envelope.type === 'event') {
      const { label } = this.#options.subject;
      return this.#options.log.warn({ label }, 'Ignored what a page sent, since it is no DAP request');
    }
    if (envelope.type === 'request') {
      const refusal = this.#refusal(envelope, message);
      if (refusal !== undefined) {
        return this.#page.send(failure(envelope.seq, envelope.command, refusal));
      }
      this.#asked(envelope);
    } else this.#ofAdapter.settle(envelope.requestSeq);
    if (!line.send(message)) this.#page.pause();
  }

  fromAdapter(line: Line, message: Uint8Array): void {
    const envelope = scanDap(message);
    if (!envelope) {
      const { label } = this.#options.subject;
      return this.#options.log.warn({ label }, 'Dropped a message of a debug adapter that is no DAP');
    }
    if (envelope.type === 'request' && !this.#mayAsk(line, envelope, message)) return;
    const command = envelope.type === 'response' ? this.#ofPage.settle(envelope.requestSeq) : undefined;
    this.#page.send(message);
    if (command === 'initialize') {
      this.#isInitialized = true;
      this.#options.onNote('initialize answered');
    }
    if (command === 'disconnect') {
      this.#disconnect = 'answered';
      this.#options.onNote('disconnect answered');
    }
    if (envelope.type === 'event' && envelope.event === 'terminated') {
      this.#isTerminated = true;
      this.#options.onNote('terminated');
    }
  }

  /** A message of the adapter was too long to be passed on; these are its ends. */
  oversized(size: number, head: Uint8Array, tail: Uint8Array): void {
    const reason = tooLarge(`A message of ${this.#options.subject.label}`, size);
    const requestSeq = requestSeqIn(head) ?? requestSeqIn(tail);
    const command = requestSeq === undefined ? undefined : this.#ofPage.settle(requestSeq);
    const isAnswer = requestSeq !== undefined && command !== undefined;
    this.#page.send(isAnswer ? failure(requestSeq, command, reason) : output('stderr', `${reason}\n`));
  }

  /** The page has gone: speaks for it, and asks the adapter to end. */
  leave(line: Line): void {
    this.#isPageGone = true;
    for (const [seq, command] of this.#ofAdapter.drain()) {
      line.send(failure(seq, command, 'The editor is gone.'));
    }
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
      this.#page.send(isDone ? success(seq, command) : failure(seq, command, reason));
    }
  }

  /** Says `terminated` if the adapter has not, and is not going to. */
  terminate(): void {
    if (!this.#isTerminated) this.#page.send(event('terminated'));
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

  #asked({ seq, command }: Request): void {
    this.#lastSeq = Math.max(this.#lastSeq, seq);
    if (command === 'initialize') this.#options.onNote('initialize asked');
    else if (command === 'launch') this.#program = 'launched';
    else if (command === 'attach') this.#program = 'attached';
    else if (command === 'disconnect') {
      this.#disconnect = 'asked';
      this.#options.onNote('disconnect asked');
    }
  }

  /** Whether a request of the adapter is for the page; otherwise it is answered here. */
  #mayAsk(line: Line, { seq, command }: Request, message: Uint8Array): boolean {
    const { subject } = this.#options;
    const reason = this.#isPageGone
      ? 'The editor is gone.'
      : (refuseAdapterRequest(command, message, subject) ??
        (this.#ofAdapter.add(seq, command) ? undefined : 'There are too many requests to answer.'));
    if (reason === undefined) return true;
    line.send(failure(seq, command, reason));
    this.#page.send(output('stderr', `${subject.label} asked for "${command}" and was refused. ${reason}\n`));
    return false;
  }
}

/** From an end of a response that was too long to be kept. */
function requestSeqIn(bytes: Uint8Array): number | undefined {
  const found = /"request_seq"\s*:\s*(\d+)/.exec(decode(bytes));
  return found?.[1] === undefined ? undefined : Number(found[1]);
}

function tooLarge(what: string, bytes: number): string {
  const mebibytes = 1024 * 1024;
  const size = (bytes / mebibytes).toFixed(1);
  return `${what} has ${size} MiB; Mooring passes messages of up to ${Limit.messageBytes / mebibytes} MiB.`;
}
