/** A place that a URI names, without its query. */
export interface Place {
  readonly scheme: string;
  readonly authority: string;
  readonly path: string;
}

/** What the editor knows under a URI of its own, and where that lies on the relay's machine. No path ends with `/`. */
export interface Mount extends Place {
  readonly realPath: string;
}

/** The path on the relay's machine; undefined when the place is not on it. */
export function toRealPath(place: Place, mounts: readonly Mount[]): string | undefined {
  for (const { scheme, authority, path, realPath } of mounts) {
    if (place.scheme !== scheme || place.authority !== authority) continue;
    const rest = below(place.path, path);
    if (rest !== undefined) return realPath + rest || '/';
  }
  return undefined;
}

/** The editor's place for a path on the relay's machine: that of the first mount that holds it. */
export function toPlace(realPath: string, mounts: readonly Mount[]): Place | undefined {
  for (const { scheme, authority, path, realPath: root } of mounts) {
    const rest = below(realPath, root);
    if (rest !== undefined) return { scheme, authority, path: path + rest || '/' };
  }
  return undefined;
}

/** What follows the folder's path, with its slash; undefined when the path does not lie in the folder. */
function below(path: string, folder: string): string | undefined {
  if (path === folder || path === `${folder}/`) return path.slice(folder.length);
  return path.startsWith(`${folder}/`) ? path.slice(folder.length) : undefined;
}
