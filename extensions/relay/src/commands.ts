import { commands, l10n, QuickPickItemKind, window, type Disposable, type QuickPickItem } from 'vscode';
import type { Clock } from './clock.ts';
import type { LanguageServer } from './languageServer.ts';
import type { LanguageServers } from './languageServers.ts';
import { wrapped } from './plainText.ts';
import { serverStatus } from './serverStatus.ts';
import type { ServerAction } from './statusText.ts';

/** As many characters as a row of the quick pick shows. */
const detailWidth = 80;

interface ActionItem extends QuickPickItem {
  readonly action?: ServerAction;
}

/** The commands of the palette and of the status items. Each takes a server's id, or lets the user pick one. */
export class ServerCommands implements Disposable {
  readonly #servers: LanguageServers;
  readonly #clock: Clock;
  readonly #registrations: readonly Disposable[];

  constructor(servers: LanguageServers, clock: Clock) {
    this.#servers = servers;
    this.#clock = clock;
    this.#registrations = [
      this.#command('mooring.server.start', 'start'),
      this.#command('mooring.server.stop', 'stop'),
      this.#command('mooring.server.restart', 'restart'),
      this.#command('mooring.server.showLog', 'showLog'),
      commands.registerCommand('mooring.server.menu', (id: unknown) => this.#menu(id)),
    ];
  }

  dispose(): void {
    for (const registration of this.#registrations) registration.dispose();
  }

  #command(name: string, action: ServerAction): Disposable {
    return commands.registerCommand(name, async (id: unknown) => {
      const server = await this.#choose(id);
      if (server) await this.#run(server, action);
    });
  }

  async #menu(id: unknown): Promise<void> {
    const server = await this.#choose(id);
    if (!server) return;
    const { actions, summary, detail } = serverStatus(server, this.#clock);
    const items: ActionItem[] = actions.map((action) => Object.assign(actionItem(action), { action }));
    // A placeholder would cut the text off; as rows it can be read, and its source is the log.
    const rows: ActionItem[] = wrapped(detail, detailWidth).map((label) => ({ label, action: 'showLog' }));
    const separator: ActionItem = { label: l10n.t('Details'), kind: QuickPickItemKind.Separator };
    const picked = await window.showQuickPick([...items, separator, ...rows], {
      title: `${server.descriptor.label}: ${summary}`,
    });
    if (picked?.action) await this.#run(server, picked.action);
  }

  async #run(server: LanguageServer, action: ServerAction): Promise<void> {
    switch (action) {
      case 'start':
        return this.#servers.start(server);
      case 'retry':
        return this.#servers.retry(server);
      case 'stop':
        return this.#servers.stop(server);
      case 'restart':
        return this.#servers.restart(server);
      case 'install':
        return this.#servers.install(server);
      case 'cancel':
        return this.#servers.cancelInstall(server);
      case 'trust':
        await commands.executeCommand('workbench.trust.manage');
        return;
      case 'showLog':
        return server.log.show(true);
    }
  }

  async #choose(id: unknown): Promise<LanguageServer | undefined> {
    if (typeof id === 'string') return this.#servers.find(id);
    const document = window.activeTextEditor?.document;
    const mine = document ? this.#servers.for(document) : [];
    const all = [...new Set([...mine, ...this.#servers.all()])];
    if (all.length === 0) {
      void window.showInformationMessage(
        l10n.t('No language server is in use: open a file of a language that has one.'),
      );
      return undefined;
    }
    if (all.length === 1) return all[0];
    const items = all.map((server) => Object.assign(serverItem(server, this.#clock), { server }));
    const picked = await window.showQuickPick(items, { placeHolder: l10n.t('Choose a language server') });
    return picked?.server;
  }
}

function serverItem(server: LanguageServer, clock: Clock): QuickPickItem {
  const { icon, summary, detail } = serverStatus(server, clock);
  return { label: `$(${icon}) ${server.descriptor.label}`, description: summary, detail };
}

function actionItem(action: ServerAction): QuickPickItem {
  switch (action) {
    case 'start':
      return { label: `$(play) ${l10n.t('Start')}` };
    case 'stop':
      return {
        label: `$(debug-stop) ${l10n.t('Stop')}`,
        description: l10n.t('until it is started again in this window'),
      };
    case 'restart':
      return { label: `$(debug-restart) ${l10n.t('Restart')}` };
    case 'retry':
      return { label: `$(refresh) ${l10n.t('Retry')}` };
    case 'install':
      return { label: `$(cloud-download) ${l10n.t('Install')}` };
    case 'cancel':
      return { label: `$(close) ${l10n.t('Cancel')}` };
    case 'trust':
      return { label: `$(shield) ${l10n.t('Manage Workspace Trust')}` };
    case 'showLog':
      return { label: `$(output) ${l10n.t('Show Log')}` };
  }
}
