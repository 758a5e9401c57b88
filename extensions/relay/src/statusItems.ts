import { LanguageStatusSeverity, l10n, languages, type Disposable, type LanguageStatusItem } from 'vscode';
import type { Clock } from './clock.ts';
import type { LanguageServer } from './languageServer.ts';
import type { LanguageServers } from './languageServers.ts';
import { serverStatus } from './serverStatus.ts';
import type { StatusText } from './statusText.ts';

const severities = {
  information: LanguageStatusSeverity.Information,
  warning: LanguageStatusSeverity.Warning,
  error: LanguageStatusSeverity.Error,
} as const satisfies Record<StatusText['severity'], LanguageStatusSeverity>;

/** One language status item per server, shown by VS Code for documents of its languages. */
export class StatusItems implements Disposable {
  readonly #servers: LanguageServers;
  readonly #clock: Clock;
  readonly #items = new Map<LanguageServer, LanguageStatusItem>();

  constructor(servers: LanguageServers, clock: Clock) {
    this.#servers = servers;
    this.#clock = clock;
  }

  update(): void {
    const servers = new Set(this.#servers.all());
    for (const [server, item] of this.#items) {
      if (servers.has(server)) continue;
      item.dispose();
      this.#items.delete(server);
    }
    for (const server of servers) this.#show(server);
  }

  dispose(): void {
    for (const item of this.#items.values()) item.dispose();
    this.#items.clear();
  }

  #show(server: LanguageServer): void {
    const status = serverStatus(server, this.#clock);
    const item = this.#items.get(server) ?? this.#create(server);
    item.text = `${server.descriptor.label}: ${status.summary}`;
    item.detail = status.detail;
    item.busy = status.busy;
    item.severity = severities[status.severity];
  }

  #create(server: LanguageServer): LanguageStatusItem {
    const { id, label, languages: ids } = server.descriptor;
    const item = languages.createLanguageStatusItem(`mooring.${id}`, [...ids]);
    item.name = label;
    item.command = { command: 'mooring.server.menu', title: l10n.t('Actions…'), arguments: [id] };
    this.#items.set(server, item);
    return item;
  }
}
