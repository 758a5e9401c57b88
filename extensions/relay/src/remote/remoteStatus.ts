import {
  l10n,
  StatusBarAlignment,
  ThemeColor,
  window,
  workspace,
  type Disposable,
  type StatusBarItem,
} from 'vscode';
import { originPattern, remoteScheme } from './relayOrigin.ts';
import type { RemoteRelay } from './remoteRelay.ts';
import { remoteText, type PageOrigin, type RemoteText } from './remoteState.ts';

const severityColor = {
  information: undefined,
  warning: new ThemeColor('statusBarItem.warningBackground'),
  error: new ThemeColor('statusBarItem.errorBackground'),
} as const satisfies Record<RemoteText['severity'], ThemeColor | undefined>;

/** Says in the status bar how it stands with the relay, and once aloud when the user has to do something. */
export class RemoteStatus implements Disposable {
  readonly #relay: RemoteRelay;
  readonly #item: StatusBarItem;
  /** Of this page. */
  readonly #origin: string;
  readonly #subscription: Disposable;

  constructor(relay: RemoteRelay, origin: string) {
    this.#relay = relay;
    this.#origin = origin;
    this.#item = window.createStatusBarItem('relay', StatusBarAlignment.Left, 1_000);
    this.#item.name = l10n.t('Mooring Relay');
    this.#item.command = 'mooring.relay.menu';
    this.#subscription = relay.onDidChange(() => this.#update());
    this.#update();
  }

  /** What there is to say now. */
  text(): RemoteText | undefined {
    return remoteText(this.#relay.state, this.#page(), (message, ...args) => l10n.t(message, ...args));
  }

  dispose(): void {
    this.#subscription.dispose();
    this.#item.dispose();
  }

  #page(): PageOrigin {
    const open = (workspace.workspaceFolders ?? []).map(({ uri }) => uri);
    return {
      pattern: originPattern(this.#origin),
      isSecure: this.#origin.startsWith('https:'),
      folders: open.filter(({ scheme }) => scheme === remoteScheme).map(({ path }) => path),
    };
  }

  #update(): void {
    const text = this.text();
    if (!text) {
      this.#item.hide();
      return;
    }
    this.#item.text = `$(${text.icon}) Mooring: ${text.summary}`;
    this.#item.tooltip = text.detail;
    this.#item.backgroundColor = severityColor[text.severity];
    this.#item.accessibilityInformation = { label: `Mooring: ${text.summary}. ${text.detail}` };
    this.#item.show();
  }
}
