import { Emitter } from '@codingame/monaco-vscode-api/vscode/vs/base/common/event';
import {
  GeneralShellType,
  PosixShellType,
  ProcessPropertyType,
  type IProcessDataEvent,
  type IProcessProperty,
  type IProcessPropertyMap,
  type IProcessReadyEvent,
  type ITerminalChildProcess,
  type ITerminalLaunchError,
  type TerminalShellType,
} from '@codingame/monaco-vscode-api/vscode/vs/platform/terminal/common/terminal';
import {
  TerminalLimit,
  type TerminalDetails,
  type TerminalReplay,
  type TerminalRequest,
} from '../../server/protocol/terminal.ts';
import type { TerminalLink } from './terminalLink.ts';

/** Forgets everything shown so far, and every mode: ECMA-48 RIS. */
const reset = '\x1bc';

type State =
  | { readonly kind: 'new'; readonly request: TerminalRequest }
  | { readonly kind: 'known'; readonly details: TerminalDetails }
  | { readonly kind: 'running'; readonly pid: number; readonly cwd: string }
  | { readonly kind: 'over' };

export interface ShellProcessEvents {
  started(process: ShellProcess): void;
  over(process: ShellProcess): void;
  /** It ended while the page could not see it; a sentence for the user. */
  missed(message: string): void;
  /** The page goes: its terminals stay. */
  readonly isLeaving: () => boolean;
  /** Where a terminal starts that may not start where it was to. */
  readonly folder: string;
}

/** One terminal as VS Code sees it: a shell on the server, new or taken up again. */
export class ShellProcess implements ITerminalChildProcess {
  readonly shouldPersist: boolean;
  /** What the server keeps with it: see `TerminalNote`. */
  readonly note: string;
  readonly #link: TerminalLink;
  readonly #events: ShellProcessEvents;
  readonly #data = new Emitter<IProcessDataEvent | string>();
  readonly #replayed = new Emitter<void>();
  readonly #ready = new Emitter<IProcessReadyEvent>();
  readonly #property = new Emitter<IProcessProperty>();
  readonly #exit = new Emitter<number | undefined>();
  readonly onProcessData = this.#data.event;
  readonly onProcessReplayComplete = this.#replayed.event;
  readonly onProcessReady = this.#ready.event;
  readonly onDidChangeProperty = this.#property.event;
  readonly onProcessExit = this.#exit.event;
  #state: State;
  #cwd = '';
  /** While what was on the screen is shown again, answers of the terminal to it are not for the shell. */
  #isReplaying = false;
  #isShutDown = false;
  #size = '';
  /** What stands in the foreground while nothing runs. */
  #shell = '';

  constructor(
    from: TerminalRequest | TerminalDetails,
    shouldPersist: boolean,
    link: TerminalLink,
    events: ShellProcessEvents,
  ) {
    this.#state = 'id' in from ? { kind: 'known', details: from } : { kind: 'new', request: from };
    this.shouldPersist = shouldPersist;
    this.note = from.note;
    this.#link = link;
    this.#events = events;
    this.id = 'id' in from ? from.id : 0;
  }

  /** The server's; 0 until it has started. */
  id: number;

