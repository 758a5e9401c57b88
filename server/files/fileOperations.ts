import { randomBytes } from 'node:crypto';
import { constants } from 'node:fs';
import { cp, lstat, mkdir, rename, rm, rmdir, unlink } from 'node:fs/promises';
import { entryOf, name, type Place } from './containment.ts';
import { FileError, toFileError } from './fileError.ts';
import type { PathLocks } from './pathLocks.ts';
import { isErrno } from '../thrown.ts';

/**
 * Creates, removes and moves entries of the opened folders. Links are moved, copied and removed themselves, never
 * what they lead to. All throw FileError.
 */
export class FileOperations {
  readonly #locks: PathLocks;

  constructor(locks: PathLocks) {
    this.#locks = locks;
  }

  /** The folder above it must be there. */
  async createFolder(place: Place): Promise<void> {
    await attempt(place, async () => mkdir(await entryOf(place)));
  }

  async delete(place: Place, recursive: boolean): Promise<void> {
    await attempt(place, async () => {
      const path = await ownEntry(place, 'deleted');
      await this.#locks.run([path], async () => {
        if (!(await lstat(path)).isDirectory()) return unlink(path);
        return recursive ? rm(path, { recursive: true, maxRetries: 3 }) : rmdir(path);
      });
    });
  }

  async rename(from: Place, to: Place, overwrite: boolean): Promise<void> {
    await attempt(from, async () => {
      const source = await ownEntry(from, 'moved');
      const target = await ownEntry(to, 'replaced');
      if (source === target) return;
      await this.#locks.run([source, target], async () => {
        const { isAtomic, isSame } = await relation(source, target);
        if (overwrite && isAtomic) return move(source, target);
        await withoutTarget(to, target, { overwrite, isSame }, () => move(source, target));
      });
    });
  }

  async copy(from: Place, to: Place, overwrite: boolean): Promise<void> {
    await attempt(from, async () => {
      const source = await entryOf(from);
      const target = await ownEntry(to, 'replaced');
      await this.#locks.run([target], async () => {
        if ((await relation(source, target)).isSame)
          throw new FileError('exists', `${name(from)} cannot be copied onto itself.`);
        await withoutTarget(to, target, { overwrite, isSame: false }, () => duplicate(source, target));
      });
    });
  }
}

/** Whatever is at the target is set aside while `work` runs, and comes back if it fails. */
async function withoutTarget(
  place: Place,
  target: string,
  { overwrite, isSame }: { overwrite: boolean; isSame: boolean },
  work: () => Promise<void>,
): Promise<void> {
  const present = await lstat(target).catch(missing);
  // On a disk that ignores case the target of a rename in case only is the source itself.
  if (!present || isSame) return work();
  if (!overwrite) throw new FileError('exists', `${name(place)} exists already.`);
  const aside = `${target}.${randomBytes(6).toString('hex')}.replaced`;
  await rename(target, aside);
  try {
    await work();
  } catch (error) {
    await rename(aside, target);
    throw error;
  }
  await rm(aside, { recursive: true, force: true });
}

async function move(source: string, target: string): Promise<void> {
  try {
    await rename(source, target);
  } catch (error) {
    // Another disk is mounted in the folder.
    if (!isErrno(error, 'EXDEV')) throw error;
    await duplicate(source, target);
    await rm(source, { recursive: true });
  }
}

async function duplicate(source: string, target: string): Promise<void> {
  try {
    await cp(source, target, {
      recursive: true,
      errorOnExist: true,
      force: false,
      verbatimSymlinks: true,
      mode: constants.COPYFILE_FICLONE,
    });
  } catch (error) {
    // Half a copy is none.
    if (!isErrno(error, 'ERR_FS_CP_EINVAL')) await rm(target, { recursive: true, force: true });
    throw error;
  }
}

/** On a disk that ignores case, two spellings may be one entry. A rename replaces whatever is no folder at once. */
async function relation(source: string, target: string): Promise<{ isSame: boolean; isAtomic: boolean }> {
  const a = await lstat(source, { bigint: true });
  const b = await lstat(target, { bigint: true }).catch(missing);
  if (!b) return { isSame: false, isAtomic: true };
  const isOneSpelling = source.toLowerCase() === target.toLowerCase();
  return {
    isSame: isOneSpelling && a.ino === b.ino && a.dev === b.dev,
    isAtomic: !a.isDirectory() && !b.isDirectory(),
  };
}

async function ownEntry(place: Place, verb: string): Promise<string> {
  const path = await entryOf(place);
  if (path !== place.folder.realPath) return path;
  throw new FileError(
    'io',
    `${place.folder.name} is the opened folder itself, which cannot be ${verb} here.`,
  );
}

function missing(error: unknown): undefined {
  if (isErrno(error, 'ENOENT')) return undefined;
  throw error;
}

async function attempt(place: Place, work: () => Promise<unknown>): Promise<void> {
  try {
    await work();
  } catch (error) {
    throw toFileError(error, name(place));
  }
}
