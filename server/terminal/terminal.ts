import type { Clock, Timer } from '../broker/clock.ts';
import { Countdown } from '../broker/countdown.ts';
import type { Log } from '../broker/log.ts';
import {
  TerminalFlow,
  type TerminalDetails,
  type TerminalEnd,
  type TerminalRefusal,
  type TerminalReplay,
} from '../protocol/terminal.ts';
import { OutputBatch } from './outputBatch.ts';
import type { Pty, PtyEvents, Screen, TerminalPage } from './ports.ts';
import type { TerminalPolicy } from './terminalPolicy.ts';

/** So much output, in UTF-16 code units, may wait to be put on the screen. */
const backlog = 1024 * 1024;

type State =
  | { readonly kind: 'detached'; readonly expiry: Countdown }
  /** The screen is being read for the page; what comes meanwhile is held for it. */
  | { readonly kind: 'attaching'; readonly page: TerminalPage; readonly held: string[] }
  | { readonly kind: 'attached'; readonly page: TerminalPage }
  | { readonly kind: 'ending'; readonly page: TerminalPage | undefined; readonly reason: TerminalEnd }
  | { readonly kind: 'ended' };

export interface TerminalOptions {
  readonly id: number;
  readonly profile: string;
  readonly cwd: string;
  readonly note: string;
  readonly persistent: boolean;
  /** Attached from the beginning. */
  readonly page: TerminalPage;
  readonly screen: Screen;
  readonly policy: TerminalPolicy;
  readonly clock: Clock;
  readonly log: Log;
  readonly start: (events: PtyEvents) => Pty;
  readonly onEnded: () => void;
}

/** One terminal: a lease on a shell. Pages come and go; it ends once, with a reason. */
export class Terminal {
  readonly id: number;
  note: string;
  readonly #options: TerminalOptions;
  readonly #pty: Pty;
  readonly #screen: Screen;
  readonly #output: OutputBatch;
  #state: State;
  #window: string;
  #program: string;
  #programTimer: Timer | undefined;
  #unparsed = 0;
  #unacknowledged = 0;
  #isPaused = false;
  #exitCode: number | null = null;
  #gone: Promise<void> | undefined;

