import { EventEmitter, Uri, workspace, type Disposable, type Event, type LogOutputChannel } from 'vscode';
import type { ReadyParams, ReleaseParams } from '../../../server/protocol/control.ts';
import { CloseCode } from '../../../server/protocol/errors.ts';
import type { Clock } from './clock.ts';
import type { Descriptor } from './descriptor.ts';
import type { LeaseHints } from './leaseHints.ts';
import type { OwedStops } from './owedStops.ts';
import { ProgressBoard, type ReportedWork } from './progressBoard.ts';
import { readyEvent } from './readyEvent.ts';
import { ReconnectLadder } from './reconnectLadder.ts';
import { askingToInstall, type Hold, type RelayAddress } from './relayAddress.ts';
import { whyRefused } from './refusal.ts';
import type { RelayRuns } from './relayRuns.ts';
import { remoteScheme } from './remote/relayOrigin.ts';
import { transitionLine } from './transitionLine.ts';
import { advance, reconnects, type ServerEvent, type ServerState } from './serverState.ts';
import { ServerSession } from './serverSession.ts';
import type { Uris } from './uris.ts';

export interface ServerWorld {
  readonly address: RelayAddress;
  readonly clock: Clock;
  readonly log: LogOutputChannel;
  readonly uris: Uris;
  readonly leases: LeaseHints;
  readonly relays: RelayRuns;
  readonly owed: OwedStops;
}

/** Where the relay does not say. */
const editorIdle = 2 * 60_000;

