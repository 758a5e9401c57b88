import { commands, extensions, l10n, window, type Disposable, type Memento } from 'vscode';
import type { LanguageServers } from '../languageServers.ts';
import { twinOf } from './twinNames.ts';

const key = 'twins told of';

/**
 * Tells, once for each, of VS Code's own extension that answers for the files of a server that runs: problems would
 * show twice, and a rename would go to the one that knows the open files alone. Extensions cannot disable others.
 */
export class Twins implements Disposable {
  readonly #servers: LanguageServers;
  readonly #memento: Memento;
  readonly #subscription: Disposable;

  constructor(servers: LanguageServers, memento: Memento) {
    this.#servers = servers;
    this.#memento = memento;
    this.#subscription = servers.onDidChange(() => this.#look());
  }

  dispose(): void {
    this.#subscription.dispose();
  }

  #look(): void {
    for (const { state, descriptor } of this.#servers.all()) {
      const id = state.kind === 'ready' ? twinOf(descriptor.languages) : undefined;
      if (id !== undefined) void this.#tell(id, descriptor.label);
    }
  }

  async #tell(id: string, label: string): Promise<void> {
    const told = this.#memento.get<readonly string[]>(key, []);
    const twin = extensions.getExtension(id);
    if (!twin || told.includes(id)) return;
    await this.#memento.update(key, [...told, id]);
    const { displayName } = twin.packageJSON as { displayName?: unknown };
    const name = typeof displayName === 'string' ? displayName : id;
    const show = l10n.t('Show Extension');
    const text = l10n.t(
      'VS Code’s own extension “{0}” answers for the same files as {1}. Disable it, so that every answer comes once.',
      name,
      label,
    );
    if ((await window.showInformationMessage(text, show)) !== show) return;
    await commands.executeCommand('workbench.extensions.search', `@builtin ${name}`);
  }
}
