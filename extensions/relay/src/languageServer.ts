import { EventEmitter, Uri, workspace, type Disposable, type Event, type LogOutputChannel } from 'vscode';
import type { ReadyParams, ReleaseParams, StatusParams } from '../../../server/protocol/control.ts';
import { CloseCode } from '../../../server/protocol/errors.ts';
import { clientOptions } from './clientOptions.ts';
import type { Clock } from './clock.ts';
import type { Descriptor } from './descriptor.ts';
import type { DialectWorld } from './dialects/dialect.ts';
import { dialectOf } from './dialects/dialects.ts';
import { Link } from './link.ts';
import { ProgressBoard, type ReportedWork } from './progressBoard.ts';
import { ReconnectLadder } from './reconnectLadder.ts';
import type { RelayAddress } from './relayAddress.ts';
import { whyRefused } from './refusal.ts';
import { RelayClient } from './relayClient.ts';
import { transitionLine } from './transitionLine.ts';
import { advance, reconnects, type ServerEvent, type ServerState } from './serverState.ts';
import { ServerSettings } from './settings.ts';

export interface ServerWorld {
  readonly address: RelayAddress;
  readonly clock: Clock;
  readonly log: LogOutputChannel;
}

/**
 * One language server as this window has it: the link to it, the client on the link, and how they stand.
 * Links come and go (each with a new client); the lease ties them to one process.
 */
export class LanguageServer implements Disposable {
  readonly descriptor: Descriptor;
  readonly log: LogOutputChannel;
  readonly #world: ServerWorld;
  readonly #changed = new EventEmitter<void>();
  readonly #board = new ProgressBoard();
  readonly #ladder = new ReconnectLadder();
  readonly #watchers;
  #state: ServerState = { kind: 'off' };
  #link: Link | undefined;
  #lease: string | undefined;
  #settings: ServerSettings;
  #readyParams: ReadyParams | undefined;
  #note: string | undefined;
  #retry: Disposable | undefined;
  /** How often in a row no link opened. */
  #unopened = 0;
  #disposed = false;

  readonly onDidChange: Event<void> = this.#changed.event;

  constructor(descriptor: Descriptor, world: ServerWorld) {
    this.descriptor = descriptor;
    this.log = world.log;
    this.#world = world;
    this.#watchers = descriptor.fileEvents.map((glob) => workspace.createFileSystemWatcher(glob));
    this.#settings = this.#settingsFor({ extension: '', folder: '' });
  }

  get state(): ServerState {
    return this.#state;
  }

  work(): ReportedWork | undefined {
    return this.#board.current();
  }

  /** What the server has to say beyond its state. */
  get note(): string | undefined {
    return this.#note;
  }

  get workFinished(): boolean {
    return this.#board.finished;
  }