/**
 * One language server as this window has it, and how it stands. Sessions with it come and go, each with a new
 * language client; the lease ties them to one process.
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
  #session: ServerSession | undefined;
  /** The lease this page was attached to. */
  #hold: Hold | undefined;
  #leaseKey: string | undefined;
  #owed: string | undefined;
  #note: string | undefined;
  #policy: ReadyParams['policy'];
  #retry: Disposable | undefined;
  /** How often in a row no link opened. */
  #unopened = 0;
  /** The last of those after which the relay said that it was there. */
  #refusedAt = 0;
  #disposed = false;

  readonly onDidChange: Event<void> = this.#changed.event;

  constructor(descriptor: Descriptor, world: ServerWorld) {
    this.descriptor = descriptor;
    this.log = world.log;
    this.#world = world;
    this.#watchers = descriptor.fileEvents.map((glob) => workspace.createFileSystemWatcher(glob));
  }

  get state(): ServerState {
    return this.#state;
  }

  work(): ReportedWork | undefined {
    return this.#board.current();
  }

  /** Names the lease it has in the list of all leases. */
  get leaseKey(): string | undefined {
    return this.#leaseKey;
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
    if (this.#disposed || this.#session || this.#retry) return;
    if (this.#owed !== undefined) this.#world.owed.forgive(this.#owed);
    this.#ladder.reset();
    this.#connect();
  }

  /** Has it installed by the relay, and starts it then. */
  install(): void {
    if (this.#disposed || this.#session || this.#retry) return;
    this.#ladder.reset();
    this.#connect(askingToInstall(this.#world.address));
  }

  /** Connects again now instead of waiting for the ladder; a link that seems to be there has to show it. */
  hurry(): void {
    if (this.#state.kind === 'ready') this.#session?.check();
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

  /** Milliseconds that it outlives the last editor of its languages. */
  get editorIdle(): number {
    return this.#policy?.editorIdle ?? editorIdle;
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
    const isInstalling = this.#state.kind === 'installing';
    this.#transition({ type: reason === 'stop' ? 'stop' : 'release' });
    this.#retry?.dispose();
    this.#retry = undefined;
    const session = this.#session;
    const key = this.#leaseKey;
    this.#session = undefined;
    this.#letGo();
    this.#board.clear();
    // Nothing of it runs yet that could be asked to end: that the page leaves cancels the installation.
    if (isInstalling) session?.close(CloseCode.released);
    else if (!(await session?.release(reason)) && key !== undefined) this.#owe(key);
  }

  /** The relay could not be told; it is when it can be reached, unless the server is wanted again by then. */
  #owe(key: string): void {
    if (this.#session || this.#retry) return;
    this.#owed = key;
    this.#world.owed.owe(key);
  }

  async restart(): Promise<void> {
    await this.release('stop');
    this.start();
  }

  dispose(): void {
    this.#disposed = true;
    this.#retry?.dispose();
    this.#session?.close(CloseCode.released);
    for (const watcher of this.#watchers) watcher.dispose();
    this.#changed.dispose();
  }

  #connect(address = this.#world.address): void {
    this.#transition({ type: 'connect' });
    const { leases } = this.#world;
    const remembered = leases.recall(this.descriptor.id);
    const hold = this.#hold ?? (remembered === undefined ? undefined : { lease: remembered });
    // A late word of an earlier session changes nothing.
    const current =
      <A extends unknown[]>(listener: (...args: A) => void) =>
      (...args: A): void => {
        if (this.#session === session) listener(...args);
      };
    const session: ServerSession = new ServerSession(
      this.descriptor,
      { ...this.#world, address, watchers: this.#watchers },
      hold,
      {
        opened: current(() => {
          this.#unopened = 0;
          this.#transition({ type: 'opened' });
        }),
        unopened: (url) => void this.#notOpened(url),
        status: current((status) => {
          if (status.state === 'starting') this.#leaseKey = status.key;
          this.#transition({ type: 'status', status });
          if (status.state !== 'starting') this.#board.clear();
        }),
        progress: current((params) => {
          if (this.#board.accept(params)) this.#changed.fire();
        }),
        ready: current((ready) => this.#ready(session, ready)),
        inSync: current((ready) => this.#inSync(ready)),
        refused: current((reason) => this.#transition({ type: 'refused', reason })),
        note: current((text) => {
          if (this.#note === text) return;
          this.#note = text;
          this.#changed.fire();
        }),
        closed: current((code) => this.#closed(code)),
      },
    );
    this.#session = session;
  }

  async #notOpened(url: string): Promise<void> {
    this.#unopened += 1;
    // Once is bad luck; twice in a row is worth a question.
    if (this.#unopened < 2) return;
    const attempt = this.#unopened;
    const why = await whyRefused(url, this.#world.address.fetch);
    if (why === 'away' || this.#disposed || this.#state.kind !== 'reconnecting') return;
    // The network may have come back between the failure and the question: then the next try succeeds.
    if (why === 'refused' && this.#refusedAt !== attempt - 1) {
      this.#refusedAt = attempt;
      return this.hurry();
    }
    this.#retry?.dispose();
    this.#retry = undefined;
    this.#transition({ type: 'turnedAway', why });
  }

  #ready(session: ServerSession, ready: ReadyParams): void {
    if (isElsewhere(ready)) {
      session.close(CloseCode.folderUnknown);
      return;
    }
    const { lease, epoch } = ready;
    this.#hold = epoch === undefined ? { lease } : { lease, epoch };
    this.#leaseKey = ready.key;
    this.#policy = ready.policy;
    if (ready.policy?.continuity) this.#world.leases.remember(this.descriptor.id, lease);
    this.#world.relays.met(ready.relay);
    this.#ladder.reset();
    // One that was taken up is ready when it knows what this page has open.
    if (!ready.resumed) this.#transition(readyEvent(ready));
  }

  #inSync(ready: ReadyParams): void {
    if (ready.resumed) this.#transition(readyEvent(ready));
  }

  #closed(code: number): void {
    const restarting = this.#state.kind === 'restarting';
    this.#session = undefined;
    this.#board.clear();
    this.#note = undefined;
    this.#transition({ type: 'closed', code });
    if (!reconnects(code)) this.#letGo();
    if (this.#disposed || (this.#state.kind !== 'reconnecting' && this.#state.kind !== 'restarting')) return;
    // After a restart the relay closes on purpose: the next process waits for this page.
    const delay = restarting && this.#ladder.attempt === 0 ? 0 : this.#ladder.next();
    this.#retry = this.#world.clock.after(delay, () => {
      this.#retry = undefined;
      this.#connect();
    });
  }

  #letGo(): void {
    this.#hold = undefined;
    this.#leaseKey = undefined;
    this.#world.leases.forget(this.descriptor.id);
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
  const own = (workspace.workspaceFolders ?? []).filter(({ uri }) =>
    ['file', remoteScheme].includes(uri.scheme),
  );
  const path = Uri.parse(folder).path.replace(/\/$/, '');
  return own.length > 0 && own.every(({ uri }) => uri.path.replace(/\/$/, '') !== path);
}
