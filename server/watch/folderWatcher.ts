import { dirname, relative, sep } from 'node:path';
import { pathToFileURL } from 'node:url';
import { subscribe, type AsyncSubscription, type Event } from '@parcel/watcher';
import picomatch from 'picomatch';
import type { FileChange } from '../protocol/files.ts';

export interface WatchRequest {
  /** Real path of a file or folder inside the watched folder, or the folder itself. */
  readonly path: string;
  /** Everything below a folder; otherwise the path itself and its direct children. */
  readonly recursive: boolean;
  /** Globs, relative to `path` unless they begin with a double star. */
  readonly excludes: readonly string[];
  onChanges(changes: readonly FileChange[]): void;
  /** Events were lost: anything may have changed. */
  onOverflow(): void;
}

/**
 * Watches one opened folder with one native subscription, however many pages and extensions ask. Many changes
 * at once, such as those of `git checkout`, come as few batches.
 */
export class FolderWatcher {
  readonly #folder: string;
  readonly #requests = new Map<WatchRequest, Filter>();
  readonly #onFailure: (error: Error) => void;
  #subscription: Promise<AsyncSubscription | undefined> | undefined;

  /** @param onFailure called once when watching is not possible, with a sentence for the user */
  constructor(folder: string, onFailure: (error: Error) => void) {
    this.#folder = folder;
    this.#onFailure = onFailure;
  }

  /** Resolves when changes from now on are reported. */
  async watch(request: WatchRequest): Promise<{ dispose(): void }> {
    this.#requests.set(request, filterFor(request));
    this.#subscription ??= this.#subscribe();
    await this.#subscription;
    return { dispose: () => this.#requests.delete(request) };
  }

  async stop(): Promise<void> {
    this.#requests.clear();
    const subscription = await this.#subscription;
    await subscription?.unsubscribe();
  }

  async #subscribe(): Promise<AsyncSubscription | undefined> {
    try {
      return await subscribe(this.#folder, (error, events) => this.#report(error, events), {
        ignore: neverWatched,
      });
    } catch (error) {
      this.#onFailure(new Error(explain(error), { cause: error }));
      return undefined;
    }
  }

  #report(error: Error | null, events: readonly Event[]): void {
    // The watcher's queue overflowed: what it would have said is lost.
    if (error) return this.#requests.forEach((_, request) => request.onOverflow());
    this.#requests.forEach((filter, request) => {
      const changes = events.filter(({ path }) => filter(path)).map(toChange);
      if (changes.length > 0) request.onChanges(changes);
    });
  }
}

/** What changes all the time and is nobody's source. */
const neverWatched = ['**/.git/objects/**', '**/.git/subtree-cache/**', '**/.hg/store/**'];

type Filter = (path: string) => boolean;

function filterFor({ path, recursive, excludes }: WatchRequest): Filter {
  const excluded = excludes.length > 0 ? picomatch([...excludes], { dot: true }) : () => false;
  return (changed) => {
    if (changed === path) return true;
    if (recursive ? !changed.startsWith(path + sep) : dirname(changed) !== path) return false;
    return !excluded(relative(path, changed).split(sep).join('/'));
  };
}

const kinds = { create: 'created', update: 'changed', delete: 'deleted' } as const;

function toChange({ path, type }: Event): FileChange {
  return { uri: pathToFileURL(path).href, kind: kinds[type] };
}

function explain(error: unknown): string {
  const why = error instanceof Error ? error.message : String(error);
  const limit = /no space left|ENOSPC|inotify/i.test(why);
  return limit
    ? 'Changes made outside Mooring are not noticed: the system has no file watches left. Raise fs.inotify.max_user_watches and start again.'
    : `Changes made outside Mooring are not noticed: ${why}. Use "Refresh Explorer" to see them.`;
}
