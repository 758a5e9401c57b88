import {
  debug,
  l10n,
  Uri,
  window,
  workspace,
  type DebugConfiguration,
  type DebugSession,
  type Disposable,
  type Memento,
} from 'vscode';
import { isRecord } from '../json.ts';

const key = 'debugSessions';

interface Remembered {
  readonly name: string;
  readonly folder: string | undefined;
  readonly configuration: DebugConfiguration;
}

/**
 * Tells the user which debug sessions a reload of the window has ended, and offers to start them again. A session
 * is remembered while it runs; what a new page of the same window still finds did not end by itself.
 */
export class EndedSessions implements Disposable {
  readonly #memento: Memento;
  readonly #window: string;
  readonly #running = new Map<string, Remembered>();
  readonly #subscriptions: readonly Disposable[];

  constructor(memento: Memento, window: string) {
    this.#memento = memento;
    this.#window = window;
    this.#subscriptions = [
      debug.onDidStartDebugSession((session) => this.#started(session)),
      debug.onDidTerminateDebugSession(({ id }) => {
        if (this.#running.delete(id)) this.#write();
      }),
    ];
  }

  /** To be called once, when the page has started. */
  tell(): void {
    const ended = this.#read();
    if (ended.length > 0) this.#write();
    for (const session of ended) void tellOf(session);
  }

  dispose(): void {
    for (const subscription of this.#subscriptions) subscription.dispose();
  }

  /** Children come and go with their parents. */
  #started({ id, name, parentSession, workspaceFolder, configuration }: DebugSession): void {
    if (parentSession) return;
    this.#running.set(id, { name, folder: workspaceFolder?.uri.toString(), configuration });
    this.#write();
  }

  #read(): readonly Remembered[] {
    const stored: unknown = this.#memento.get(key);
    if (!isRecord(stored) || stored['window'] !== this.#window) return [];
    const { sessions } = stored;
    // We wrote it.
    return Array.isArray(sessions) ? (sessions as Remembered[]) : [];
  }

  #write(): void {
    const sessions = [...this.#running.values()];
    void this.#memento.update(key, sessions.length > 0 ? { window: this.#window, sessions } : undefined);
  }
}

async function tellOf({ name, folder, configuration }: Remembered): Promise<void> {
  const again = l10n.t('Start Again');
  const picked = await window.showInformationMessage(
    l10n.t('The debug session "{0}" ended because the window was reloaded.', name),
    again,
  );
  if (picked !== again) return;
  const uri = folder === undefined ? undefined : Uri.parse(folder);
  await debug.startDebugging(uri && workspace.getWorkspaceFolder(uri), configuration);
}
