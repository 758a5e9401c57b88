import type { BootFolder } from './boot.ts';

/** The opened folder, as far as addresses are concerned: `path` is the path of its URI. */
export interface FolderAddress {
  readonly path: string;
  readonly id: string;
}

/** The address of a folder that is named by its URI. */
export function addressOf({ id, uri }: BootFolder): FolderAddress {
  return { id, path: pathOfFileUri(uri) };
}

/** The path of a `file:` URI as VS Code has it: decoded, with a slash before a drive. */
export function pathOfFileUri(uri: string): string {
  return decodeURIComponent(uri.replace(/^file:\/\/[^/]*/, ''));
}

/** A file as VS Code names it. Its path has forward slashes, and begins with one, before a drive too. */
export interface FileResource {
  /** The host of a Windows share; other files have none. */
  readonly authority?: string;
  readonly path: string;
}

/**
 * Whether an absolute path is the folder or lies below it. Where paths begin with a drive, upper and lower case are
 * one: VS Code itself writes the drive in either.
 */
export function isInside(path: string, folder: FolderAddress): boolean {
  const hasDrive = /^\/[a-z]:/i.test(folder.path);
  const [inner, outer] = hasDrive ? [path.toLowerCase(), folder.path.toLowerCase()] : [path, folder.path];
  return inner === outer || inner.startsWith(outer.endsWith('/') ? outer : `${outer}/`);
}

/** The URL of a file's content on this origin. */
export function fileUrl(resource: FileResource, folder: FolderAddress): string {
  const { path } = resource;
  if (!isInside(path, folder)) return `/outside?uri=${encodeURIComponent(toFileUri(resource))}`;
  return `/files/${folder.id}/${encodePath(path.slice(folder.path.length).replace(/^\//, ''))}`;
}

/** The `file:` URI of a file, each segment percent-encoded but for the colon of a drive. */
export function toFileUri({ authority = '', path }: FileResource): string {
  return `file://${authority}${encodePath(path).replace(/^\/([a-z])%3A(?=\/|$)/i, '/$1:')}`;
}

function encodePath(path: string): string {
  return path.split('/').map(encodeURIComponent).join('/');
}
