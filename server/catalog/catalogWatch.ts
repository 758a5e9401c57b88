import { mkdir, stat } from 'node:fs/promises';
import type { Clock, Timer } from '../broker/clock.ts';
import type { Log } from '../broker/log.ts';
import type { TreeWatches } from '../files/watch/treeWatches.ts';
import type { ExtensionCatalog } from './extensionCatalog.ts';

export interface CatalogWatchOptions {
  readonly catalog: Pick<ExtensionCatalog, 'reload'>;
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
  readonly #releases: (() => Promise<void>)[] = [];
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
    await Promise.all(this.#options.folders.map((folder) => this.#watch(folder)));
    // What happened between the first reading and now.
    this.#touch();
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    this.#timer?.cancel();
    await Promise.all(this.#releases.splice(0).map((release) => release()));
    await this.#reading;
  }

  async #watch(folder: string): Promise<void> {
    const { trees, log } = this.#options;
    const touch = () => this.#touch();
    try {
      await mkdir(folder, { recursive: true });
      if (!(await stat(folder)).isDirectory()) return;
      const release = await trees.add(folder, excludes, {
        changed: touch,
        overflow: touch,
        unwatched: touch,
      });
      if (this.#isStopped) await release();
      else this.#releases.push(release);
    } catch (error) {
      log.warn(
        { folder, error: String(error) },
        'Extensions that are dropped in here are noticed when the server starts again',
      );
    }
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
    // Another change means another reading anyway.
    if (isHeld && !this.#isStopped && touch === this.#lastTouch) this.#readAfter(patience);
    if (!isChanged) return;
    log.info({}, 'Extensions changed');
    changed();
  }
}
