import { EventEmitter, workspace, type Disposable, type Event } from 'vscode';

/** Whether the opened folder holds files that match glob patterns; looked up once per pattern, then watched. */
export class FolderContent implements Disposable {
  readonly #changed = new EventEmitter<void>();
  readonly #present = new Map<string, boolean>();
  readonly #watchers: Disposable[] = [];
  readonly #search: (pattern: string) => Promise<boolean>;

  readonly onDidChange: Event<void> = this.#changed.event;

  /** @param search whether a file matches; the default asks VS Code, which searches disks alone */
  constructor(search: (pattern: string) => Promise<boolean> = searchEditor) {
    this.#search = search;
  }

  /** False as long as it is not known; `onDidChange` tells when it is. */
  holdsAny(patterns: readonly string[]): boolean {
    for (const pattern of patterns) if (!this.#present.has(pattern)) this.#look(pattern);
    return patterns.some((pattern) => this.#present.get(pattern) === true);
  }

  dispose(): void {
    for (const watcher of this.#watchers) watcher.dispose();
    this.#changed.dispose();
  }

  #look(pattern: string): void {
    this.#present.set(pattern, false);
    const watcher = workspace.createFileSystemWatcher(pattern, false, true, true);
    watcher.onDidCreate(() => this.#found(pattern));
    this.#watchers.push(watcher);
    void this.#search(pattern).then(
      (found) => found && this.#found(pattern),
      // Nobody could look: it is asked again with the next document.
      () => this.#present.delete(pattern),
    );
  }

  #found(pattern: string): void {
    if (this.#present.get(pattern)) return;
    this.#present.set(pattern, true);
    this.#changed.fire();
  }
}

async function searchEditor(pattern: string): Promise<boolean> {
  return (await workspace.findFiles(pattern, '**/node_modules/**', 1)).length > 0;
}
