import type { Clock } from '../broker/clock.ts';
import type { Log } from '../broker/log.ts';
import type {
  TerminalDetails,
  TerminalRefusal,
  TerminalReplay,
  TerminalRequest,
} from '../protocol/terminal.ts';
import type { Pty, PtyEvents, Screen, TerminalPage } from './ports.ts';
import { Terminal } from './terminal.ts';
import type { TerminalPolicy } from './terminalPolicy.ts';
import { messageOf } from '../thrown.ts';

/** A shell that is ready to be started in a folder. */
export interface Shell {
  readonly profile: string;
  readonly cwd: string;
  /** @throws Error when the machine cannot */
  start(events: PtyEvents): Pty;
}

export interface TerminalsOptions {
  /** Finds profile and folder. */
  readonly shell: (request: TerminalRequest) => Promise<Shell | TerminalRefusal>;
  readonly screen: (columns: number, rows: number, scrollback: number) => Screen;
  readonly newId: () => number;
  readonly policy: TerminalPolicy;
  readonly clock: Clock;
  readonly log: Log;
}

/** All terminals there are. */
export class Terminals {
  readonly #options: TerminalsOptions;
  readonly #byId = new Map<number, Terminal>();
  /** Being started. */
  #pending = 0;
  #isStopped = false;

  constructor(options: TerminalsOptions) {
    this.#options = options;
  }

  list(): readonly TerminalDetails[] {
    return [...this.#byId.values()].map(({ details }) => details);
  }

  /** The one with this id if it is attached to this page. */
  of(page: TerminalPage, id: number): Terminal | undefined {
    const terminal = this.#byId.get(id);
    return terminal?.page === page ? terminal : undefined;
  }

  async create(request: TerminalRequest, page: TerminalPage): Promise<TerminalDetails | TerminalRefusal> {
    const full = this.#refusal();
    if (full) return full;
    this.#pending++;
    try {
      const shell = await this.#options.shell(request);
      if ('refused' in shell) return shell;
      return this.#isStopped ? goingAway : this.#start(shell, request, page);
    } finally {
      this.#pending--;
    }
  }

  attach(id: number, page: TerminalPage): Promise<TerminalReplay | TerminalRefusal> {
    const terminal = this.#byId.get(id);
    if (terminal) return terminal.attach(page);
    return Promise.resolve({
      refused: 'gone',
      message: 'This terminal does not exist any more. Open a new one.',
    });
  }

  /** A page goes, and its terminals go on without it. */
  leave(page: TerminalPage): void {
    for (const terminal of this.#byId.values()) terminal.detach(page);
  }

  /** A page may also close what no page is attached to. */
  close(id: number, page: TerminalPage): void {
    const terminal = this.#byId.get(id);
    if (terminal && (terminal.page ?? page) === page) void terminal.end('closed');
  }

  note(id: number, page: TerminalPage, note: string): void {
    const terminal = this.of(page, id);
    if (terminal) terminal.note = note;
  }

  /** Ends all of them; resolves when nothing of them is left. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    await Promise.all([...this.#byId.values()].map((terminal) => terminal.end('server_stop')));
  }

  #start(shell: Shell, request: TerminalRequest, page: TerminalPage): TerminalDetails | TerminalRefusal {
    const { screen, policy, clock, log } = this.#options;
    const id = this.#options.newId();
    const own = screen(request.columns, request.rows, request.scrollback);
    try {
      const terminal = new Terminal({
        id,
        page,
        policy,
        clock,
        log,
        screen: own,
        note: request.note,
        persistent: request.persistent,
        profile: shell.profile,
        cwd: shell.cwd,
        start: (events) => shell.start(events),
        onEnded: () => this.#byId.delete(id),
      });
      this.#byId.set(id, terminal);
      log.info({ terminal: id, profile: shell.profile, pid: terminal.details.pid }, 'Opened a terminal');
      return terminal.details;
    } catch (error) {
      own.dispose();
      const reason = messageOf(error);
      log.warn({ profile: shell.profile, reason }, 'A terminal could not be started');
      return {
        refused: 'not-started',
        message: `${shell.profile} could not be started: ${reason}. Choose another profile.`,
      };
    }
  }

  #refusal(): TerminalRefusal | undefined {
    if (this.#isStopped) return goingAway;
    const count = this.#byId.size + this.#pending;
    if (count < this.#options.policy.terminals) return undefined;
    const detached = this.list().filter(({ attached }) => !attached).length;
    const where =
      detached > 0 ? `, ${detached} of them in no window ("Terminal: Attach to Session…" finds them)` : '';
    return {
      refused: 'capacity',
      message: `${count} terminals are open already${where}. Close one of them first.`,
    };
  }
}

const goingAway: TerminalRefusal = { refused: 'not-started', message: 'The server is stopping.' };
