import { constants, type BigIntStats } from 'node:fs';
import { access, lstat, readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { FileEntry, FileKind, FileStat } from '../protocol/files.ts';
import { entryOf, name, targetOf, type Place } from './containment.ts';
import { etagOf } from './etag.ts';
import { FileError, toFileError } from './fileError.ts';
import { isErrno } from '../thrown.ts';

/**
 * What is at a place. Of a link that leads out of the folder, or nowhere, only the link itself is told.
 *
 * @throws FileError
 */
export async function statOf(place: Place): Promise<FileStat> {
  try {
    const entry = await entryOf(place);
    const link = await lstat(entry, { bigint: true });
    if (!link.isSymbolicLink()) return await describe(entry, link, false);
    const target = await followed(place);
    if (!target) return { ...(await describe(entry, link, true)), readOnly: true };
    return await describe(target.path, target.stats, true);
  } catch (error) {
    throw toFileError(error, name(place));
  }
}

/** What a real path outside the folders is, for somebody who may only read it. */
export async function statToRead(path: string): Promise<FileStat> {
  return { ...(await describe(path, await stat(path, { bigint: true }), false)), readOnly: true };
}

/** @throws FileError */
export async function listOf(place: Place): Promise<readonly FileEntry[]> {
  try {
    const folder = await targetOf(place);
    const entries = await readdir(folder, { withFileTypes: true });
    return await Promise.all(
      entries.map(async (entry) => {
        const symlink = entry.isSymbolicLink();
        const kind = symlink
          ? await kindBehind({ ...place, path: join(place.path, entry.name) })
          : kindOf(entry);
        return { name: entry.name, kind, symlink };
      }),
    );
  } catch (error) {
    throw toFileError(error, name(place));
  }
}

/**
 * Whether writing makes sense: by the permissions this process has, and by those its owner gave, which would not
 * hold back the superuser.
 */
export async function isReadOnly(path: string, mode: bigint): Promise<boolean> {
  if ((mode & 0o222n) === 0n) return true;
  return access(path, constants.W_OK).then(
    () => false,
    () => true,
  );
}

async function describe(path: string, stats: BigIntStats, symlink: boolean): Promise<FileStat> {
  return {
    kind: kindOf(stats),
    symlink,
    size: Number(stats.size),
    mtime: Number(stats.mtimeMs),
    ctime: Number(stats.birthtimeMs),
    etag: etagOf(stats),
    readOnly: !stats.isSymbolicLink() && (await isReadOnly(path, stats.mode)),
  };
}

async function kindBehind(link: Place): Promise<FileKind> {
  const target = await followed(link);
  return target ? kindOf(target.stats) : 'unknown';
}

/** What a link leads to, if that is there and in the folder. */
async function followed(link: Place): Promise<{ path: string; stats: BigIntStats } | undefined> {
  try {
    const path = await targetOf(link);
    return { path, stats: await stat(path, { bigint: true }) };
  } catch (error) {
    if (error instanceof FileError || isErrno(error)) return undefined;
    throw error;
  }
}

function kindOf(stats: { isFile(): boolean; isDirectory(): boolean }): FileKind {
  if (stats.isFile()) return 'file';
  return stats.isDirectory() ? 'folder' : 'unknown';
}
