import { commands, env, l10n, window, type Disposable } from 'vscode';
import type { LeaseAction, LeaseReport } from '../../../../server/protocol/leases.ts';
import type { LanguageServer } from '../languageServer.ts';
import type { LanguageServers } from '../languageServers.ts';
import { adapterDetails, type AdapterRow } from './adapterNode.ts';
import type { AdapterRows } from './adapterRows.ts';
import type { InstalledThings, UninstallFailure } from './installedThings.ts';
import type { LeaseList } from './leaseList.ts';
import { copyText, detailsOf } from './rowText.ts';
import type { RowAction, ServerRow } from './serverRow.ts';
import type { ServersView } from './serversView.ts';
import type { TreeNode } from './serverTree.ts';

const actions: readonly RowAction[] = [
  'start',
  'retry',
  'stop',
  'restart',
  'install',
  'cancel',
  'trust',
  'uninstall',
  'showLog',
  'copy',
];

/** The actions on the lines of the view. What this window has it acts on itself; the rest goes to the relay. */
export class ViewCommands implements Disposable {
  readonly #servers: LanguageServers;
  readonly #list: LeaseList;
  readonly #adapters: AdapterRows;
  readonly #things: InstalledThings;
  readonly #view: ServersView;
  readonly #registrations: readonly Disposable[];

  constructor(
    servers: LanguageServers,
    list: LeaseList,
    adapters: AdapterRows,
    things: InstalledThings,
    view: ServersView,
  ) {
    this.#servers = servers;
    this.#list = list;
    this.#adapters = adapters;
    this.#things = things;
    this.#view = view;
    this.#registrations = [
      commands.registerCommand('mooring.servers.refresh', async () => {
        await Promise.all([view.refresh(), adapters.refresh()]);
      }),
      ...actions.map((action) =>
        commands.registerCommand(`mooring.servers.${action}`, async (node: TreeNode | undefined) => {
          if (node?.row) await this.#run(action, node.row);
          else if (node?.adapter) await this.#runAdapter(action, node.adapter);
        }),
      ),
    ];
  }

  dispose(): void {
    for (const registration of this.#registrations) registration.dispose();
  }

  async #runAdapter(action: RowAction, row: AdapterRow): Promise<void> {
    const { t } = this.#view.world;
    if (action === 'install') await this.#adapters.install(row.type);
    if (action === 'cancel') this.#adapters.cancel(row.type);
    if (action === 'showLog') this.#adapters.showLog(row.type);
    if (action === 'uninstall') await this.#uninstall(row.label, () => this.#adapters.uninstall(row.type));
    if (action === 'copy') await env.clipboard.writeText(copyText(row.label, adapterDetails(row, t)));
  }

  async #run(action: RowAction, row: ServerRow): Promise<void> {
    if (action === 'copy') return this.#copy(row);
    if (row.kind === 'held' && !row.own) {
      if (action === 'stop' || action === 'restart') await this.#act(action, row.lease);
      return;
    }
    const id = row.own?.id;
    const descriptor = this.#servers.offered().find((offered) => offered.id === id);
    if (!descriptor) return;
    if (action === 'showLog') return this.#servers.showLog(descriptor);
    if (action === 'uninstall') {
      return this.#uninstall(descriptor.label, () => this.#things.uninstall('server', descriptor.id));
    }
    if (action === 'trust') return void (await commands.executeCommand('workbench.trust.manage'));
    const server = this.#servers.find(descriptor.id);
    if (!server || action === 'start') this.#servers.begin(descriptor);
    else await this.#runOwn(action, server);
    await this.#view.refresh();
  }

  async #runOwn(
    action: Exclude<RowAction, 'start' | 'trust' | 'uninstall' | 'showLog' | 'copy'>,
    server: LanguageServer,
  ): Promise<void> {
    switch (action) {
      case 'retry':
        return this.#servers.retry(server);
      case 'install':
        return this.#servers.install(server);
      case 'cancel':
        return this.#servers.cancelInstall(server);
      case 'stop':
        return this.#servers.stop(server);
      case 'restart':
        return this.#servers.restart(server);
    }
  }

  async #act(action: LeaseAction, lease: LeaseReport): Promise<void> {
    if (lease.link.kind === 'attached' && !(await this.#confirm(action, lease))) return;
    const failure = await this.#list.act(lease.key, action);
    if (failure !== undefined && failure !== 'gone') {
      void window.showErrorMessage(
        action === 'stop'
          ? l10n.t('{0} could not be stopped: the Mooring server does not answer.', lease.label)
          : l10n.t('{0} could not be restarted: the Mooring server does not answer.', lease.label),
      );
    }
    await this.#view.refresh();
  }

  /** What it runs ends, here and in other windows: that is for the user to know before. */
  async #uninstall(label: string, uninstall: () => Promise<UninstallFailure | undefined>): Promise<void> {
    const yes = l10n.t('Uninstall');
    const detail = l10n.t(
      'What Install has put into Mooring’s own folder (~/.mooring/servers) is deleted, for all windows. What runs from it is stopped.',
    );
    const picked = await window.showWarningMessage(
      l10n.t('Uninstall {0}?', label),
      { modal: true, detail },
      yes,
    );
    if (picked !== yes) return;
    const failure = await uninstall();
    if (failure !== undefined) {
      void window.showErrorMessage(
        typeof failure === 'string'
          ? l10n.t('{0} could not be uninstalled: the Mooring server does not answer.', label)
          : failure.message,
      );
    }
    await this.#view.refresh();
  }

  /** Somebody is at work there. */
  async #confirm(action: LeaseAction, { label }: LeaseReport): Promise<boolean> {
    const [question, yes] =
      action === 'stop'
        ? [l10n.t('Another window uses {0}. Stop it there?', label), l10n.t('Stop')]
        : [l10n.t('Another window uses {0}. Restart it there?', label), l10n.t('Restart')];
    return (await window.showWarningMessage(question, { modal: true }, yes)) === yes;
  }

  async #copy(row: ServerRow): Promise<void> {
    const label = row.kind === 'held' ? row.lease.label : row.own.label;
    await env.clipboard.writeText(copyText(label, detailsOf(row, this.#view.world)));
  }
}
