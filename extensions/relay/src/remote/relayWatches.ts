import { Disposable, FileChangeType, workspace, Uri, type FileChangeEvent } from 'vscode';
import { toFileUri } from '../../../../server/protocol/fileUrl.ts';
import type { FileChange } from '../../../../server/protocol/files.ts';
import type { FileChannel } from './fileChannel.ts';

export interface WatchOptions {
  readonly recursive: boolean;
  readonly excludes: readonly string[];
}

interface Watch {
  readonly uri: Uri;
  readonly options: WatchOptions;
  /** The relay's number for it, while there is one. */
  id: number | undefined;
}

/** What VS Code watches of the relay's folder, kept alive over reconnections. */
export class RelayWatches {
  readonly #channel: FileChannel;
  readonly #announce: (changes: FileChangeEvent[]) => void;
  readonly #watches = new Set<Watch>();
  readonly #subscription: Disposable;

  constructor(channel: FileChannel, announce: (changes: FileChangeEvent[]) => void) {
    this.#channel = channel;
    this.#announce = announce;
    this.#subscription = Disposable.from(
      channel.on('files/changes', ({ watch, changes }) => this.#changed(watch, changes)),
      channel.on('files/overflow', ({ watch }) => this.#lost(this.#find(watch))),
      channel.onDidOpen(() => void this.#resume()),
    );
  }

  add(uri: Uri, options: WatchOptions): Disposable {
    const watch: Watch = { uri, options, id: undefined };
    this.#watches.add(watch);
    void this.#start(watch);
    return new Disposable(() => this.#stop(watch));
  }

  dispose(): void {
    this.#subscription.dispose();
    this.#watches.clear();
  }

  async #start(watch: Watch): Promise<void> {
    const { uri, options } = watch;
    try {
      const { watch: id } = await this.#channel.request('files/watch', {
        uri: toFileUri({ path: uri.path }),
        recursive: options.recursive,
        excludes: options.excludes,
      });
      watch.id = id;
      if (!this.#watches.has(watch)) await this.#channel.request('files/unwatch', { watch: id });
    } catch {
      // Not there, or no link: what is not there cannot change, and a new link starts every watch again.
    }
  }

  #stop(watch: Watch): void {
    this.#watches.delete(watch);
    if (watch.id === undefined) return;
    // Without a link there is nothing left to stop.
    this.#channel.request('files/unwatch', { watch: watch.id }).catch(() => undefined);
  }

  async #resume(): Promise<void> {
    for (const watch of this.#watches) watch.id = undefined;
    await Promise.all([...this.#watches].map((watch) => this.#start(watch)));
    // Nobody knows what happened meanwhile.
    for (const watch of this.#watches) this.#lost(watch);
  }

  #find(id: number): Watch | undefined {
    return [...this.#watches].find((watch) => watch.id === id);
  }

  #changed(id: number, changes: readonly FileChange[]): void {
    const watch = this.#find(id);
    if (!watch) return;
    this.#announce(
      changes.map(({ uri, kind }) => ({
        uri: watch.uri.with({ path: Uri.parse(uri).path }),
        type: changeTypes[kind],
      })),
    );
  }

  /** Everything below may be different: what is shown, and what is read at the start, is read again. */
  #lost(watch: Watch | undefined): void {
    if (!watch) return;
    const open = workspace.textDocuments
      .map(({ uri }) => uri)
      .filter(({ scheme }) => scheme === watch.uri.scheme);
    const settings = Uri.joinPath(watch.uri, '.vscode', 'settings.json');
    this.#announce([watch.uri, settings, ...open].map((uri) => ({ uri, type: FileChangeType.Changed })));
  }
}

const changeTypes = {
  created: FileChangeType.Created,
  changed: FileChangeType.Changed,
  deleted: FileChangeType.Deleted,
} as const;
