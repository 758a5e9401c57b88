import { Emitter, Event } from '@codingame/monaco-vscode-api/vscode/vs/base/common/event';
import { ThemeIcon } from '@codingame/monaco-vscode-api/vscode/vs/base/common/themables';
import { URI } from '@codingame/monaco-vscode-api/vscode/vs/base/common/uri';
import {
  TitleEventSource,
  type IShellLaunchConfig,
  type ITerminalBackend,
  type ITerminalChildProcess,
  type ITerminalProcessOptions,
  type ITerminalProfile,
  type ITerminalsLayoutInfo,
  type ITerminalsLayoutInfoById,
  type TerminalIcon,
} from '@codingame/monaco-vscode-api/vscode/vs/platform/terminal/common/terminal';
import type { IProcessDetails } from '@codingame/monaco-vscode-api/vscode/vs/platform/terminal/common/terminalProcess';
import { TerminalLimit, type TerminalDetails } from '../../server/protocol/terminal.ts';
import { FailedLaunch } from './failedLaunch.ts';
import { ShellProcess, type ShellProcessEvents } from './shellProcess.ts';
import type { TerminalLink } from './terminalLink.ts';
import { readNote, writeNote, type TerminalNote } from './terminalNote.ts';
import { shellOf, toProfiles } from './terminalProfiles.ts';
import { rememberedTerminals, rememberTerminals } from './windowTerminals.ts';

export interface TerminalBackendOptions {
  readonly link: TerminalLink;
  /** `file:` URI of the opened folder. */
  readonly folder: string;
  /** Lines that are kept for a reload. */
  readonly scrollback: () => Promise<number>;
  /** Says something to the user. */
  readonly warn: (message: string) => Promise<void>;
  readonly isTrusted: () => Promise<boolean>;
  /** The page is being reloaded or closed, and VS Code closes its terminals, since it cannot tell which. */
  readonly isLeaving: () => boolean;
}

/** Where VS Code gets its terminals from: shells on the server, which stay when the page goes. */
export class TerminalBackend implements ITerminalBackend {
  readonly remoteAuthority = undefined;
  readonly isResponsive = true;
  readonly whenReady: Promise<void>;
  readonly #options: TerminalBackendOptions;
  readonly #processes = new Map<number, ShellProcess>();
  readonly #notes = new Map<number, TerminalNote>();
  readonly #unresponsive = new Emitter<void>();
  readonly #responsive = new Emitter<void>();
  readonly #restart = new Emitter<void>();
  readonly onPtyHostUnresponsive = this.#unresponsive.event;
  readonly onPtyHostResponsive = this.#responsive.event;
  readonly onPtyHostRestart = this.#restart.event;
  readonly onDidRequestDetach = Event.None;
  readonly #events: ShellProcessEvents;
  /** The run of the server that gave out the ids of what is shown. */
  #server: string | undefined;
  #setReady = (): void => {};

