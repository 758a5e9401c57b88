import { posix, win32 } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

/** Whose rules of paths hold: there are drives, shares and backslashes on Windows alone, and no case. */
type PathStyle = 'posix' | 'windows';

const here: PathStyle = process.platform === 'win32' ? 'windows' : 'posix';

/** The `file:` URI of an absolute path, percent-encoded, with the drive or the host of a share. */
export function fileUriOf(path: string, style = here): string {
  return pathToFileURL(path, { windows: style === 'windows' }).href;
}

/**
 * The path a `file:` URI names.
 *
 * @throws TypeError for another scheme, a host where there are none, an encoded separator
 */
export function pathOfUri(uri: string, style = here): string {
  return fileURLToPath(uri, { windows: style === 'windows' });
}

/** Whether a path is a folder's or lies below it, by spelling: both absolute, links not looked at. */
export function isPathInside(path: string, folder: string, style = here): boolean {
  const paths = style === 'windows' ? win32 : posix;
  const way = paths.relative(folder, path);
  // From one drive to another there is no relative way.
  return way !== '..' && !way.startsWith(`..${paths.sep}`) && !paths.isAbsolute(way);
}
