import { createHash } from 'node:crypto';
import { realpathSync, statSync } from 'node:fs';
import { basename } from 'node:path';
import { fileUriOf } from './fileUri.ts';

/** A folder somebody opened: the only place whose files the browser may touch. */
export interface Folder {
  /** First 12 hex digits of the SHA-256 of the real path: stable across restarts. */
  readonly id: string;
  readonly name: string;
  readonly realPath: string;
  /** `file:` URI of the real path, without a trailing slash. */
  readonly uri: string;
}

/** @throws Error with a sentence for the user when `path` is missing or no folder. */
export function openFolder(path: string): Folder {
  const realPath = resolve(path);
  const id = createHash('sha256').update(realPath).digest('hex').slice(0, 12);
  return { id, name: basename(realPath) || realPath, realPath, uri: fileUriOf(realPath) };
}

function resolve(path: string): string {
  const stat = statSync(path, { throwIfNoEntry: false });
  if (!stat) throw new Error(`The folder ${path} does not exist. Name a folder that does.`);
  if (!stat.isDirectory()) throw new Error(`${path} is not a folder. Name the folder that holds it.`);
  return realpathSync.native(path);
}

/** The opened folders, by id. */
export class Folders {
  readonly #byId: ReadonlyMap<string, Folder>;

  constructor(folders: readonly Folder[]) {
    this.#byId = new Map(folders.map((folder) => [folder.id, folder]));
  }

  all(): readonly Folder[] {
    return [...this.#byId.values()];
  }

  /** The folder with this id; without an id, the only one that is open. */
  find(id: string | null): Folder | undefined {
    if (id !== null) return this.#byId.get(id);
    return this.#byId.size === 1 ? [...this.#byId.values()][0] : undefined;
  }
}
