import { Disposable, FileChangeType, workspace, Uri, type FileChangeEvent } from 'vscode';
import { toFileUri } from '../../../../server/protocol/fileUrl.ts';
import type { FileChange } from '../../../../server/protocol/files.ts';
import { KeptWatches } from '../../../../server/protocol/keptWatches.ts';
import type { FileChannel } from './fileChannel.ts';

export interface WatchOptions {
  readonly recursive: boolean;
  readonly excludes: readonly string[];
}

/** What VS Code watches of the relay's folder. */
export class RelayWatches {
  readonly #announce: (changes: FileChangeEvent[]) => void;
  readonly #kept: KeptWatches<Uri>;
  readonly #subscription: Disposable;

  constructor(channel: FileChannel, announce: (changes: FileChangeEvent[]) => void) {
    this.#announce = announce;
    this.#kept = new KeptWatches((method, params) => channel.request(method, params));
    this.#subscription = Disposable.from(
      channel.on('files/changes', ({ watch, changes }) => this.#changed(this.#kept.of(watch), changes)),
      channel.on('files/overflow', ({ watch }) => this.#lost(this.#kept.of(watch))),
      channel.onDidOpen(() => void this.#resume()),
    );
  }

  add(uri: Uri, { recursive, excludes }: WatchOptions): Disposable {
    return new Disposable(this.#kept.add(uri, { uri: toFileUri({ path: uri.path }), recursive, excludes }));
  }

  dispose(): void {
    this.#subscription.dispose();
    this.#kept.clear();
  }

  async #resume(): Promise<void> {
    await this.#kept.resume();
    // Nobody knows what happened meanwhile.
    for (const watched of this.#kept.all()) this.#lost(watched);
  }

  #changed(watched: Uri | undefined, changes: readonly FileChange[]): void {
    if (!watched) return;
    this.#announce(
      changes.map(({ uri, kind }) => ({
        uri: watched.with({ path: Uri.parse(uri).path }),
        type: changeTypes[kind],
      })),
    );
  }

  /** Everything below may be different: what is shown, and what is read at the start, is read again. */
  #lost(watched: Uri | undefined): void {
    if (!watched) return;
    const open = workspace.textDocuments
      .map(({ uri }) => uri)
      .filter(({ scheme }) => scheme === watched.scheme);
    const settings = Uri.joinPath(watched, '.vscode', 'settings.json');
    this.#announce([watched, settings, ...open].map((uri) => ({ uri, type: FileChangeType.Changed })));
  }
}

const changeTypes = {
  created: FileChangeType.Created,
  changed: FileChangeType.Changed,
  deleted: FileChangeType.Deleted,
} as const;