  async start(): Promise<ITerminalLaunchError | undefined> {
    const state = this.#state;
    // VS Code gave up on it meanwhile: the folder is not trusted, say.
    if (this.#isShutDown || (state.kind !== 'new' && state.kind !== 'known'))
      return { message: 'It was closed.' };
    try {
      return await (state.kind === 'new' ? this.#create(state.request) : this.#takeUp(state.details));
    } catch (error) {
      return { message: error instanceof Error ? error.message : String(error) };
    }
  }

  /** After a new connection to the same server: shows everything again, since something may have been missed. */
  async reattach(): Promise<void> {
    if (this.#state.kind !== 'running') return;
    const replay = await this.#link.request('terminal/attach', { id: this.id });
    if ('refused' in replay) {
      this.#events.missed(replay.message);
      this.#end();
      return this.#exit.fire(undefined);
    }
    await this.#replay(replay, reset);
    this.#tellSize();
  }

  received(data: string): void {
    this.#data.fire(data);
  }

  program(name: string): void {
    this.#property.fire({ type: ProcessPropertyType.Title, value: name });
    this.#property.fire({ type: ProcessPropertyType.ShellType, value: shellType(name) });
    // By it VS Code knows whether to ask before it ends a terminal.
    this.#property.fire({ type: ProcessPropertyType.HasChildProcesses, value: name !== this.#shell });
  }

  ended(code: number | null): void {
    this.#end();
    this.#exit.fire(code ?? undefined);
  }

  async detach(): Promise<void> {
    this.#isShutDown = true;
    if (this.#state.kind === 'running') await this.#link.request('terminal/detach', { id: this.id });
    this.#end();
  }

  shutdown(): void {
    this.#isShutDown = true;
    if (this.#events.isLeaving() && this.shouldPersist) return;
    if (this.#state.kind === 'running') this.#link.tell('terminal/close', { id: this.id });
    else this.#end();
  }

  input(data: string): void {
    if (this.#isReplaying) return;
    // Splitting a paste takes nothing from it: it arrives as one.
    for (let at = 0; at < data.length; at += TerminalLimit.input)
      this.#tell('terminal/input', { data: data.slice(at, at + TerminalLimit.input) });
  }

  async processBinary(data: string): Promise<void> {
    this.input(data);
  }

  sendSignal(signal: string): void {
    this.#tell('terminal/signal', { signal });
  }

  resize(columns: number, rows: number): void {
    const isSize = columns > 0 && rows > 0 && columns <= TerminalLimit.columns && rows <= TerminalLimit.rows;
    if (this.#isReplaying || !isSize || this.#size === `${columns} ${rows}`) return;
    this.#size = `${columns} ${rows}`;
    this.#tellSize();
  }

  acknowledgeDataEvent(count: number): void {
    if (!this.#isReplaying) this.#tell('terminal/acknowledge', { count });
  }

  async clearBuffer(): Promise<void> {
    this.#tell('terminal/clear', {});
  }

  async setUnicodeVersion(): Promise<void> {
    // The server's screen always counts columns as Unicode 11 does, VS Code's default.
  }

  async getInitialCwd(): Promise<string> {
    return this.#state.kind === 'running' ? this.#state.cwd : '';
  }

  async getCwd(): Promise<string> {
    if (this.#state.kind !== 'running') return '';
    const { cwd } = await this.#link.request('terminal/cwd', { id: this.id });
    return cwd ?? this.#state.cwd;
  }

  async refreshProperty<T extends ProcessPropertyType>(type: T): Promise<IProcessPropertyMap[T]> {
    const properties: Partial<IProcessPropertyMap> = {};
    if (type === ProcessPropertyType.Cwd) {
      const cwd = (properties.cwd = await this.getCwd());
      if (cwd !== this.#cwd) this.#property.fire({ type: ProcessPropertyType.Cwd, value: cwd });
      this.#cwd = cwd;
    } else if (type === ProcessPropertyType.InitialCwd) properties.initialCwd = await this.getInitialCwd();
    return properties[type] as IProcessPropertyMap[T];
  }

  async updateProperty(): Promise<void> {
    // What VS Code would have remembered here (dimensions fixed by the user) ends with the page.
  }

  async #create(request: TerminalRequest): Promise<ITerminalLaunchError | undefined> {
    const answer = await this.#link.request('terminal/create', request);
    if ('refused' in answer) {
      const { folder } = this.#events;
      if (answer.refused !== 'cwd' || request.cwd === folder) return { message: answer.message };
      // Split where the shell had left the folder, say: a terminal is what is wanted, and `cd` is there.
      this.#data.fire(`\x1b[2m${answer.message} The terminal starts in the opened folder.\x1b[0m\r\n`);
      return this.#create({ ...request, cwd: folder });
    }
    this.#run(answer);
    this.program(answer.program);
    return undefined;
  }

  async #takeUp(details: TerminalDetails): Promise<ITerminalLaunchError | undefined> {
    const replay = await this.#link.request('terminal/attach', { id: details.id });
    if ('refused' in replay) return { message: replay.message };
    this.#run(details);
    this.program(details.program);
    await this.#replay(replay, '');
    return undefined;
  }

  #run({ id, pid, cwd, profile }: TerminalDetails): void {
    this.id = id;
    this.#shell = profile;
    this.#state = { kind: 'running', pid, cwd };
    this.#cwd = cwd;
    this.#events.started(this);
    // It was closed while it was being started.
    if (this.#isShutDown) this.shutdown();
    this.#ready.fire({ pid, cwd, windowsPty: undefined });
  }

  async #replay({ columns, rows, data }: TerminalReplay, before: string): Promise<void> {
    this.#isReplaying = true;
    try {
      const value = { cols: columns, rows, forceExactSize: true };
      this.#property.fire({ type: ProcessPropertyType.OverrideDimensions, value });
      const event: IProcessDataEvent = { data: before + data, trackCommit: true };
      this.#data.fire(event);
      await event.writePromise;
    } finally {
      this.#isReplaying = false;
    }
    this.#property.fire({ type: ProcessPropertyType.OverrideDimensions, value: undefined });
    this.#replayed.fire();
  }

  #end(): void {
    this.#state = { kind: 'over' };
    this.#events.over(this);
  }

  #tellSize(): void {
    const [columns, rows] = this.#size.split(' ').map(Number);
    if (columns && rows) this.#tell('terminal/resize', { columns, rows });
  }

  #tell(
    method:
      | 'terminal/input'
      | 'terminal/resize'
      | 'terminal/acknowledge'
      | 'terminal/clear'
      | 'terminal/signal',
    params: object,
  ): void {
    if (this.#state.kind === 'running') this.#link.tell(method, { id: this.id, ...params });
  }
}

/** What VS Code knows how to quote for, by the name of the program. */
function shellType(program: string): TerminalShellType {
  return shellTypes.find((type) => type === program);
}

const shellTypes: readonly TerminalShellType[] = [
  ...Object.values(PosixShellType),
  ...Object.values(GeneralShellType),
];
