import { EventEmitter, workspace, type Disposable, type Event, type TextDocument } from 'vscode';
import type { Clock } from './clock.ts';
import type { Descriptor } from './descriptor.ts';
import type { Descriptors } from './descriptors.ts';
import type { FolderContent } from './folderContent.ts';
import { IdleRelease } from './idleRelease.ts';
import { LanguageServer } from './languageServer.ts';
import { ServerLogs } from './serverLogs.ts';
import type { LeaseHints } from './leaseHints.ts';
import type { RelayAddress } from './relayAddress.ts';
import type { OwedStops } from './owedStops.ts';
import type { RelayRuns } from './relayRuns.ts';
import type { StopMemory } from './stopMemory.ts';
import type { Uris } from './uris.ts';

export interface ServersWorld {
  readonly descriptors: Descriptors;
  readonly address: RelayAddress;
  readonly content: FolderContent;
  readonly stops: StopMemory;
  readonly uris: Uris;
  readonly leases: LeaseHints;
  readonly relays: RelayRuns;
  readonly owed: OwedStops;
  readonly clock: Clock;
}

interface Held {
  readonly server: LanguageServer;
  readonly idle: IdleRelease;
  readonly subscription: Disposable;
}

/** All language servers this window has use for: one per descriptor, started when a document needs it. */
export class LanguageServers implements Disposable {
  readonly #world: ServersWorld;
  readonly #held = new Map<string, Held>();
  /** Ids of servers that are being released: another of the same id waits for that. */
  readonly #leaving = new Set<string>();
  readonly #logs = new ServerLogs();
  readonly #changed = new EventEmitter<void>();
  readonly #subscriptions: readonly Disposable[];
  #isDisposed = false;

  /** A server came, went or changed. */
  readonly onDidChange: Event<void> = this.#changed.event;

