import { createHash } from 'node:crypto';
import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';

/** Beyond this many files only names count. */
const statLimit = 2_000;
const ignored: ReadonlySet<string> = new Set(['node_modules', '.git']);

/**
 * A short hash that changes when a file of the folder changes, appears or goes; part of the address of its files,
 * so that browsers may keep them for good. Packages below it do not count: no browser asks for them.
 */
export async function fingerprint(folder: string): Promise<string> {
  const files = (await list(folder)).sort();
  const hash = createHash('sha256');
  const stats = await Promise.all(files.slice(0, statLimit).map((file) => describe(join(folder, file))));
  files.forEach((file, index) => hash.update(`${file}\0${stats[index] ?? ''}\0`));
  return hash.digest('hex').slice(0, 12);
}

async function list(folder: string, prefix = ''): Promise<string[]> {
  const entries = await readdir(join(folder, prefix), { withFileTypes: true }).catch(() => []);
  const lists = entries
    .filter(({ name }) => !ignored.has(name))
    .map(async (entry) => {
      const path = join(prefix, entry.name);
      return entry.isDirectory() ? list(folder, path) : [path];
    });
  return (await Promise.all(lists)).flat();
}

async function describe(file: string): Promise<string> {
  try {
    const { mtimeMs, size } = await stat(file);
    return `${mtimeMs}:${size}`;
  } catch {
    // Gone since it was listed, or a dangling link: its name is all there is.
    return '';
  }
}
