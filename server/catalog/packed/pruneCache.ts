import { readdir, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';

/** Milliseconds. Somebody may open another folder, with other extensions, once in a month. */
const unusedFor = 30 * 24 * 60 * 60 * 1000;
/** What PackedCache makes; whatever else lies there is not ours to remove. */
const isOurs = (name: string) => /^([\da-f]{40}|\.unpacking-.+|\.pruning-.+)$/.test(name);

/**
 * Removes what PackedCache unpacked and no server looked at for 30 days, and what a crash left there. An extension
 * that is wanted after all is unpacked again.
 *
 * @param now milliseconds since 1970
 * @returns how many folders are gone
 * @throws NodeJS.ErrnoException when one cannot be removed
 */
export async function pruneCache(folder: string, now: number): Promise<number> {
  const entries = await readdir(folder, { withFileTypes: true }).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw error;
  });
  const folders = entries.filter((entry) => entry.isDirectory() && isOurs(entry.name));
  const removed = await Promise.all(folders.map(({ name }) => removeUnused(folder, name, now)));
  return removed.filter(Boolean).length;
}

async function removeUnused(folder: string, name: string, now: number): Promise<boolean> {
  const path = join(folder, name);
  try {
    if (now - (await stat(path)).mtimeMs <= unusedFor) return false;
    if (name.startsWith('.')) await rm(path, { recursive: true, force: true });
    else {
      // In one step, so that nobody takes half of it for the whole.
      const doomed = join(folder, `.pruning-${name}`);
      await rename(path, doomed);
      await rm(doomed, { recursive: true, force: true });
    }
    return true;
  } catch (error) {
    // Another server was quicker.
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return false;
    throw error;
  }
}
