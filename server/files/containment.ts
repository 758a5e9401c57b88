import { lstat, realpath, stat } from 'node:fs/promises';
import { basename, dirname, join, relative, sep } from 'node:path';
import { FileError, toFileError } from './fileError.ts';
import { isPathInside, pathOfUri } from './fileUri.ts';
import type { Folder, Folders } from './folders.ts';
import { decodeSegment } from '../http/urlSegment.ts';
import { isErrno } from '../thrown.ts';

/** A path in an opened folder, by spelling only: links are not looked at yet. */
export interface Place {
  readonly folder: Folder;
  readonly path: string;
}

/**
 * The place that a `file:` URI names.
 *
 * @throws FileError
 */
export function placeOf(uri: string, folders: Folders): Place {
  let path: string;
  try {
    path = pathOfUri(uri);
  } catch {
    // Another scheme, a host, an encoded slash: nothing that could lie in a folder.
    throw new FileError('outside', `${uri.slice(0, 300)} is no file of the opened folder.`);
  }
  if (path.includes('\0')) throw new FileError('outside', `${show(path)} is no possible name.`);
  const spelled = path.length > 1 && path.endsWith(sep) ? path.slice(0, -1) : path;
  const folder = folders.all().find(({ realPath }) => isPathInside(spelled, realPath));
  if (!folder) throw outside(path);
  return { folder, path: spelled };
}

/**
 * The place that percent-encoded segments below a folder name.
 *
 * @throws FileError
 */
export function placeBelow(folder: Folder, encodedPath: string): Place {
  const names = encodedPath === '' ? [] : encodedPath.split('/').map(decodeSegment);
  if (!names.every(isName))
    throw new FileError('outside', `"${encodedPath.slice(0, 300)}" is no path in the opened folder.`);
  return { folder, path: join(folder.realPath, ...names) };
}

/** For messages: the path as people know it, from the opened folder on. */
export function name({ folder, path }: Place): string {
  return relative(folder.realPath, path) || folder.name;
}

/**
 * The real path of what is at a place, links followed; where nothing is, the one it would have.
 *
 * @throws FileError with `outside` when that is not in the folder
 */
export async function targetOf(place: Place): Promise<string> {
  try {
    return checked(await realpath(place.path), place);
  } catch (error) {
    if (!isErrno(error, 'ENOENT')) throw toFileError(error, name(place));
  }
  const entry = await entryOf(place);
  if (!(await exists(entry))) return entry;
  throw new FileError('not-found', `${name(place)} is a link to something that does not exist.`);
}

/**
 * The real path of an entry of a folder: of a link itself, not of what it leads to. The entry need not exist.
 *
 * @throws FileError with `outside` when it is not in the folder
 */
export async function entryOf(place: Place): Promise<string> {
  const { folder, path } = place;
  if (path === folder.realPath) {
    await checkFolder(folder);
    return path;
  }
  try {
    return join(checked(await realpath(dirname(path)), place), basename(path));
  } catch (error) {
    if (isErrno(error, 'ENOENT')) await checkFolder(folder);
    throw toFileError(error, name(place));
  }
}

/**
 * @throws FileError when the opened folder itself is gone
 */
export async function checkFolder({ realPath }: Folder): Promise<void> {
  const isThere = await stat(realPath).then(
    (stat) => stat.isDirectory(),
    () => false,
  );
  if (isThere) return;
  throw new FileError(
    'not-found',
    `The opened folder ${realPath} does not exist any more. Restore it, or start Mooring with another one.`,
  );
}

function checked(real: string, place: Place): string {
  if (isPathInside(real, place.folder.realPath)) return real;
  throw new FileError(
    'outside',
    `${name(place)} leads out of the opened folder, so it is not available here.`,
  );
}

function outside(path: string): FileError {
  return new FileError('outside', `${show(path)} is not in the opened folder, so it is not available here.`);
}

async function exists(path: string): Promise<boolean> {
  return lstat(path).then(
    () => true,
    () => false,
  );
}

function isName(name: string | undefined): name is string {
  const isOther = sep === '\\' ? /[/\\\0]/ : /[/\0]/;
  return name !== undefined && !['', '.', '..'].includes(name) && !isOther.test(name);
}

function show(path: string): string {
  return path.slice(0, 300).replaceAll('\0', '\\0');
}
