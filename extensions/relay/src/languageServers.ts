import { EventEmitter, window, workspace, type Disposable, type Event, type TextDocument } from 'vscode';
import type { Clock } from './clock.ts';
import type { Descriptor } from './descriptor.ts';
import type { Descriptors } from './descriptors.ts';
import { LanguageServer } from './languageServer.ts';
import type { RelayAddress } from './relayAddress.ts';

/** All language servers this window has use for: one per descriptor, started when a document needs it. */
export class LanguageServers implements Disposable {
  readonly #descriptors: Descriptors;
  readonly #address: RelayAddress;
  readonly #clock: Clock;
  readonly #servers = new Map<string, LanguageServer>();
  readonly #stopped = new Set<string>();
  readonly #changed = new EventEmitter<LanguageServer>();
  readonly #subscriptions: Disposable[];

  readonly onDidChange: Event<LanguageServer> = this.#changed.event;

  constructor(descriptors: Descriptors, address: RelayAddress, clock: Clock) {
    this.#descriptors = descriptors;
    this.#address = address;
    this.#clock = clock;
    this.#subscriptions = [
      workspace.onDidOpenTextDocument(() => this.update()),
      workspace.onDidGrantWorkspaceTrust(() => this.update()),
      workspace.onDidChangeConfiguration(() => this.update()),
      descriptors.onDidChange(() => this.update()),
    ];
  }

  all(): readonly LanguageServer[] {
    return [...this.#servers.values()];
  }

  /** The servers for a document, in the order their descriptors were declared. */
  for(document: TextDocument): readonly LanguageServer[] {
    return this.all().filter(({ descriptor }) => serves(descriptor, document));
  }

  find(id: string): LanguageServer | undefined {
    return this.#servers.get(id);
  }

  /** Brings what runs in line with what is open, set, trusted and asked for. */
  update(): void {
    for (const descriptor of this.#descriptors.all()) {
      if (!workspace.textDocuments.some((document) => serves(descriptor, document))) continue;
      if (!enabled(descriptor)) this.#remove(descriptor.id);
      else this.#want(descriptor);
    }
  }

  start(server: LanguageServer): void {
    this.#stopped.delete(server.descriptor.id);
    server.start();
  }

  /** It stays stopped in this window until somebody starts it. */
  async stop(server: LanguageServer): Promise<void> {
    this.#stopped.add(server.descriptor.id);
    await server.release('stop');
  }

  async restart(server: LanguageServer): Promise<void> {
    this.#stopped.delete(server.descriptor.id);
    await server.restart();
  }

  hurry(): void {
    for (const server of this.#servers.values()) server.hurry();
  }

  dispose(): void {
    for (const subscription of this.#subscriptions) subscription.dispose();
    for (const server of this.#servers.values()) server.dispose();
    this.#servers.clear();
    this.#changed.dispose();
  }

  #want(descriptor: Descriptor): void {
    const server = this.#servers.get(descriptor.id) ?? this.#add(descriptor);
    if (this.#stopped.has(descriptor.id)) return;
    if (descriptor.requiresTrust && !workspace.isTrusted) server.needTrust();
    else if (server.state.kind === 'off' || server.state.kind === 'needsTrust') server.start();
  }

  #add(descriptor: Descriptor): LanguageServer {
    const server = new LanguageServer(descriptor, {
      address: this.#address,
      clock: this.#clock,
      log: window.createOutputChannel(descriptor.label, { log: true }),
    });
    this.#servers.set(descriptor.id, server);
    server.onDidChange(() => this.#changed.fire(server));
    return server;
  }

  #remove(id: string): void {
    const server = this.#servers.get(id);
    if (!server) return;
    this.#servers.delete(id);
    void server.release('stop').then(() => {
      this.#changed.fire(server);
      server.dispose();
    });
  }
}

function serves({ languages }: Descriptor, document: TextDocument): boolean {
  return languages.includes(document.languageId) && ['file', 'untitled'].includes(document.uri.scheme);
}

function enabled({ enabledWhen }: Descriptor): boolean {
  if (!enabledWhen) return true;
  return workspace.getConfiguration().get(enabledWhen.setting) === enabledWhen.equals;
}
