import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** An extension as it lies in its source. */
export interface Listed {
  readonly path: string;
  readonly isPacked: boolean;
}

/**
 * What a folder of extensions holds: folders, folders in `@scope` folders, and `.vsix` files, by name. A folder that
 * is an extension itself counts as one.
 *
 * @throws NodeJS.ErrnoException when it cannot be read
 */
export async function listSource(folder: string): Promise<readonly Listed[]> {
  const entries = await readdir(folder, { withFileTypes: true });
  const isExtension =
    entries.some(({ name }) => name === 'package.json') && (await isManifest(join(folder, 'package.json')));
  if (isExtension) return [{ path: folder, isPacked: false }];
  const lists = entries
    .filter(({ name }) => !name.startsWith('.') && name !== 'node_modules')
    .toSorted((a, b) => (a.name < b.name ? -1 : 1))
    .map(async (entry): Promise<readonly Listed[]> => {
      const path = join(folder, entry.name);
      if (isVsix(entry.name) && !entry.isDirectory()) return [{ path, isPacked: true }];
      if (!entry.isDirectory() && !entry.isSymbolicLink()) return [];
      return entry.name.startsWith('@') ? listScope(path) : [{ path, isPacked: false }];
    });
  return (await Promise.all(lists)).flat();
}

/** `@scope` holds folders alone, unless it is an extension of an odd name. */
async function listScope(folder: string): Promise<readonly Listed[]> {
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => []);
  if (entries.some(({ name }) => name === 'package.json')) return [{ path: folder, isPacked: false }];
  return entries
    .filter((entry) => entry.isDirectory() || entry.isSymbolicLink())
    .map(({ name }) => ({ path: join(folder, name), isPacked: false }))
    .toSorted((a, b) => (a.path < b.path ? -1 : 1));
}

function isVsix(name: string): boolean {
  return name.toLowerCase().endsWith('.vsix');
}

/** The package.json of something else, a tool say, may lie beside extensions. */
async function isManifest(file: string): Promise<boolean> {
  try {
    const manifest = JSON.parse(await readFile(file, 'utf8')) as { engines?: { vscode?: unknown } } | null;
    return manifest?.engines?.vscode !== undefined;
  } catch {
    // No JSON: it says nothing about what the folder is.
    return false;
  }
}
