import { FileType, Uri, workspace } from 'vscode';
import { isRecord } from '../../json.ts';

/** As many folders are looked into: compilers write near the root. */
const maxFolders = 300;
/** Bytes of a file that is read for its source map, which may stand in it. */
const longestMap = 8 * 1024 * 1024;

export interface Compiled {
  readonly file: Uri;
  /** The source was changed since. */
  readonly isStale: boolean;
}

/** The JavaScript of the folder that says, by its source map, that it was compiled from this file. */
export async function findCompiled(source: Uri, folder: Uri): Promise<Compiled | undefined> {
  const stem = nameOf(source).replace(/\.[mc]?tsx?$/, '');
  const wanted = new Set([`${stem}.js`, `${stem}.mjs`, `${stem}.cjs`]);
  let level: readonly Uri[] = [folder];
  for (let seen = 0; level.length > 0 && seen < maxFolders; seen += level.length) {
    const below: Uri[] = [];
    for (const [at, entries] of await Promise.all(level.slice(0, maxFolders - seen).map(read))) {
      for (const [name, type] of entries) {
        const uri = Uri.joinPath(at, name);
        if (type === FileType.Directory && !isSkipped(name)) below.push(uri);
        else if (wanted.has(name) && (await isCompiledFrom(uri, source)))
          return { file: uri, isStale: (await changed(uri)) < (await changed(source)) };
      }
    }
    level = below;
  }
  return undefined;
}

async function read(folder: Uri): Promise<readonly [Uri, readonly [string, FileType][]]> {
  try {
    return [folder, await workspace.fs.readDirectory(folder)];
  } catch {
    // It went away, or may not be read.
    return [folder, []];
  }
}

function isSkipped(name: string): boolean {
  return name === 'node_modules' || name.startsWith('.');
}

async function isCompiledFrom(file: Uri, source: Uri): Promise<boolean> {
  const text = await readText(file);
  const link = text?.match(/^\/\/[#@] sourceMappingURL=(\S+)\s*$/m)?.[1];
  if (link === undefined) return false;
  const inline = /^data:application\/json[^,]*;base64,(.+)$/.exec(link)?.[1];
  const place = Uri.joinPath(file, '..', inline === undefined ? decodeURIComponent(link) : '.');
  const map = parsed(inline === undefined ? await readText(place) : atob(inline));
  if (!isRecord(map) || !Array.isArray(map['sources'])) return false;
  const root = typeof map['sourceRoot'] === 'string' ? map['sourceRoot'] : '';
  const base = inline === undefined ? Uri.joinPath(place, '..') : Uri.joinPath(file, '..');
  return map['sources'].some((name) => typeof name === 'string' && pathOf(name, root, base) === source.path);
}

/** Where a source lies that a map names: absolute, or from where the map lies. */
function pathOf(name: string, root: string, base: Uri): string {
  const full = root === '' || name.startsWith('/') ? name : `${root.replace(/\/$/, '')}/${name}`;
  if (full.startsWith('file://')) return Uri.parse(full).path;
  return full.startsWith('/') ? full : Uri.joinPath(base, full).path;
}

async function readText(uri: Uri): Promise<string | undefined> {
  try {
    if ((await workspace.fs.stat(uri)).size > longestMap) return undefined;
    return new TextDecoder().decode(await workspace.fs.readFile(uri));
  } catch {
    // A file that is not there or cannot be read says nothing.
    return undefined;
  }
}

function parsed(text: string | undefined): unknown {
  try {
    return text === undefined ? undefined : JSON.parse(text);
  } catch {
    // No source map.
    return undefined;
  }
}

async function changed(uri: Uri): Promise<number> {
  return (await workspace.fs.stat(uri)).mtime;
}

function nameOf({ path }: Uri): string {
  return path.slice(path.lastIndexOf('/') + 1);
}
