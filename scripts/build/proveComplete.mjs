import { readFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';

/**
 * Fails the build when a `new URL('…', import.meta.url)` is left in the output: the file it means was not
 * copied, and the browser would only say so when a user comes across it. @param {string} folder
 */
export async function proveComplete(folder) {
  const scripts = (await readdir(folder)).filter((name) => name.endsWith('.js'));
  const missed = await Promise.all(
    scripts.map(async (name) => {
      const source = await readFile(join(folder, name), 'utf8');
      const left = source.match(/new URL\(\s*["'`][^)]{1,200}?["'`]\s*,\s*import\.meta\.url\s*\)/g) ?? [];
      // VS Code asks its own loader for `…?esm`; those go through MonacoEnvironment instead.
      return left.filter((call) => !/\?esm|\$\{/.test(call)).map((call) => `${name}: ${call}`);
    }),
  );
  const all = missed.flat();
  if (all.length > 0)
    throw new Error(`Assets that the bundle refers to but does not hold:\n${all.join('\n')}`);
}
