import { l10n, ProgressLocation, window, type Disposable } from 'vscode';
import { installCommand } from '../../../server/protocol/install.ts';
import type { LanguageServer } from './languageServer.ts';
import type { LanguageServers } from './languageServers.ts';
import type { ServerState } from './serverState.ts';

/** Offers to install what is missing, once in each window, and shows how an installation goes. */
export class InstallOffer implements Disposable {
  readonly #servers: LanguageServers;
  readonly #offered = new Set<string>();
  readonly #shown = new Map<
    LanguageServer,
    { readonly report: (line: string) => void; readonly end: () => void }
  >();
  readonly #subscription: Disposable;

  constructor(servers: LanguageServers) {
    this.#servers = servers;
    this.#subscription = servers.onDidChange(() => this.#update());
  }

  dispose(): void {
    this.#subscription.dispose();
    for (const { end } of this.#shown.values()) end();
  }

  #update(): void {
    for (const server of this.#servers.all()) {
      const { state } = server;
      if (state.kind === 'notInstalled' && state.installable) this.#offer(server);
      if (state.kind === 'installing') this.#show(server, state);
    }
    for (const [server, { end }] of this.#shown) {
      if (server.state.kind === 'installing') continue;
      end();
      this.#shown.delete(server);
    }
  }

  #offer(server: LanguageServer): void {
    const { id, label, install: command } = server.descriptor;
    if (this.#offered.has(id)) return;
    this.#offered.add(id);
    const install = l10n.t('Install');
    const text = l10n.t(
      '{0} is not installed. Install runs “{1}” on the machine that holds the folder.',
      label,
      command ? installCommand(command) : '',
    );
    void window.showInformationMessage(text, install).then((picked) => {
      if (picked === install) this.#servers.install(server);
    });
  }

  #show(server: LanguageServer, { line }: Extract<ServerState, { kind: 'installing' }>): void {
    const shown = this.#shown.get(server);
    if (shown) return shown.report(line);
    const title = l10n.t('Installing {0}', server.descriptor.label);
    void window.withProgress(
      { location: ProgressLocation.Notification, title, cancellable: true },
      async (progress, token) => {
        const over = new Promise<void>((resolve) => {
          this.#shown.set(server, { report: (message) => progress.report({ message }), end: resolve });
        });
        progress.report({ message: line });
        token.onCancellationRequested(() => void this.#servers.cancelInstall(server));
        await over;
      },
    );
  }
}