  /** @throws Error when the shell cannot be started */
  constructor(options: TerminalOptions) {
    this.id = options.id;
    this.note = options.note;
    this.#options = options;
    this.#screen = options.screen;
    this.#output = new OutputBatch(options.clock, (data) => this.page?.data(this.id, data));
    this.#state = { kind: 'attached', page: options.page };
    this.#window = options.page.window;
    this.#program = options.profile;
    this.#pty = options.start({
      data: (data) => this.#received(data),
      exited: (code) => {
        this.#exitCode = code;
        void this.end('exited');
      },
    });
  }

  get details(): TerminalDetails {
    const { profile, cwd } = this.#options;
    return {
      id: this.id,
      pid: this.#pty.pid,
      profile,
      program: this.#program,
      cwd,
      attached: this.page !== undefined,
      window: this.#window,
      note: this.note,
    };
  }

  /** The page it is attached to. */
  get page(): TerminalPage | undefined {
    return 'page' in this.#state ? this.#state.page : undefined;
  }

  attach(page: TerminalPage): Promise<TerminalReplay | TerminalRefusal> {
    if (this.#state.kind !== 'detached') return Promise.resolve(this.#refusal());
    const held: string[] = [];
    const attaching: State = { kind: 'attaching', page, held };
    this.#transition(attaching);
    this.#window = page.window;
    return new Promise((resolve) => {
      this.#screen.write('', () => {
        if (this.#state !== attaching) return resolve(this.#refusal());
        const { columns, rows, data } = this.#screen.snapshot();
        this.#transition({ kind: 'attached', page });
        resolve({ columns, rows, data: data + held.join('') });
      });
    });
  }

  /** Harmless when it is another page's. */
  detach(page: TerminalPage): void {
    const { kind } = this.#state;
    if (this.page !== page || (kind !== 'attached' && kind !== 'attaching')) return;
    const { clock, policy, persistent } = this.#options;
    const time = persistent ? policy.detachedExpiry : policy.transientExpiry;
    const expiry = new Countdown(time, clock, () => void this.end('detached_timeout'));
    this.#transition({ kind: 'detached', expiry });
    this.#output.drop();
    this.#unacknowledged = 0;
    this.#regulate();
  }

  write(data: string): void {
    this.#pty.write(data);
  }

  resize(columns: number, rows: number): void {
    if (this.#state.kind === 'ended') return;
    this.#screen.resize(columns, rows);
    this.#pty.resize(columns, rows);
  }

  acknowledge(count: number): void {
    this.#unacknowledged = Math.max(0, this.#unacknowledged - count);
    this.#regulate();
  }

  clear(): void {
    if (this.#state.kind !== 'ended') this.#screen.clear();
  }

  signal(name: string): void {
    this.#pty.signal(name);
  }

  async cwd(): Promise<string | undefined> {
    return this.#pty.cwd();
  }

  /** Ends it with everything in it, for the first reason that is given; resolves when nothing is left. */
  end(reason: TerminalEnd): Promise<void> {
    return (this.#gone ??= this.#end(reason));
  }

  async #end(reason: TerminalEnd): Promise<void> {
    this.#transition({ kind: 'ending', page: this.page, reason });
    // What waits for a page to read on could not end.
    this.#regulate();
    await this.#pty.end();
    const { page } = this;
    this.#output.flush();
    this.#output.drop();
    this.#programTimer?.cancel();
    this.#transition({ kind: 'ended' });
    this.#screen.dispose();
    page?.ended(this.id, reason, this.#exitCode);
    this.#options.onEnded();
  }

  #received(data: string): void {
    const state = this.#state;
    if (state.kind === 'ended') return;
    if (state.kind === 'ending') return this.#sayGoodbye(data);
    this.#unparsed += data.length;
    this.#screen.write(data, () => {
      this.#unparsed -= data.length;
      this.#regulate();
    });
    if (state.kind === 'attaching') state.held.push(data);
    else if (this.page) {
      this.#unacknowledged += data.length;
      this.#output.add(data);
    }
    this.#regulate();
    this.#programTimer ??= this.#options.clock.after(this.#options.policy.programTime, () =>
      this.#lookAtProgram(),
    );
  }

  /** Nobody comes back to the screen any more; the page gets as much as it would take anyway. */
  #sayGoodbye(data: string): void {
    if (!this.page || this.#unacknowledged > TerminalFlow.high) return;
    this.#unacknowledged += data.length;
    this.#output.add(data);
  }

  /** The program waits while the page or the screen is behind. */
  #regulate(): void {
    const isLeaving = this.#state.kind === 'ending' || this.#state.kind === 'ended';
    const isBehind = !isLeaving && (this.#unparsed > backlog || this.#unacknowledged > TerminalFlow.high);
    const isDone = isLeaving || (this.#unparsed < backlog / 2 && this.#unacknowledged <= TerminalFlow.low);
    if (!this.#isPaused && isBehind) {
      this.#isPaused = true;
      this.#pty.pause();
    } else if (this.#isPaused && isDone) {
      this.#isPaused = false;
      this.#pty.resume();
    }
  }

  #lookAtProgram(): void {
    this.#programTimer = undefined;
    const program = this.#pty.program();
    if (program === '' || program === this.#program) return;
    this.#program = program;
    this.page?.program(this.id, program);
  }

  #refusal(): TerminalRefusal {
    if (this.page && this.#state.kind !== 'ending')
      return {
        refused: 'attached',
        message: 'This terminal is open in another window. Close it there first.',
      };
    return { refused: 'gone', message: 'This terminal has ended. Open a new one.' };
  }

  #transition(next: State): void {
    const { log } = this.#options;
    if (this.#state.kind === 'ended') throw new Error(`Bug: terminal ${this.id} goes on after its end.`);
    if (this.#state.kind === 'detached') this.#state.expiry.cancel();
    const fields = {
      terminal: this.id,
      pid: this.#pty.pid,
      ...('reason' in next && { reason: next.reason }),
    };
    log.debug({ ...fields, from: this.#state.kind, to: next.kind }, 'A terminal changed its state');
    this.#state = next;
  }
}
