import { readdir } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import type { AsyncSubscription, Event } from '@parcel/watcher';
import { globMatcher } from './globs.ts';

export interface TreeEvents {
  events(events: readonly Event[]): void;
  /** Something was missed. */
  lost(reason: string): void;
}

/** So many subscriptions beside the first one are started anew as one. */
const branchLimit = 100;

/**
 * The native watch of a whole tree. On Linux the library watches a folder that appears, but not what is below it
 * already (a tree moved in, or made faster than it looks): such branches get a subscription of their own.
 */
export class TreeSubscription {
  readonly #root: string;
  readonly #events: TreeEvents;
  readonly #branches = new Map<string, Promise<AsyncSubscription>>();
  #trunk: Promise<AsyncSubscription> | undefined;
  #excludes: readonly string[] = [];

  constructor(root: string, events: TreeEvents) {
    this.#root = root;
    this.#events = events;
  }

  /**
   * @param excludes globs of what need not be watched; events of it may come all the same
   * @throws Error of the library when the tree cannot be watched
   */
  async start(excludes: readonly string[]): Promise<void> {
    this.#excludes = excludes;
    this.#trunk = this.#subscribe(this.#root, excludes);
    await this.#trunk;
  }

  /**
   * What a folder that just appeared holds, however deep; from now on it is watched in full.
   *
   * @returns paths, folders included; undefined when there are more than `limit`
   */
  async branch(folder: string, limit: number): Promise<readonly string[] | undefined> {
    const entries = await readdir(folder, { withFileTypes: true });
    const isDeep = process.platform === 'linux' && entries.some((entry) => entry.isDirectory());
    if (isDeep && !this.#branches.has(folder)) {
      if (this.#branches.size >= branchLimit) {
        await this.#startAnew();
        return undefined;
      }
      const subscription = this.#subscribe(
        folder,
        // The others are relative to the root.
        this.#excludes.filter((glob) => glob.startsWith('**/')),
      );
      this.#branches.set(folder, subscription);
      await subscription;
    }
    return this.#list(folder, limit);
  }

  /** A folder is gone, and with it what watched below it. */
  prune(folder: string): void {
    for (const [path, subscription] of this.#branches) {
      if (path !== folder && !path.startsWith(folder + sep)) continue;
      this.#branches.delete(path);
      void release(subscription);
    }
  }

  async stop(): Promise<void> {
    const all = [...this.#branches.values(), ...(this.#trunk ? [this.#trunk] : [])];
    this.#branches.clear();
    this.#trunk = undefined;
    await Promise.all(all.map(release));
  }

  async #startAnew(): Promise<void> {
    await this.stop();
    await this.start(this.#excludes);
    this.#events.lost('many folders appeared');
  }

  async #subscribe(folder: string, excludes: readonly string[]): Promise<AsyncSubscription> {
    // Loaded when somebody watches: not for the start of the server to wait for.
    const { subscribe } = await import('@parcel/watcher');
    const listener = (error: Error | null, events: readonly Event[]) => {
      if (error) this.#events.lost(error.message);
      else this.#events.events(events);
    };
    return subscribe(folder, listener, { ignore: excludes.filter(isPlain) });
  }

  async #list(folder: string, limit: number): Promise<readonly string[] | undefined> {
    const isExcluded = globMatcher(this.#excludes);
    const found: string[] = [];
    const folders = [folder];
    for (let next = folders.pop(); next !== undefined; next = folders.pop()) {
      const here = next;
      // Whatever is gone again has events of its own.
      const entries = await readdir(here, { withFileTypes: true }).catch(() => []);
      for (const entry of entries) {
        const path = join(here, entry.name);
        if (isExcluded(relative(this.#root, path).replaceAll(sep, '/'))) continue;
        found.push(path);
        if (entry.isDirectory()) folders.push(path);
      }
      if (found.length > limit) return undefined;
    }
    return found;
  }
}

/** The library's own matcher fails on some patterns; whoever watches filters all of them anyway. */
function isPlain(glob: string): boolean {
  return /^[\w./*?{}, @+-]+$/.test(glob);
}

/** It fails where the folder is gone, and then there is nothing left to release. */
async function release(subscription: Promise<AsyncSubscription>): Promise<void> {
  await subscription.then((started) => started.unsubscribe()).catch(() => undefined);
}
