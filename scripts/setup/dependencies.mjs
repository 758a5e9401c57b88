import { readFileSync } from 'node:fs';
import { npm } from './npm.mjs';
import { product } from '../build/product.mjs';

/**
 * Installs exactly what the lock file names, if node_modules holds something else.
 * @throws {Error} with a sentence for the user
 */
export async function ensureDependencies() {
  if (dependenciesAreCurrent()) return;
  console.log('Installing dependencies (about a minute)…');
  // Nothing here needs an install script: native parts come prebuilt in packages of their own.
  const args = ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'];
  const { code } = await npm(args);
  if (code === 127) throw new Error('npm was not found. It comes with Node: put it on PATH and try again.');
  if (code !== 0) {
    throw new Error(
      `Installing the dependencies failed (npm ci exited with ${code}; its messages are above). ` +
        'Check the network and the free disk space, then try again.',
    );
  }
}

/** npm notes what it installed in node_modules/.package-lock.json when, and only when, it is done. */
function dependenciesAreCurrent() {
  const wanted = packagesOf('package-lock.json');
  const present = packagesOf('node_modules/.package-lock.json');
  if (!wanted || !present) return false;
  for (const [path, { version, optional }] of Object.entries(wanted)) {
    if (path === '') continue;
    const found = present[path];
    if (found ? found.version !== version : !optional) return false;
  }
  return Object.keys(present).every((path) => path in wanted);
}

/**
 * @param {string} lockFile
 * @returns {Record<string, { version?: string, optional?: boolean }> | undefined}
 */
function packagesOf(lockFile) {
  try {
    return JSON.parse(readFileSync(product(lockFile), 'utf8')).packages;
  } catch (error) {
    if (error instanceof SyntaxError || /** @type {NodeJS.ErrnoException} */ (error).code === 'ENOENT') {
      return undefined;
    }
    throw error;
  }
}