  /** Connects unless it is connected or about to be. */
  start(): void {
    if (this.#disposed || this.#link || this.#retry) return;
    this.#ladder.reset();
    this.#connect();
  }

  /** Connects again now instead of waiting for the ladder. */
  hurry(): void {
    if (!this.#retry) return;
    this.#retry.dispose();
    this.#retry = undefined;
    this.#connect();
  }

  /** Nothing is under way: no start, no restart, no reported work. */
  get idle(): boolean {
    const { kind } = this.#state;
    return (kind === 'ready' || kind === 'reconnecting') && !this.#board.current();
  }

  /** It did not start because every slot for language servers is taken. */
  get isOverCapacity(): boolean {
    return this.#state.kind === 'failed' && this.#state.code === CloseCode.capacity;
  }

  stayStopped(): void {
    if (this.#state.kind === 'off') this.#transition({ type: 'stop' });
  }

  needTrust(): void {
    if (this.#state.kind !== 'needsTrust') this.#transition({ type: 'untrusted' });
  }

  /** Ends the process, at the user's word or because nobody edits its languages any more. */
  async release(reason: ReleaseParams['reason']): Promise<void> {
    this.#transition({ type: reason === 'stop' ? 'stop' : 'release' });
    this.#retry?.dispose();
    this.#retry = undefined;
    const link = this.#link;
    this.#link = undefined;
    this.#lease = undefined;
    this.#board.clear();
    await link?.release(reason);
  }

  async restart(): Promise<void> {
    await this.release('stop');
    this.start();
  }

  dispose(): void {
    this.#disposed = true;
    this.#retry?.dispose();
    this.#link?.close(CloseCode.released);
    for (const watcher of this.#watchers) watcher.dispose();
    this.#changed.dispose();
  }

  #connect(): void {
    this.#transition({ type: 'connect' });
    const link: Link = new Link(this.#world.address, this.descriptor.id, this.#lease, this.#world.clock, {
      status: (status) => this.#heard(link, status),
      ready: (ready) => this.#ready(link, ready),
      progress: (params) => {
        if (this.#link === link && this.#board.accept(params)) this.#changed.fire();
      },
      closed: (code) => this.#closed(link, code),
    });
    this.#link = link;
    void this.#converse(link);
  }

  async #converse(link: Link): Promise<void> {
    if (!(await link.opened())) {
      this.#unopened += 1;
      // Once is bad luck; twice in a row is worth a question.
      if (this.#unopened > 1) await this.#ask(link);
      return;
    }
    this.#unopened = 0;
    if (this.#link !== link) return;
    this.#transition({ type: 'opened' });
    const client = this.#client(link);
    const world = this.#dialectWorld(client);
    const dialect = dialectOf(this.descriptor.id);
    dialect.prepare?.(world);
    try {
      await client.start();
    } catch (error) {
      // The link's close or the refusal tells the user; this is for whoever reads the log.
      this.log.debug(`The language client did not start: ${String(error)}`);
      return;
    }
    const started = dialect.started?.(world);
    if (started) link.onEnd(() => started.dispose());
  }

  async #ask(link: Link): Promise<void> {
    const why = await whyRefused(link.url, globalThis.fetch);
    if (why === 'away' || this.#disposed || this.#state.kind !== 'reconnecting') return;
    this.#retry?.dispose();
    this.#retry = undefined;
    this.#transition({ type: 'turnedAway', why });
  }

  #client(link: Link): RelayClient {
    const client: RelayClient = new RelayClient(
      this.descriptor.id,
      this.descriptor.label,
      link,
      clientOptions(this.descriptor, {
        clock: this.#world.clock,
        log: this.log,
        dialect: dialectOf(this.descriptor.id),
        watchers: this.#watchers,
        settings: () => this.#settings,
        notify: (method, params) => client.sendNotification(method, params),
        clearDiagnostics: (uri) => client.diagnostics?.delete(uri),
        unregister: (method, id) => client.forget(method, id),
        adopt: (command) => client.adopt(command),
        refused: (reason) => this.#refused(link, reason),
      }),
    );
    return client;
  }

  #dialectWorld(client: RelayClient): DialectWorld {
    return {
      client,
      log: this.log,
      extensionId: this.descriptor.extensionId,
      ready: () => this.#readyParams,
      note: (text) => {
        if (this.#note === text) return;
        this.#note = text;
        this.#changed.fire();
      },
    };
  }

  #heard(link: Link, status: StatusParams): void {
    if (this.#link !== link) return;
    this.#transition({ type: 'status', status });
    if (status.state !== 'starting') this.#board.clear();
    // The client's conversation was with the process that is gone.
    if (status.state === 'restarting') link.serverLost();
  }

  #ready(link: Link, ready: ReadyParams): void {
    if (this.#link !== link) return;
    if (isElsewhere(ready)) {
      link.close(CloseCode.folderUnknown);
      return;
    }
    this.#lease = ready.lease;
    this.#readyParams = ready;
    this.#settings = this.#settingsFor(ready);
    this.#ladder.reset();
    this.#transition({ type: 'ready', pid: ready.pid });
  }

  #refused(link: Link, reason: string): void {
    if (this.#link !== link) return;
    this.#transition({ type: 'refused', reason });
  }

  #closed(link: Link, code: number): void {
    if (this.#link !== link) return;
    const restarting = this.#state.kind === 'restarting';
    this.#link = undefined;
    this.#board.clear();
    this.#note = undefined;
    this.#transition({ type: 'closed', code });
    if (!reconnects(code)) this.#lease = undefined;
    if (this.#disposed || (this.#state.kind !== 'reconnecting' && this.#state.kind !== 'restarting')) return;
    // After a restart the relay closes on purpose: the next process waits for this page.
    const delay = restarting && this.#ladder.attempt === 0 ? 0 : this.#ladder.next();
    this.#retry = this.#world.clock.after(delay, () => {
      this.#retry = undefined;
      this.#connect();
    });
  }

  #settingsFor({ extension, folder }: Pick<ReadyParams, 'extension' | 'folder'>): ServerSettings {
    return new ServerSettings(this.descriptor.settings, this.descriptor.defaults, {
      extensionUri: extension,
      folderUri: folder,
    });
  }

  #transition(event: ServerEvent): void {
    const before = this.#state;
    this.#state = advance(before, event, this.#world.clock.now());
    if (this.#state === before) return;
    this.log.info(transitionLine(before, this.#state, event));
    this.#changed.fire();
  }
}

/** Another folder was opened on the server since this page was loaded. */
function isElsewhere({ folder }: ReadyParams): boolean {
  const own = (workspace.workspaceFolders ?? []).filter(({ uri }) => uri.scheme === 'file');
  const path = Uri.parse(folder).path.replace(/\/$/, '');
  return own.length > 0 && own.every(({ uri }) => uri.path.replace(/\/$/, '') !== path);
}
