import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { product } from '../build/product.mjs';

const ignored = new Set(['node_modules', 'dist', '.tsc']);

/**
 * SHA-256 over the names and the contents of files, and of all files in folders, of this repository.
 * @param {readonly string[]} paths relative to the repository's root
 */
export function contentHash(paths) {
  const hash = createHash('sha256');
  for (const path of paths) add(path);
  return hash.digest('hex');

  /** @param {string} path */
  function add(path) {
    const stat = statSync(product(path), { throwIfNoEntry: false });
    if (stat?.isDirectory()) {
      for (const name of readdirSync(product(path)).sort()) {
        if (!ignored.has(name)) add(join(path, name));
      }
    } else if (stat) {
      hash.update(`${path}\0${stat.size}\0`).update(readFileSync(product(path)));
    }
  }
}
