import { stat } from 'node:fs/promises';
import type { Clock, Timer } from '../broker/clock.ts';
import type { Log } from '../broker/log.ts';
import type { TreeWatches } from '../files/watch/treeWatches.ts';
import type { ExtensionCatalog } from './extensionCatalog.ts';
import { makeFolders } from '../makeFolders.ts';

export interface CatalogWatchOptions {
  readonly catalog: Pick<ExtensionCatalog, 'reload' | 'linkedFolders'>;
  readonly folders: readonly string[];
  readonly trees: TreeWatches;
  readonly clock: Clock;
  readonly log: Log;
  /** The catalog is different now. */
  readonly changed: () => void;
}

/** A folder that is being copied is read when nothing happened for this long, or at the latest after the longer time. */
const quietTime = 300;
const longestWait = 1_000;
/** A copy may pause. What is incomplete after this long without a change is broken, and is reported. */
const patience = 3_000;
const excludes = ['**/node_modules', '**/.git'];

/** Reads the catalog again when something happens in the folders that hold extensions. */
export class CatalogWatch {
  readonly #options: CatalogWatchOptions;
  /** What ends each watch, by the folder that is watched. */
  readonly #releases = new Map<string, () => Promise<void>>();
  #timer: Timer | undefined;
  #since: number | undefined;
  #lastTouch = 0;
  #reading: Promise<void> = Promise.resolve();
  #isStopped = false;

  constructor(options: CatalogWatchOptions) {
    this.#options = options;
  }

  /** Never fails: without a watch the catalog stays as it is until the server starts again, and the log says so. */
  async start(): Promise<void> {
    await Promise.all(
      this.#options.folders.map(async (folder) => {
        // One that cannot be made cannot be watched either, which is told.
        await makeFolders(folder).catch(() => undefined);
        await this.#watch(folder);
      }),
    );
    // What happened between the first reading and now.
    this.#touch();
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    this.#timer?.cancel();
    await this.#reading;
    await Promise.all([...this.#releases.values()].map((release) => release()));
    this.#releases.clear();
  }

  async #watch(folder: string): Promise<void> {
    const { trees, log } = this.#options;
    const touch = () => this.#touch();
    try {
      if (!(await stat(folder)).isDirectory()) return;
      const release = await trees.add(folder, excludes, {
        changed: touch,
        overflow: touch,
        unwatched: touch,
      });
      if (this.#isStopped) await release();
      else this.#releases.set(folder, release);
    } catch (error) {
      log.warn(
        { folder, error: String(error) },
        'Extensions that are dropped in here are noticed when the server starts again',
      );
    }
  }

  /** No watch looks behind links, by which authors bring the folder that they work in. */
  async #followLinks(): Promise<void> {
    const { catalog, folders } = this.#options;
    const linked = catalog.linkedFolders();
    for (const [folder, release] of this.#releases) {
      if (folders.includes(folder) || linked.includes(folder)) continue;
      this.#releases.delete(folder);
      await release();
    }
    const added = linked.filter((folder) => !this.#releases.has(folder));
    await Promise.all(added.map((folder) => this.#watch(folder)));
    // What happened there between the reading and now.
    if (added.some((folder) => this.#releases.has(folder))) this.#touch();
  }

  #touch(): void {
    if (this.#isStopped) return;
    const { clock } = this.#options;
    const now = clock.now();
    this.#since ??= now;
    this.#lastTouch = now;
    this.#readAfter(Math.max(0, Math.min(quietTime, this.#since + longestWait - now)));
  }

  #readAfter(wait: number): void {
    this.#timer?.cancel();
    this.#timer = this.#options.clock.after(wait, () => {
      this.#since = undefined;
      this.#reading = this.#reading.then(() => this.#read());
    });
  }

  async #read(): Promise<void> {
    if (this.#isStopped) return;
    const { catalog, clock, log, changed } = this.#options;
    const touch = this.#lastTouch;
    const isPatient = clock.now() - touch < patience;
    const { isChanged, isHeld } = await catalog.reload({ isPatient });
    await this.#followLinks();
    // Another change means another reading anyway.
    if (isHeld && !this.#isStopped && touch === this.#lastTouch) this.#readAfter(patience);
    if (!isChanged) return;
    log.info({}, 'Extensions changed');
    changed();
  }
}
