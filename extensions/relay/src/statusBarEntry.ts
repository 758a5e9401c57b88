import {
  MarkdownString,
  StatusBarAlignment,
  ThemeColor,
  l10n,
  window,
  type Disposable,
  type StatusBarItem,
} from 'vscode';
import type { Clock } from './clock.ts';
import type { LanguageServer } from './languageServer.ts';
import type { LanguageServers } from './languageServers.ts';
import { asMarkdown, shortened } from './plainText.ts';
import { serverStatus } from './serverStatus.ts';
import type { StatusText } from './statusText.ts';

const rank = { error: 2, warning: 1, information: 0 } as const satisfies Record<
  StatusText['severity'],
  number
>;

/** The status bar is shared; the tooltip has it in full. */
const summaryLength = 40;

/** One status bar item for the active file: its servers, the one most in need of attention first. */
export class StatusBarEntry implements Disposable {
  readonly #servers: LanguageServers;
  readonly #clock: Clock;
  readonly #item: StatusBarItem;
  #aim: string | undefined;

  constructor(servers: LanguageServers, clock: Clock) {
    this.#servers = servers;
    this.#clock = clock;
    // Left of the language mode, which VS Code gives the weight 100.1.
    this.#item = window.createStatusBarItem('server', StatusBarAlignment.Right, 100.15);
    this.#item.name = l10n.t('Language Server');
  }

  update(): void {
    const document = window.activeTextEditor?.document;
    const servers = document ? this.#servers.for(document) : [];
    const shown = servers.map((server) => ({ server, status: serverStatus(server, this.#clock) }));
    const [first, ...others] = shown.toSorted((a, b) => weight(b.status) - weight(a.status));
    if (!first) {
      this.#item.hide();
      return;
    }
    const { server, status } = first;
    const more = others.length > 0 ? ` +${others.length}` : '';
    const quiet = status.severity === 'information' && !status.busy;
    this.#item.text = `$(${status.icon}) ${server.descriptor.label}${quiet && server.state.kind === 'ready' ? '' : `: ${shortened(status.summary, summaryLength)}`}${more}`;
    this.#item.tooltip = tooltip(shown);
    this.#aimAt(servers.length === 1 ? server.descriptor.id : undefined);
    this.#item.accessibilityInformation = { label: `${server.descriptor.label}, ${status.summary}` };
    this.#item.backgroundColor = background(status);
    this.#item.show();
  }

  dispose(): void {
    this.#item.dispose();
  }

  /** Each command set here is registered anew, and a click that is under way misses: so only when it differs. */
  #aimAt(serverId: string | undefined): void {
    if (this.#item.command !== undefined && this.#aim === serverId) return;
    this.#aim = serverId;
    this.#item.command = {
      command: 'mooring.server.menu',
      title: l10n.t('Actions…'),
      arguments: serverId === undefined ? [] : [serverId],
    };
  }
}

function weight(status: StatusText): number {
  return rank[status.severity] * 2 + (status.busy ? 1 : 0);
}

function background(status: StatusText): ThemeColor | undefined {
  return status.severity === 'error' ? new ThemeColor('statusBarItem.errorBackground') : undefined;
}

function tooltip(shown: readonly { server: LanguageServer; status: StatusText }[]): MarkdownString {
  const text = new MarkdownString(undefined, true);
  shown.forEach(({ server, status }, index) => {
    if (index > 0) text.appendMarkdown('\n\n');
    text.appendMarkdown(
      `$(${status.icon}) **${asMarkdown(server.descriptor.label)}** ${asMarkdown(status.summary)}`,
    );
    text.appendMarkdown(`\n\n${asMarkdown(status.detail)}`);
  });
  return text;
}
