import {
  EventEmitter,
  ThemeColor,
  ThemeIcon,
  TreeItem,
  TreeItemCollapsibleState,
  env,
  l10n,
  window,
  type Disposable,
  type Event,
  type TreeDataProvider,
  type TreeView,
} from 'vscode';
import type { LeasesReport } from '../../../../server/protocol/leases.ts';
import type { Clock } from '../clock.ts';
import type { LanguageServers } from '../languageServers.ts';
import { offStatus, serverStatus } from '../serverStatus.ts';
import type { AdapterRows } from './adapterRows.ts';
import type { InstalledThings } from './installedThings.ts';
import type { LeaseList } from './leaseList.ts';
import type { ListFailure } from './relayRequest.ts';
import type { TextWorld } from './rowText.ts';
import type { OwnServer } from './serverRow.ts';
import { serverTree, type TreeNode } from './serverTree.ts';

/** How often the relay is asked while the view is to be seen. */
const interval = 2_000;
/** What changes at once is shown at once. */
const pause = 100;

/** The view "Language Servers": everything the relay holds, what this window could start, and the debug adapters. */
export class ServersView implements TreeDataProvider<TreeNode>, Disposable {
  readonly #servers: LanguageServers;
  readonly #list: LeaseList;
  readonly #adapters: AdapterRows;
  readonly #things: InstalledThings;
  readonly #clock: Clock;
  readonly #view: TreeView<TreeNode>;
  readonly #changed = new EventEmitter<void>();
  readonly #subscriptions: readonly Disposable[];
  /** What the user folded and unfolded: VS Code forgets it of a row that goes and comes back, as in a restart. */
  readonly #chosen = new Map<string, 'folded' | 'unfolded'>();
  #report: LeasesReport | ListFailure | undefined;
  #installed: ReadonlySet<string> = new Set();
  #nodes: readonly TreeNode[] = [];
  #shown = '';
  #asking = false;
  #pending: Disposable | undefined;
  #ticking: Disposable | undefined;

  readonly onDidChangeTreeData: Event<void> = this.#changed.event;

  constructor(
    servers: LanguageServers,
    list: LeaseList,
    adapters: AdapterRows,
    things: InstalledThings,
    clock: Clock,
  ) {
    this.#servers = servers;
    this.#list = list;
    this.#adapters = adapters;
    this.#things = things;
    this.#clock = clock;
    this.#view = window.createTreeView('mooring.servers', { treeDataProvider: this });
    this.#subscriptions = [
      this.#view,
      this.#view.onDidChangeVisibility(() => this.#visibilityChanged()),
      this.#view.onDidExpandElement(({ element }) => void this.#chosen.set(element.id, 'unfolded')),
      this.#view.onDidCollapseElement(({ element }) => void this.#chosen.set(element.id, 'folded')),
      servers.onDidChange(() => this.#soon()),
      adapters.onDidChange(() => this.#update()),
      this.#changed,
    ];
    this.#visibilityChanged();
  }

  getTreeItem(node: TreeNode): TreeItem {
    const folding = node.folding === 'none' ? 'none' : (this.#chosen.get(node.id) ?? node.folding);
    const item = new TreeItem(node.label, foldings[folding]);
    item.id = node.id;
    item.contextValue = node.actions.map((action) => `can:${action}`).join(' ');
    if (node.description !== undefined) item.description = node.description;
    if (node.tooltip !== undefined) item.tooltip = node.tooltip;
    // The tooltip would be read out otherwise, with all it explains.
    item.accessibilityInformation = { label: [node.label, node.description ?? ''].join(' ').trim() };
    if (node.icon !== undefined) item.iconPath = new ThemeIcon(node.icon, colorOf(node));
    return item;
  }

  getChildren(node?: TreeNode): TreeNode[] {
    return [...(node ? node.children : this.#nodes)];
  }

  /** What texts about this moment depend on. */
  get world(): TextWorld {
    return {
      now: this.#clock.now(),
      locale: env.language,
      t: (message, ...args) => l10n.t(message, ...args),
    };
  }

  /** Asks the relay now. */
  async refresh(): Promise<void> {
    if (this.#asking) return;
    this.#asking = true;
    const installable = this.#servers.offered().flatMap(({ id, install }) => (install ? [id] : []));
    const [report, installed] = await Promise.all([
      this.#list.read(),
      this.#things.read('server', installable),
    ]);
    this.#report = report;
    this.#installed = installed ?? this.#installed;
    this.#asking = false;
    this.#update();
  }

  dispose(): void {
    this.#pending?.dispose();
    this.#ticking?.dispose();
    for (const subscription of this.#subscriptions) subscription.dispose();
  }

  #visibilityChanged(): void {
    this.#ticking?.dispose();
    this.#ticking = undefined;
    if (!this.#view.visible) return;
    this.#ticking = this.#clock.every(interval, () => void this.refresh());
    void this.refresh();
    // Programs are asked for their versions, so only when somebody begins to look.
    void this.#adapters.refresh();
  }

  #soon(): void {
    if (!this.#view.visible) return;
    this.#pending ??= this.#clock.after(pause, () => {
      this.#pending = undefined;
      void this.refresh();
    });
  }

  #update(): void {
    const report = typeof this.#report === 'string' ? undefined : this.#report;
    this.#nodes = serverTree(report, this.#own(), this.world, this.#adapters.all());
    this.#view.message = messageOf(this.#report) ?? '';
    // The tree loses hover and focus with every change: only what reads differently is one.
    const shown = JSON.stringify(this.#nodes.map(withoutRow));
    if (shown === this.#shown) return;
    this.#shown = shown;
    this.#changed.fire();
  }

  #own(): OwnServer[] {
    return this.#servers.offered().map((descriptor) => {
      const { id, label } = descriptor;
      const server = this.#servers.find(id);
      const status = server ? serverStatus(server, this.#clock) : offStatus(descriptor, this.#clock);
      return { id, label, status, leaseKey: server?.leaseKey, installed: this.#installed.has(id) };
    });
  }
}

function messageOf(report: LeasesReport | ListFailure | undefined): string | undefined {
  switch (report) {
    case 'unknown':
      return l10n.t('This window is not connected to a relay.');
    case 'away':
      return l10n.t('The Mooring server cannot be reached. What it runs is shown again when it can.');
    case 'signedOut':
      return l10n.t(
        'The server does not know this page any more. Open the address that it printed when it started.',
      );
    case 'unreadable':
      return l10n.t('The Mooring server is of another version. Reload the window.');
    default:
      return undefined;
  }
}

function withoutRow({ row: _row, adapter: _adapter, children, ...node }: TreeNode): object {
  return { ...node, children: children.map(withoutRow) };
}

const foldings = {
  none: TreeItemCollapsibleState.None,
  folded: TreeItemCollapsibleState.Collapsed,
  unfolded: TreeItemCollapsibleState.Expanded,
} as const satisfies Record<TreeNode['folding'], TreeItemCollapsibleState>;

function colorOf({ severity, icon }: TreeNode): ThemeColor | undefined {
  if (severity === 'error') return new ThemeColor('list.errorForeground');
  if (severity === 'warning') return new ThemeColor('list.warningForeground');
  return icon === 'check' ? new ThemeColor('charts.green') : undefined;
}
