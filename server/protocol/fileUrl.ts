/** The opened folder, as far as addresses are concerned: `path` is the path of its URI. */
export interface FolderAddress {
  readonly path: string;
  readonly id: string;
}

/** Whether an absolute path is the folder or lies below it. */
export function isInside(path: string, folder: FolderAddress): boolean {
  return path === folder.path || path.startsWith(folder.path === '/' ? '/' : folder.path + '/');
}

/** The URL of a file's content on this origin. */
export function fileUrl(path: string, folder: FolderAddress): string {
  if (!isInside(path, folder)) return `/outside?uri=${encodeURIComponent(toFileUri(path))}`;
  return `/files/${folder.id}/${encodePath(path.slice(folder.path.length).replace(/^\//, ''))}`;
}

/** A `file:` URI for an absolute path with forward slashes, each segment percent-encoded. */
export function toFileUri(path: string): string {
  return `file://${encodePath(path)}`;
}

function encodePath(path: string): string {
  return path.split('/').map(encodeURIComponent).join('/');
}
