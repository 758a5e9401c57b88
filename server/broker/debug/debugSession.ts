import { DebugEvent, type DebugFailedBody, type DebugReadyBody } from '../../protocol/debug.ts';
import { CloseCode, Limit } from '../../protocol/errors.ts';
import type { ExitReport } from '../../protocol/exit.ts';
import type { Clock, Timer } from '../clock.ts';
import { describeExit } from '../exitText.ts';
import type { Log } from '../log.ts';
import type { Page } from '../ports.ts';
import { AdapterRun, type Connected, type Failure, type RunMember } from './adapterRun.ts';
import { event, failure, output } from './dap.ts';
import { scanDap } from './dapEnvelope.ts';
import type { DebugPolicy } from './debugPolicy.ts';
import { Dialogue, type Note } from './dialogue.ts';
import type { DebugSubject, Line } from './ports.ts';

export interface DebugSessionOptions {
  readonly key: string;
  readonly subject: DebugSubject;
  readonly page: Page;
  /** The session whose process it shares. */
  readonly parent?: DebugSession | undefined;
  readonly policy: DebugPolicy;
  readonly clock: Clock;
  readonly log: Log;
  readonly onOver: () => void;
}

type State =
  /** What both sides have said so far waits for `mooring/ready`. */
  | { readonly kind: 'starting'; readonly waiting: Uint8Array[]; readonly early: Uint8Array[]; bytes: number }
  | { readonly kind: 'talking'; readonly line: Line }
  /** The page has gone: the adapter has been asked to end, and is waited for. */
  | { readonly kind: 'leaving'; readonly line: Line }
  /** There is no adapter: the page has a moment to ask, so that it gets this as its answer. */
  | { readonly kind: 'refused'; readonly failure: Failure }
  | { readonly kind: 'over' };

const earlyMessages = 256;

/** One debug session: a page's socket on one side, a line to an adapter on the other. */
export class DebugSession implements RunMember {
  readonly key: string;
  readonly run: AdapterRun;
  readonly #options: DebugSessionOptions;
  readonly #page: Page;
  readonly #dialogue: Dialogue;
  #state: State = { kind: 'starting', waiting: [], early: [], bytes: 0 };
  /** The one thing that is waited for with a limit. */
  #deadline: Timer | undefined;

  constructor(options: DebugSessionOptions) {
    const { key, subject, page, log } = options;
    this.key = key;
    this.#options = options;
    this.#page = page;
    this.#dialogue = new Dialogue({ subject, page, log, onNote: (note) => this.#noted(note) });
    this.run = options.parent?.run ?? new AdapterRun(subject, this);
    void this.#start();
  }

  /** From the page. */
  receive(message: Uint8Array): void {
    const state = this.#state;
    if (state.kind === 'talking') this.#dialogue.fromPage(state.line, message);
    else if (state.kind === 'starting') this.#keep(state, message);
    else if (state.kind === 'refused') this.#refuse(message, state.failure);
  }

  /** The page's buffer is filling up, or has emptied again. */
  congested(isCongested: boolean): void {
    if (this.#state.kind !== 'talking') return;
    if (isCongested) this.#state.line.pause();
    else this.#state.line.resume();
    this.run.congested(this, isCongested);
  }

  /** The page's socket is closed. Harmless when repeated. */
  left(): void {
    if (this.#state.kind === 'talking') this.#leave(this.#state.line);
    else if (this.#state.kind !== 'leaving') this.#end('the page left', 'now');
  }

  /** The server stops. */
  stop(): void {
    this.#dialogue.settle('Mooring stops.');
    this.#page.close(CloseCode.goingAway);
    this.left();
  }

  output(category: 'stdout' | 'stderr', text: string): void {
    const state = this.#state;
    if (category === 'stdout' && this.#dialogue.program === 'none') {
      // No program runs yet: the adapter itself says something, such as where it listens.
      this.#log('Debug adapter wrote to stdout', { stdout: text.slice(0, 400) });
    } else if (state.kind === 'talking') this.#page.send(output(category, text));
    else if (state.kind === 'starting' && state.early.length < earlyMessages) {
      state.early.push(output(category, text));
    }
  }

  exited(exit: ExitReport): void {
    this.#lost(`${this.#name} ended (${describeExit(exit)}).`, exit);
  }

  get #name(): string {
    return this.#options.subject.label;
  }

  async #start(): Promise<void> {
    const connected = await this.run.connect(this);
    const state = this.#state;
    if (state.kind !== 'starting') {
      if ('line' in connected) connected.line.close();
      return;
    }
    if (!('line' in connected)) return this.#fail(connected);
    const { line } = connected;
    this.#page.send(event(DebugEvent.ready, this.#readyBody(connected)));
    for (const message of state.early) this.#page.send(message);
    this.#transition({ kind: 'talking', line }, 'the adapter is there');
    this.#listen(line);
    for (const message of state.waiting) this.receive(message);
  }

  #listen(line: Line): void {
    line.listen({
      message: (message) => this.#dialogue.fromAdapter(line, message),
      oversized: (size, head, tail) => this.#dialogue.oversized(size, head, tail),
      noise: (text) => {
        const shown = text.slice(0, 400).trimEnd();
        this.output(
          'stderr',
          `${this.#name} wrote what is no DAP message where only those may stand: ${shown}\n`,
        );
      },
      brokeProtocol: (reason) =>
        this.#fail({ code: CloseCode.serverExited, reason: `${this.#name} broke the protocol: ${reason}.` }),
      drained: () => this.#page.resume(),
      closed: () => {
        // If this is a surprise, the exit of the process may tell why.
        const grace = this.#isExpected ? 0 : this.#options.policy.closedGrace;
        this.#within(grace, () => this.#lost(`${this.#name} closed its connection.`));
      },
    });
  }

