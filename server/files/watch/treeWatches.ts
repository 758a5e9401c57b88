import { FileError, toFileError } from '../fileError.ts';
import { TreeWatch, type TreeListener, type WatchContext } from './treeWatch.ts';
import { isErrno, messageOf } from '../../thrown.ts';

interface Shared {
  readonly watch: TreeWatch;
  users: number;
}

/** One native watch for each tree, however many pages watch it. */
export class TreeWatches {
  readonly #context: WatchContext;
  readonly #shared = new Map<string, Shared>();

  constructor(context: WatchContext) {
    this.#context = context;
  }

  /**
   * @param root a real path
   * @param excludes globs of what the listener does not care for; it may be told of it all the same
   * @returns stops this listener, and the watch with the last one
   * @throws FileError with a sentence for the user when watching is impossible
   */
  async add(root: string, excludes: readonly string[], listener: TreeListener): Promise<() => Promise<void>> {
    const shared = this.#shared.get(root) ?? { watch: new TreeWatch(root, this.#context), users: 0 };
    this.#shared.set(root, shared);
    shared.users++;
    let isReleased = false;
    const release = async () => {
      if (isReleased) return;
      isReleased = true;
      shared.watch.remove(listener);
      if (--shared.users > 0) return;
      if (this.#shared.get(root) === shared) this.#shared.delete(root);
      await shared.watch.stop();
    };
    try {
      await shared.watch.add(listener, excludes);
      return release;
    } catch (error) {
      await release();
      const told = explain(error, root);
      this.#context.log.warn({ folder: root, reason: told.message }, 'A folder cannot be watched');
      throw told;
    }
  }

  async stop(): Promise<void> {
    const all = [...this.#shared.values()];
    this.#shared.clear();
    await Promise.all(all.map(({ watch }) => watch.stop()));
  }
}

/** Also for single files: what the system says when it is out of watches. */
export function explain(error: unknown, path: string): FileError {
  const text = messageOf(error);
  if (/ENOSPC|No space left|EMFILE|Too many open files|inotify_init/i.test(text)) {
    return new FileError(
      'io',
      `Changes in ${path} made by other programs will not be noticed: this machine's limit of watched folders is used up. Raise it (sysctl fs.inotify.max_user_watches=524288 and fs.inotify.max_user_instances=512 on Linux), or exclude folders with the setting "files.watcherExclude"; then reload the page.`,
      { cause: error },
    );
  }
  if (isErrno(error)) return toFileError(error, path);
  return new FileError(
    'io',
    `${path} cannot be watched, so changes made by other programs will not be noticed: ${text}.`,
    { cause: error },
  );
}
