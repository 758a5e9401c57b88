import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** An absolute path inside the product. @param {string} path */
export function product(path) {
  return join(root, path);
}
