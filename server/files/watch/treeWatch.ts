import { lstat, stat } from 'node:fs/promises';
import type { Event } from '@parcel/watcher';
import type { Clock, Timer } from '../../broker/clock.ts';
import type { Log } from '../../broker/log.ts';
import type { FileChange } from '../../protocol/files.ts';
import type { OwnWrites } from '../ownWrites.ts';
import { TreeSubscription } from './treeSubscription.ts';

export interface PathChange {
  readonly path: string;
  readonly kind: FileChange['kind'];
}

export interface TreeListener {
  changed(changes: readonly PathChange[]): void;
  /** Anything below the root may have changed. */
  overflow(): void;
  /** A folder that appeared cannot be watched; `error` is the library's or the system's. */
  unwatched(folder: string, error: unknown): void;
}

export interface WatchContext {
  readonly clock: Clock;
  readonly log: Log;
  readonly ownWrites: OwnWrites;
}

/** More changes at once are told as one: "anything may have changed". */
const overflowCount = 10_000;
const returnTime = 2_000;

/** Watches all below a folder for any number of listeners, also over the folder's own deletion and return. */
export class TreeWatch {
  readonly #root: string;
  readonly #context: WatchContext;
  readonly #listeners = new Set<TreeListener>();
  readonly #subscription: TreeSubscription;
  #waiting: Event[] = [];
  #isDigesting = false;
  #return: Timer | undefined;
  /** Undefined: not watched yet. */
  #excludes: readonly string[] | undefined;
  /** Settled when the last change of what is watched is done. */
  #ready: Promise<void> = Promise.resolve();
  #isStopped = false;
  /** Which folder the native watch is of: one that is put back under the same path is another. */
  #identity: string | undefined;

  constructor(root: string, context: WatchContext) {
    this.#root = root;
    this.#context = context;
    this.#subscription = new TreeSubscription(root, {
      events: (events) => this.#take(events),
      lost: (reason) => this.#overflow(reason),
    });
  }

  /**
   * @param excludes globs of what the listener does not care for; it may be told of it all the same
   * @throws Error of the library when the tree cannot be watched
   */
  async add(listener: TreeListener, excludes: readonly string[]): Promise<void> {
    this.#listeners.add(listener);
    const ready = this.#ready.catch(() => undefined).then(() => this.#cover(excludes));
    this.#ready = ready;
    await ready;
  }

  remove(listener: TreeListener): void {
    this.#listeners.delete(listener);
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    this.#listeners.clear();
    this.#return?.cancel();
    await this.#ready.catch(() => undefined);
    await this.#subscription.stop();
  }

  /** The library knows one set of excludes for each tree, so it gets those that all listeners share. */
  async #cover(excludes: readonly string[]): Promise<void> {
    if (this.#isStopped) return;
    if (!this.#excludes) {
      await this.#start(excludes);
      this.#excludes = excludes;
      return;
    }
    const shared = this.#excludes.filter((glob) => excludes.includes(glob));
    if (shared.length === this.#excludes.length) return;
    this.#excludes = shared;
    await this.#subscription.stop();
    await this.#start(shared);
    this.#overflow('more is watched now');
  }

  async #start(excludes: readonly string[]): Promise<void> {
    await this.#subscription.start(excludes);
    this.#identity = await identityOf(this.#root);
  }

  #take(events: readonly Event[]): void {
    if (this.#waiting.length + events.length > overflowCount) {
      this.#waiting = [];
      return this.#overflow('too much changed at once');
    }
    this.#waiting.push(...events);
    if (this.#isDigesting) return;
    this.#isDigesting = true;
    this.#digest()
      .catch((error: unknown) => this.#overflow(String(error)))
      .finally(() => (this.#isDigesting = false));
  }

  async #digest(): Promise<void> {
    while (this.#waiting.length > 0) {
      const events = this.#waiting;
      this.#waiting = [];
      const changes = new Map<string, PathChange['kind']>();
      for (const event of events) await this.#apply(event, changes);
      if (changes.size > 0) this.#tell([...changes].map(([path, kind]) => ({ path, kind })));
      if (await this.#isReplaced(changes)) await this.#awaitReturn();
    }
  }

  /** A folder that is deleted and soon put back need not be reported as deleted, but the native watch is dead. */
  async #isReplaced(changes: ReadonlyMap<string, PathChange['kind']>): Promise<boolean> {
    if (changes.get(this.#root) === 'deleted') return true;
    const isSomethingGone = [...changes.values()].includes('deleted');
    return isSomethingGone && (await identityOf(this.#root)) !== this.#identity;
  }

  async #apply({ path, type }: Event, changes: Map<string, PathChange['kind']>): Promise<void> {
    if (await this.#context.ownWrites.isTemporary(path)) return;
    if (type === 'delete') {
      this.#subscription.prune(path);
      changes.set(path, 'deleted');
      return;
    }
    const stats = await lstat(path).catch(() => undefined);
    // Created and gone is as good as never there; so is what the library reports by a name from before a rename.
    if (!stats) return void (type === 'update' && changes.set(path, 'deleted'));
    const isNew = type === 'create' && !this.#context.ownWrites.isReplacement(path);
    if (changes.get(path) !== 'created') changes.set(path, isNew ? 'created' : 'changed');
    if (type !== 'create' || !stats.isDirectory()) return;
    const content = await this.#subscription.branch(path, overflowCount).catch((error: unknown) => {
      // Gone again, as a rule; or the system is out of watches.
      this.#context.log.debug({ folder: path, error: String(error) }, 'A new folder cannot be watched');
      for (const listener of this.#listeners) listener.unwatched(path, error);
      return [];
    });
    if (!content) return this.#overflow('a large folder appeared');
    for (const inner of content) changes.set(inner, 'created');
  }

  #tell(changes: readonly PathChange[]): void {
    if (changes.length > overflowCount) return this.#overflow('too much changed at once');
    for (const listener of this.#listeners) listener.changed(changes);
  }

  #overflow(reason: string): void {
    this.#context.log.info({ folder: this.#root, reason }, 'Changes of files were missed');
    for (const listener of this.#listeners) listener.overflow();
  }

  /** Nothing tells when a folder that is gone comes back, but looking. */
  async #awaitReturn(): Promise<void> {
    await this.#subscription.stop();
    const look = async () => {
      const isBack = await stat(this.#root).then(
        (stats) => stats.isDirectory(),
        () => false,
      );
      if (!isBack) return wait();
      this.#ready = this.#start(this.#excludes ?? []);
      await this.#ready;
      this.#tell([{ path: this.#root, kind: 'created' }]);
      this.#overflow('the folder is back');
    };
    const wait = () => {
      if (this.#isStopped) return;
      this.#return = this.#context.clock.after(returnTime, () => {
        look().catch((error: unknown) => {
          this.#context.log.warn(
            { folder: this.#root, error: String(error) },
            'A folder that is back cannot be watched yet',
          );
          wait();
        });
      });
    };
    wait();
  }
}

/** Inode numbers are used again at once, so the time of birth belongs to it; undefined when there is none. */
async function identityOf(folder: string): Promise<string | undefined> {
  const stats = await stat(folder).catch(() => undefined);
  return stats && `${stats.dev}:${stats.ino}:${stats.birthtimeMs}`;
}
