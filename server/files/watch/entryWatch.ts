import { watch, type FSWatcher } from 'node:fs';
import { lstat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import type { Timer } from '../../broker/clock.ts';
import type { PathChange, WatchContext } from './treeWatch.ts';

/** So long what happens is gathered. */
const batchTime = 40;

/**
 * Watches one file, or a folder's own entries. A file is watched from its folder, since an atomic save puts
 * another one in its place.
 */
export class EntryWatch {
  readonly #folder: string;
  /** Undefined: all of the folder's entries. */
  readonly #only: string | undefined;
  readonly #context: WatchContext;
  readonly #changed: (changes: readonly PathChange[]) => void;
  readonly #watcher: FSWatcher;
  readonly #names = new Map<string, boolean>();
  #timer: Timer | undefined;

  /** @throws NodeJS.ErrnoException when it cannot be watched */
  constructor(
    path: string,
    isFolder: boolean,
    context: WatchContext,
    changed: (changes: readonly PathChange[]) => void,
  ) {
    this.#folder = isFolder ? path : dirname(path);
    this.#only = isFolder ? undefined : basename(path);
    this.#context = context;
    this.#changed = changed;
    this.#watcher = watch(this.#folder, { persistent: false }, (type, name) =>
      this.#take(name, type === 'rename'),
    );
    this.#watcher.on('error', (error) =>
      context.log.debug({ error: error.message }, 'A watch of a file ended'),
    );
  }

  stop(): void {
    this.#timer?.cancel();
    this.#watcher.close();
  }

  #take(name: string | null, isNameChange: boolean): void {
    if (name === null || (this.#only !== undefined && name !== this.#only)) return;
    this.#names.set(name, isNameChange || (this.#names.get(name) ?? false));
    this.#timer ??= this.#context.clock.after(batchTime, () => {
      this.#timer = undefined;
      void this.#tell();
    });
  }

  async #tell(): Promise<void> {
    const names = [...this.#names];
    this.#names.clear();
    const changes = await Promise.all(
      names.map(([name, isNameChange]) => this.#look(join(this.#folder, name), isNameChange)),
    );
    const seen = changes.filter((change) => change !== undefined);
    if (seen.length > 0) this.#changed(seen);
  }

  async #look(path: string, isNameChange: boolean): Promise<PathChange | undefined> {
    const { ownWrites } = this.#context;
    if (await ownWrites.isTemporary(path)) return undefined;
    const isThere = await lstat(path).then(
      () => true,
      () => false,
    );
    if (!isThere) return { path, kind: 'deleted' };
    return { path, kind: isNameChange && !ownWrites.isReplacement(path) ? 'created' : 'changed' };
  }
}