  constructor(options: TerminalBackendOptions) {
    this.#options = options;
    this.whenReady = new Promise((resolve) => (this.#setReady = resolve));
    this.#events = {
      started: (process) => {
        this.#processes.set(process.id, process);
        this.#notes.set(process.id, readNote(process.note));
      },
      over: ({ id }) => this.#processes.delete(id),
      missed: (message) => void options.warn(message),
      isLeaving: options.isLeaving,
      folder: options.folder,
    };
    const { link } = options;
    link.onData(({ id, data }) => this.#processes.get(id)?.received(data));
    link.onProgram(({ id, program }) => this.#processes.get(id)?.program(program));
    link.onEnded(({ id, code, reason }) => {
      // What is said about that is said when a server answers again.
      if (reason !== 'server_stop') this.#processes.get(id)?.ended(code);
    });
    link.onLost(() => this.#processes.size > 0 && this.#unresponsive.fire());
    link.onBack(({ sameServer }) => void this.#back(sameServer));
  }

  setReady(): void {
    this.#setReady();
  }

  async createProcess(
    config: IShellLaunchConfig,
    cwd: string,
    columns: number,
    rows: number,
    _unicodeVersion: '6' | '11',
    _env: unknown,
    { shellIntegration }: ITerminalProcessOptions,
    shouldPersist: boolean,
  ): Promise<ITerminalChildProcess> {
    const { link, scrollback } = this.#options;
    const { profiles } = await link.welcome;
    const profile = shellOf(config, profiles);
    if (profile === undefined)
      return new FailedLaunch(
        `Terminals run the shells that the server offers (${profiles.map(({ name }) => name).join(', ')}), without arguments. Choose one of them as the profile`,
      );
    const isIntegrated = shellIntegration.enabled && !config.ignoreShellIntegration;
    const nonce = isIntegrated ? shellIntegration.nonce : undefined;
    const request = {
      profile,
      cwd: URI.file(cwd).toString(),
      columns: clamp(columns, 1, TerminalLimit.columns),
      rows: clamp(rows, 1, TerminalLimit.rows),
      scrollback: clamp(await scrollback(), 0, TerminalLimit.scrollback),
      persistent: shouldPersist,
      nonce: nonce ?? null,
      note: writeNote(noteOf(config, nonce)),
    };
    return new ShellProcess(request, shouldPersist, link, this.#events);
  }

  async attachToProcess(id: number): Promise<ITerminalChildProcess | undefined> {
    const { link } = this.#options;
    const details = (await link.request('terminal/list', {})).find((terminal) => terminal.id === id);
    if (!details || details.attached) return undefined;
    return new ShellProcess(details, true, link, this.#events);
  }

  attachToRevivedProcess(id: number): Promise<ITerminalChildProcess | undefined> {
    return this.attachToProcess(id);
  }

  async listProcesses(): Promise<IProcessDetails[]> {
    return (await this.#options.link.request('terminal/list', {})).map(toDetails);
  }

  /** The window's own terminals, as they lay; in a new window those that no window has. */
  async getTerminalLayoutInfo(): Promise<ITerminalsLayoutInfo | undefined> {
    const { link, warn, isTrusted } = this.#options;
    const { server } = await link.welcome;
    this.#server = server;
    const known = (await link.request('terminal/list', {})).map(toDetails);
    const remembered = rememberedTerminals();
    if (!remembered) {
      // VS Code would ask for trust at once, of a user who has not asked for anything yet.
      if (!(await isTrusted())) return undefined;
      return adopt(known.filter(({ isOrphan }) => isOrphan));
    }
    const { tabs, background } = remembered.layout;
    const ids = [
      ...tabs.flatMap(({ terminals }) => terminals.map(({ terminal }) => terminal)),
      ...(background ?? []),
    ];
    const lost = ids.filter((id) => !known.some((terminal) => terminal.id === id)).length;
    if (lost > 0) void warn(server === remembered.server ? expired(lost) : restarted(lost));
    const find = (id: number) => known.find((terminal) => terminal.id === id) ?? null;
    return {
      tabs: tabs.map((tab) => ({
        ...tab,
        terminals: tab.terminals.map(({ relativeSize, terminal }) => ({
          relativeSize,
          terminal: find(terminal),
        })),
      })),
      background: background?.map(find) ?? null,
    };
  }

  async setTerminalLayoutInfo(layout?: ITerminalsLayoutInfoById): Promise<void> {
    if (!this.#options.isLeaving() && layout) this.remember(layout);
  }

  remember(layout: ITerminalsLayoutInfoById): void {
    if (this.#server !== undefined) rememberTerminals({ server: this.#server, layout });
  }

  async updateTitle(id: number, title: string, source: TitleEventSource): Promise<void> {
    if (source === TitleEventSource.Api) this.#note(id, { title });
  }

  async updateIcon(id: number, _userInitiated: boolean, icon: TerminalIcon, color?: string): Promise<void> {
    const isPlain = ThemeIcon.isThemeIcon(icon);
    this.#note(id, {
      ...(isPlain && { icon: { id: icon.id } }),
      ...(typeof color === 'string' && { color }),
    });
  }

  async getDefaultSystemShell(): Promise<string> {
    const { profiles } = await this.#options.link.welcome;
    return profiles.find(({ isDefault }) => isDefault)?.path ?? '';
  }

  async getProfiles(settings: unknown, defaultName: unknown): Promise<ITerminalProfile[]> {
    const { profiles } = await this.#options.link.welcome;
    return toProfiles(profiles, settings, defaultName);
  }

  // The environment of shells is the server's matter: nothing of it is known here.
  readonly getEnvironment = async () => ({});
  readonly getShellEnvironment = async () => ({});
  readonly getWslPath = async (path: string) => path;

  // What VS Code uses of these has its counterpart in the link: there is no process between server and shells.
  readonly getLatency = async () => [];
  readonly getPerformanceMarks = async () => [];
  readonly restartPtyHost = (): void => {};
  readonly reduceConnectionGraceTime = async (): Promise<void> => {};
  readonly persistTerminalState = async (): Promise<void> => {};
  readonly setNextCommandId = async (): Promise<void> => {};
  readonly installAutoReply = async (): Promise<void> => {};
  readonly uninstallAllAutoReplies = async (): Promise<void> => {};
  readonly requestDetachInstance = async () => undefined;
  readonly acceptDetachInstanceReply = async (): Promise<void> => {};

  #note(id: number, change: TerminalNote): void {
    const note = { ...this.#notes.get(id), ...change };
    this.#notes.set(id, note);
    this.#options.link.tell('terminal/note', { id, note: writeNote(note) });
  }

  async #back(sameServer: boolean): Promise<void> {
    this.#server = (await this.#options.link.welcome).server;
    const processes = [...this.#processes.values()];
    if (processes.length === 0) return;
    if (sameServer) {
      await Promise.allSettled(processes.map((process) => process.reattach()));
      return this.#responsive.fire();
    }
    this.#processes.clear();
    void this.#options.warn(restarted(processes.length));
    // VS Code says so in each terminal as well, and starts a new shell in it.
    this.#restart.fire();
  }
}

function noteOf(config: IShellLaunchConfig, nonce: string | undefined): TerminalNote {
  return {
    ...(config.name !== undefined && { title: config.name }),
    ...(ThemeIcon.isThemeIcon(config.icon) && { icon: { id: config.icon.id } }),
    ...(typeof config.color === 'string' && { color: config.color }),
    ...(nonce !== undefined && { nonce }),
  };
}

function toDetails({ id, pid, profile, program, cwd, attached, note }: TerminalDetails): IProcessDetails {
  const { title, icon, color, nonce = '' } = readNote(note);
  return {
    id,
    pid,
    title: title ?? program,
    titleSource: title === undefined ? TitleEventSource.Process : TitleEventSource.Api,
    cwd,
    workspaceId: '',
    workspaceName: '',
    isOrphan: !attached,
    icon,
    color,
    fixedDimensions: undefined,
    environmentVariableCollections: undefined,
    hasChildProcesses: program !== profile,
    shellIntegrationNonce: nonce,
  };
}

/** Each in a tab of its own. */
function adopt(terminals: readonly IProcessDetails[]): ITerminalsLayoutInfo {
  return {
    tabs: terminals.map((terminal, index) => ({
      isActive: index === 0,
      activePersistentProcessId: terminal.id,
      terminals: [{ relativeSize: 1, terminal }],
    })),
    background: null,
  };
}

function restarted(count: number): string {
  const where = count === 1 ? 'a terminal' : `${count} terminals`;
  return `What ran in ${where} of this window ended with the server, which was restarted.`;
}

function expired(count: number): string {
  return `${count === 1 ? 'A terminal' : `${count} terminals`} of this window ended while no page was open: the shell exited, or was left alone for too long.`;
}

function clamp(value: number, least: number, most: number): number {
  return Math.min(Math.max(value, least), most);
}
