import { workspace, type FileSystemWatcher, type LogOutputChannel } from 'vscode';
import type { ReadyParams, ReleaseParams, StatusParams } from '../../../server/protocol/control.ts';
import { clientOptions, sentSettings } from './clientOptions.ts';
import type { Clock } from './clock.ts';
import type { Descriptor } from './descriptor.ts';
import type { DialectWorld } from './dialects/dialect.ts';
import { dialectOf } from './dialects/dialects.ts';
import { Link } from './link.ts';
import type { Hold, RelayAddress } from './relayAddress.ts';
import { RelayClient } from './relayClient.ts';
import { ServerSettings } from './settings.ts';
import type { Uris } from './uris.ts';

export interface SessionWorld {
  readonly address: RelayAddress;
  readonly clock: Clock;
  readonly log: LogOutputChannel;
  readonly watchers: readonly FileSystemWatcher[];
  readonly uris: Uris;
}

/** What a session tells its owner. */
export interface SessionListener {
  opened(): void;
  /** Somebody or something would not open the socket; `closed` came before. */
  unopened(url: string): void;
  status(status: StatusParams): void;
  progress(params: unknown): void;
  /** The server answered `initialize`, now or long ago. */
  ready(ready: ReadyParams): void;
  /** Providers are there and documents are open again. */
  inSync(ready: ReadyParams): void;
  refused(reason: string): void;
  note(text: string | undefined): void;
  closed(code: number): void;
}

/** One connection to a language server, from the first byte to the last: a link, and a language client on it. */
export class ServerSession {
  readonly #descriptor: Descriptor;
  readonly #world: SessionWorld;
  readonly #listener: SessionListener;
  readonly #link: Link;
  #ready: ReadyParams | undefined;
  #settings: ServerSettings;

  /** Begins at once. `hold` takes up a lease. */
  constructor(
    descriptor: Descriptor,
    world: SessionWorld,
    hold: Hold | undefined,
    listener: SessionListener,
  ) {
    this.#descriptor = descriptor;
    this.#world = world;
    this.#listener = listener;
    this.#settings = settingsFor(descriptor, { extension: '', folder: '' });
    this.#link = new Link(world.address, descriptor.id, hold, world.clock, {
      status: (status) => {
        listener.status(status);
        // The client's conversation was with the process that is gone.
        if (status.state === 'restarting') this.#link.serverLost();
      },
      ready: (ready) => {
        this.#ready = ready;
        this.#settings = settingsFor(descriptor, ready);
        listener.ready(ready);
      },
      progress: (params) => listener.progress(params),
      closed: (code) => listener.closed(code),
    });
    void this.#converse();
  }

  /** @returns whether the relay acknowledged it. */
  release(reason: ReleaseParams['reason']): Promise<boolean> {
    return this.#link.release(reason);
  }

  close(code: number): void {
    this.#link.close(code);
  }

  /** Finds out whether the relay is still there; if not, the link closes. */
  check(): void {
    void this.#link.check();
  }

  async #converse(): Promise<void> {
    const outcome = await this.#link.opened();
    if (outcome === 'refused') this.#listener.unopened(this.#link.url);
    if (outcome !== 'opened') return;
    this.#listener.opened();
    const client = this.#client();
    const world = this.#dialectWorld(client);
    const dialect = dialectOf(this.#descriptor.id);
    dialect.prepare?.(world);
    try {
      await client.start();
    } catch (error) {
      // The link's close or the refusal tells the user; this is for whoever reads the log.
      this.#world.log.debug(`The language client did not start: ${String(error)}`);
      return;
    }
    const started = dialect.started?.(world);
    if (started) this.#link.onEnd(() => started.dispose());
    this.#pushSettings();
    await this.#catchUp();
  }

  /** Brings a client that took up a running server to where the one before it was. */
  async #catchUp(): Promise<void> {
    const ready = this.#ready;
    if (!ready) return;
    if (ready.resumed) {
      await this.#link.register(ready.registrations);
      // The client opens its documents in the microtasks that follow; only then is it in sync.
      await new Promise<void>((resolve) => this.#world.clock.after(0, resolve));
      if (!(await this.#link.synced())) return;
      for (const { token, value } of ready.progress ?? []) this.#listener.progress({ token, value });
    }
    this.#listener.inSync(ready);
  }

  #pushSettings(): void {
    const { settings: sections } = this.#descriptor;
    if (sections.length === 0) return;
    const push = (): void =>
      this.#link.configure(
        sentSettings({
          dialect: dialectOf(this.#descriptor.id),
          settings: () => this.#settings,
          uris: this.#world.uris,
        }),
      );
    push();
    const subscription = workspace.onDidChangeConfiguration((event) => {
      if (sections.some((section) => event.affectsConfiguration(section))) push();
    });
    this.#link.onEnd(() => subscription.dispose());
  }

  #client(): RelayClient {
    const { id, label } = this.#descriptor;
    const options = clientOptions(this.#descriptor, {
      clock: this.#world.clock,
      log: this.#world.log,
      dialect: dialectOf(id),
      uris: this.#world.uris,
      watchers: this.#world.watchers,
      settings: () => this.#settings,
      notify: (method, params) => client.sendNotification(method, params),
      clearDiagnostics: (uri) => client.diagnostics?.delete(uri),
      uri: (text) => client.protocol2CodeConverter.asUri(text),
      unregister: (method, registration) => client.forget(method, registration),
      adopt: (command) => client.adopt(command),
      refused: (reason) => this.#listener.refused(reason),
    });
    const client: RelayClient = new RelayClient(id, label, this.#link, options);
    return client;
  }

  #dialectWorld(client: RelayClient): DialectWorld {
    return {
      client,
      log: this.#world.log,
      extensionId: this.#descriptor.extensionId,
      ready: () => this.#ready,
      note: (text) => this.#listener.note(text),
    };
  }
}

function settingsFor(
  { settings, defaults }: Descriptor,
  { extension, folder }: Pick<ReadyParams, 'extension' | 'folder'>,
): ServerSettings {
  return new ServerSettings(settings, defaults, { extensionUri: extension, folderUri: folder });
}