  constructor(world: ServersWorld) {
    this.#world = world;
    const update = () => this.update();
    this.#subscriptions = [
      workspace.onDidOpenTextDocument(update),
      workspace.onDidCloseTextDocument(update),
      workspace.onDidGrantWorkspaceTrust(update),
      workspace.onDidChangeConfiguration(update),
      world.descriptors.onDidChange(update),
      world.content.onDidChange(update),
      world.address.onDidChange(update),
    ];
  }

  all(): readonly LanguageServer[] {
    return [...this.#held.values()].map(({ server }) => server);
  }

  /** The servers for a document, in the order their extensions were loaded. */
  for(document: TextDocument): readonly LanguageServer[] {
    return this.all().filter(({ descriptor }) => serves(descriptor, document));
  }

  /** What extensions describe and settings do not switch off, whether or not a document needed it yet. */
  offered(): readonly Descriptor[] {
    return this.#world.descriptors.all().filter(enabled);
  }

  /** Starts a server, also one that no document needs. */
  begin(descriptor: Descriptor): void {
    const { server } = this.#held.get(descriptor.id) ?? this.#add(descriptor);
    if (descriptor.requiresTrust && !workspace.isTrusted) server.needTrust();
    else this.start(server);
  }

  showLog(descriptor: Descriptor): void {
    this.#logs.of(descriptor).show(true);
  }

  find(id: string): LanguageServer | undefined {
    return this.#held.get(id)?.server;
  }

  /** Brings what runs in line with what is open, set, trusted and asked for. */
  update(): void {
    for (const [id, { server }] of this.#held) {
      const descriptor = this.#world.descriptors.find(id);
      const isSame = descriptor?.written === server.descriptor.written;
      if (!descriptor || !isSame || !enabled(descriptor)) this.#drop(id);
    }
    for (const descriptor of this.#world.descriptors.all()) {
      if (enabled(descriptor)) this.#align(descriptor);
    }
  }

  start(server: LanguageServer): void {
    this.#world.stops.forget(server.descriptor.id);
    server.start();
  }

  /** It stays stopped in this window until somebody starts it. */
  async stop(server: LanguageServer): Promise<void> {
    this.#world.stops.remember(server.descriptor.id);
    await server.release('stop');
  }

  async restart(server: LanguageServer): Promise<void> {
    this.#world.stops.forget(server.descriptor.id);
    await server.restart();
  }

  /** At the user's word alone. */
  install(server: LanguageServer): void {
    this.#world.stops.forget(server.descriptor.id);
    server.install();
  }

  /** It is as before: not installed, and offered. */
  async cancelInstall(server: LanguageServer): Promise<void> {
    await server.restart();
  }

  retry(server: LanguageServer): void {
    if (server.state.kind === 'reconnecting') server.hurry();
    else this.start(server);
  }

  /** The network or the user is back: no reason to wait for the next step of the ladder. */
  hurry(): void {
    for (const { server } of this.#held.values()) server.hurry();
    void this.#world.owed.settle();
  }

  dispose(): void {
    this.#isDisposed = true;
    for (const subscription of this.#subscriptions) subscription.dispose();
    for (const held of this.#held.values()) release(held);
    this.#held.clear();
    this.#logs.dispose();
    this.#changed.dispose();
  }

  #align(descriptor: Descriptor): void {
    if (!this.#world.address.isKnown) return;
    if (this.#leaving.has(descriptor.id)) return;
    const used = this.#isUsed(descriptor);
    const { onlyWith } = descriptor;
    if (used && (onlyWith.length === 0 || this.#world.content.holdsAny(onlyWith))) this.#want(descriptor);
    const held = this.#held.get(descriptor.id);
    held?.idle.update(!used && held.server.idle);
  }

  #want(descriptor: Descriptor): void {
    const { server } = this.#held.get(descriptor.id) ?? this.#add(descriptor);
    if (this.#world.stops.remembers(descriptor.id)) return server.stayStopped();
    if (descriptor.requiresTrust && !workspace.isTrusted) return server.needTrust();
    if (server.state.kind === 'off' || server.state.kind === 'needsTrust') server.start();
  }

  #add(descriptor: Descriptor): Held {
    const { clock } = this.#world;
    const log = this.#logs.of(descriptor);
    const server = new LanguageServer(descriptor, { ...this.#world, log });
    const subscription = server.onDidChange(() => {
      this.#align(descriptor);
      if (server.isOverCapacity) void this.#makeRoom(server);
      this.#changed.fire();
    });
    const idle = new IdleRelease(
      clock,
      () => server.editorIdle,
      () => void server.release('editor_idle'),
    );
    const held = { server, idle, subscription };
    this.#held.set(descriptor.id, held);
    return held;
  }

  /** Every slot is taken, perhaps by a server of ours that no editor needs any more. */
  async #makeRoom(newcomer: LanguageServer): Promise<void> {
    const idle = this.all().find((server) => server.idle && !this.#isUsed(server.descriptor));
    if (!idle) return;
    await idle.release('editor_idle');
    if (newcomer.isOverCapacity) newcomer.start();
  }

  #isUsed(descriptor: Descriptor): boolean {
    return workspace.textDocuments.some((document) => serves(descriptor, document));
  }

  #drop(id: string): void {
    const held = this.#held.get(id);
    if (!held) return;
    this.#held.delete(id);
    held.subscription.dispose();
    this.#changed.fire();
    this.#leaving.add(id);
    void held.server.release('stop').finally(() => {
      release(held);
      this.#leaving.delete(id);
      // Its extension may have changed, and describes it anew.
      if (!this.#isDisposed) this.update();
    });
  }
}

function release({ server, idle, subscription }: Held): void {
  subscription.dispose();
  idle.dispose();
  server.dispose();
}

function serves({ languages, schemes }: Descriptor, document: TextDocument): boolean {
  return languages.includes(document.languageId) && schemes.includes(document.uri.scheme);
}

function enabled({ enabledWhen }: Descriptor): boolean {
  if (!enabledWhen) return true;
  return workspace.getConfiguration().get(enabledWhen.setting) === enabledWhen.equals;
}
