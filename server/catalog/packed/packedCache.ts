import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdtemp, rename, rm, stat, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { PackedError } from './packedError.ts';
import { packedLimits, type PackedLimits } from './packedLimits.ts';
import { unpack } from './unpack.ts';
import { makeFolders } from '../../makeFolders.ts';

/**
 * Packed extensions, unpacked: one folder for each content, named after its hash. A folder appears in one step, so
 * that nobody ever sees half of it, however many servers share the cache.
 */
export class PackedCache {
  readonly #folder: string;
  readonly #limits: PackedLimits;
  /** By path, with size and times: so that a large file is hashed once and not at every look. */
  readonly #known = new Map<string, { readonly stamp: string; readonly folder: Promise<string> }>();

  constructor(folder: string, limits: PackedLimits = packedLimits) {
    this.#folder = folder;
    this.#limits = limits;
  }

  /**
   * @returns the folder with the extension
   * @throws PackedError with a sentence for the user
   */
  async folderOf(archive: string): Promise<string> {
    const { size, mtimeMs, ctimeMs, ino } = await statOf(archive);
    const stamp = `${size}:${mtimeMs}:${ctimeMs}:${ino}`;
    const known = this.#known.get(archive);
    if (known?.stamp === stamp) {
      const folder = await known.folder;
      if (await isUsable(folder)) return folder;
    }
    const folder = this.#unpacked(archive, size);
    this.#known.set(archive, { stamp, folder });
    // What failed is tried again: the disk may have been full.
    folder.catch(() => this.#known.delete(archive));
    return folder;
  }

  async #unpacked(archive: string, size: number): Promise<string> {
    if (size > this.#limits.archiveBytes)
      throw new PackedError('it is too large to be an extension, so it is not unpacked.');
    const target = join(this.#folder, await hashOf(archive));
    if (await isUsable(target)) return target;
    const scratch = await this.#scratch();
    try {
      await unpack(archive, scratch, this.#limits);
      await rename(scratch, target);
    } catch (error) {
      await rm(scratch, { recursive: true, force: true });
      // Another server was quicker.
      if (!(await isFolder(target))) throw error;
    }
    return target;
  }

  async #scratch(): Promise<string> {
    try {
      await makeFolders(this.#folder);
      return await mkdtemp(join(this.#folder, '.unpacking-'));
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      throw new PackedError(
        `it cannot be unpacked, since ${this.#folder} cannot be written: ${reason}. Make that folder writable, or name another by --data-dir.`,
        { cause: error },
      );
    }
  }
}

async function hashOf(file: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(file), hash);
  return hash.digest('hex').slice(0, 40);
}

async function statOf(archive: string) {
  const stats = await stat(archive);
  if (!stats.isFile()) throw new PackedError('it is no file.');
  return stats;
}

/** Whether it is there; if so, its time says from now on that somebody needs it: see pruneCache. */
async function isUsable(path: string): Promise<boolean> {
  if (!(await isFolder(path))) return false;
  const now = new Date();
  // A cache that cannot be written is not pruned either.
  await utimes(path, now, now).catch(() => {});
  return true;
}

async function isFolder(path: string): Promise<boolean> {
  return stat(path).then(
    (stats) => stats.isDirectory(),
    () => false,
  );
}