  #readyBody({ adapter, version }: Connected): DebugReadyBody {
    const { parent, subject } = this.#options;
    const { command, pid } = adapter;
    return {
      session: this.key,
      ...(parent && { parent: parent.key }),
      adapter: { label: subject.label, command, ...(version !== undefined && { version }), pid },
    };
  }

  #keep(state: Extract<State, { kind: 'starting' }>, message: Uint8Array): void {
    state.waiting.push(message);
    state.bytes += message.length;
    if (state.waiting.length <= earlyMessages && state.bytes <= Limit.outboundBytes) return;
    const reason = 'The page sent more than is kept until the debug adapter is there.';
    this.#fail({ code: CloseCode.connectionLost, reason });
  }

  #noted(note: Note): void {
    const { initializeTimeout, disconnectTimeout } = this.#options.policy;
    if (note === 'initialize asked') {
      const reason = `${this.#name} did not answer "initialize" within ${initializeTimeout / 1000} s and was stopped.`;
      return this.#within(initializeTimeout, () => this.#fail({ code: CloseCode.startFailed, reason }));
    }
    if (note === 'disconnect asked') {
      return this.#within(disconnectTimeout, () => this.#finish('it did not answer disconnect', 'now'));
    }
    if (note === 'initialize answered') {
      if (this.#dialogue.disconnect === 'unasked') this.#deadline?.cancel();
    } else if (this.#state.kind === 'leaving') this.#end('it said goodbye', 'politely');
    else if (note === 'disconnect answered') {
      // The page has this long to close its socket.
      this.#within(disconnectTimeout, () => this.#finish('it is disconnected', 'politely'));
    }
  }

  get #isExpected(): boolean {
    return this.#dialogue.isEnding || this.run.isEnding;
  }

  /** The adapter, or the line to it, is gone. */
  #lost(reason: string, exit?: ExitReport): void {
    if (this.#state.kind === 'leaving') this.#end('it is gone', 'politely');
    else if (this.#isExpected || this.#isPlainEnd(exit)) this.#finish('it is gone', 'politely');
    else {
      const code = this.#dialogue.isInitialized ? CloseCode.serverExited : CloseCode.startFailed;
      this.#fail({ code, reason, ...(exit && { exit }) });
    }
  }

  /** Where the program is its own adapter, its end may be all that is said of it. */
  #isPlainEnd(exit: ExitReport | undefined): boolean {
    return exit?.code === 0 && this.#dialogue.isQuiet;
  }

  /** The page has gone. */
  #leave(line: Line): void {
    const isOver = this.#dialogue.isOver;
    this.#transition({ kind: 'leaving', line }, 'the page left');
    line.resume();
    this.#dialogue.leave(line);
    if (isOver) return this.#end('it said goodbye', 'politely');
    this.#within(this.#options.policy.disconnectTimeout, () =>
      this.#end('it did not answer disconnect', 'now'),
    );
  }

  /** An end that was asked for, with the page still there. */
  #finish(why: string, how: 'politely' | 'now'): void {
    this.#dialogue.settle('The debug session is over.');
    this.#dialogue.terminate();
    this.#end(why, how);
    this.#page.close(CloseCode.released);
  }

  #fail(failed: Failure): void {
    const state = this.#state;
    const { code, reason, guidance, exit } = failed;
    if (state.kind === 'leaving') return this.#end(reason, 'now');
    if (state.kind !== 'starting' && state.kind !== 'talking') return;
    const { log, subject } = this.#options;
    log.warn({ type: subject.type, code, reason }, 'Debug session failed');
    const body: DebugFailedBody = {
      reason,
      ...(guidance !== undefined && { guidance }),
      ...(exit && { exit }),
    };
    if (state.kind === 'starting') for (const message of state.early) this.#page.send(message);
    this.#page.send(output('stderr', `${reason}\n`));
    this.#page.send(event(DebugEvent.failed, body));
    if (state.kind === 'talking') {
      this.#dialogue.settle(reason);
      this.#dialogue.terminate();
      this.#end(reason, 'now');
      return this.#page.close(code);
    }
    this.#transition({ kind: 'refused', failure: failed }, reason);
    this.run.release(this, 'now');
    this.#within(this.#options.policy.refusalGrace, () => this.#closeRefused(failed));
    for (const message of state.waiting) this.receive(message);
  }

  #refuse(message: Uint8Array, refused: Failure): void {
    const envelope = scanDap(message);
    if (envelope?.type !== 'request') return;
    this.#page.send(failure(envelope.seq, envelope.command, refused.reason));
    this.#closeRefused(refused);
  }

  #closeRefused({ code, reason }: Failure): void {
    this.#end(reason, 'now');
    this.#page.close(code);
  }

  #end(why: string, how: 'politely' | 'now'): void {
    const state = this.#state;
    if (state.kind === 'over') return;
    this.#deadline?.cancel();
    this.#transition({ kind: 'over' }, why);
    if ('line' in state) state.line.close();
    this.run.release(this, how);
    this.#options.onOver();
  }

  #within(milliseconds: number, run: () => void): void {
    if (this.#state.kind === 'over') return;
    this.#deadline?.cancel();
    this.#deadline = this.#options.clock.after(milliseconds, run);
  }

  #transition(next: State, why: string): void {
    this.#log('Debug session', { from: this.#state.kind, to: next.kind, why });
    this.#state = next;
  }

  #log(message: string, fields: object): void {
    this.#options.log.debug({ type: this.#options.subject.type, ...fields }, message);
  }
}
