import { realpathSync } from 'node:fs';
import { resolve, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
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
  const real = realPath(resolve(folder.realPath, base, spelled));
  if (real === undefined) return `${shown} does not exist. Correct the configuration, or build it first.`;
  const isOpen = folders
    .all()
    .some(({ realPath: root }) => real === root || real.startsWith(root.endsWith(sep) ? root : root + sep));
  if (isOpen) return undefined;
  const how = real === spelled ? '' : ` (it leads to ${real.slice(0, 300)})`;
  return `${shown} is not in the opened folder${how}, so it is not run here. Name something in the folder, or open the one that holds it.`;
}

function ofUri(uri: string): string | undefined {
  try {
    return fileURLToPath(uri);
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
