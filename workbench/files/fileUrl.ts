/** The URL of a file's content on this origin; `folder` is the opened folder's `file:` URI and id. */
export function fileUrl(path: string, folder: { readonly path: string; readonly id: string }): string {
  const inside = path === folder.path || path.startsWith(folder.path + '/');
  if (!inside) return `/outside?uri=${encodeURIComponent(toFileUri(path))}`;
  return `/files/${folder.id}/${encodePath(path.slice(folder.path.length + 1))}`;
}

/** A `file:` URI for an absolute path with forward slashes, each segment percent-encoded. */
export function toFileUri(path: string): string {
  return `file://${encodePath(path)}`;
}

function encodePath(path: string): string {
  return path.split('/').map(encodeURIComponent).join('/');
}
