import { readdirSync, realpathSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { isPathInside, pathOfUri } from '../files/fileUri.ts';
import type { Folder, Folders } from '../files/folders.ts';

export interface PathPlace {
  readonly folder: Folder;
  readonly folders: Folders;
  /** What a relative path counts from, itself relative to the folder. */
  readonly base?: string | undefined;
}

/** Why a path of a launch configuration may not be used; undefined when it may. */
export function refusePath(path: string, { base = '', folder, folders }: PathPlace): string | undefined {
  const shown = path.slice(0, 300);
  const spelled = path.startsWith('file:') ? ofUri(path) : path;
  if (spelled === undefined || spelled.includes('\0')) return `${shown} is no path of a file here.`;
  const found = realPaths(resolve(folder.realPath, base, spelled));
  if (found.length === 0) return `${shown} does not exist. Correct the configuration, or build it first.`;
  const outside = found.find((path) => !folders.all().some(({ realPath: root }) => isPathInside(path, root)));
  if (outside === undefined) return undefined;
  const how = outside === spelled ? '' : ` (it leads to ${outside.slice(0, 300)})`;
  return `${shown} is not in the opened folder${how}, so it is not run here. Name something in the folder, or open the one that holds it.`;
}

/** Of the path, or of what it may mean: Node and Windows find programs without their extension. */
function realPaths(path: string): readonly string[] {
  const real = realPath(path);
  if (real !== undefined) return [real];
  const start = `${basename(path)}.`;
  return namesIn(dirname(path))
    .filter((name) => name.startsWith(start))
    .flatMap((name) => realPath(join(dirname(path), name)) ?? []);
}

function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch {
    // No such folder, so nothing is in it.
    return [];
  }
}

function ofUri(uri: string): string | undefined {
  try {
    return pathOfUri(uri);
  } catch {
    // A host, or an encoded slash: nothing that could be a path here.
    return undefined;
  }
}

function realPath(path: string): string | undefined {
  try {
    return realpathSync.native(path);
  } catch {
    // It does not exist, or may not be looked at; it could not be run either way.
    return undefined;
  }
}
