import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { run } from './childProcess.mjs';
import { contentHash } from './contentHash.mjs';
import { withFileLock } from './fileLock.mjs';
import { product } from '../build/product.mjs';

const everywhere = ['package-lock.json', 'esbuild.mjs', 'scripts/build'];

/**
 * What each target of esbuild.mjs reads, and a file it writes.
 * @type {Record<string, { inputs: readonly string[], output: string }>}
 */
const targets = {
  server: { inputs: ['server', ...everywhere], output: 'dist/server/main.js' },
  relay: {
    inputs: ['extensions/relay', 'server/protocol', ...everywhere],
    output: 'extensions/relay/dist/extension.js',
  },
  extensions: { inputs: everywhere, output: 'dist/vscode-extensions' },
  workbench: { inputs: ['workbench', 'server/protocol', ...everywhere], output: 'dist/workbench' },
};
const stampFile = 'dist/.built.json';

/**
 * Builds the targets whose sources changed since they were last built here.
 * @param {readonly string[]} [only] names of targets; all when left out
 * @throws {Error} with a sentence for the user
 */
export function ensureBuilt(only = Object.keys(targets)) {
  return withFileLock(
    product('dist/.building'),
    () => buildStale(only),
    (pid) => console.log(`Waiting for another build of this checkout (process ${pid})…`),
  );
}

/** @param {readonly string[]} only */
async function buildStale(only) {
  const stamps = readStamps();
  const stale = Object.entries(targets)
    .filter(([name]) => only.includes(name))
    .map(([name, { inputs, output }]) => ({ name, output, hash: contentHash(inputs) }))
    .filter(({ name, output, hash }) => stamps[name] !== hash || !existsSync(product(output)));
  if (stale.length === 0) return;
  const names = stale.map(({ name }) => name);
  const patience = names.includes('workbench') ? ' (about half a minute)' : '';
  console.log(`Building ${names.join(', ')}${patience}…`);
  const { code, output } = await run(process.execPath, ['esbuild.mjs', ...names], { quiet: true });
  if (code !== 0) {
    throw new Error(
      `${output}The build failed (node esbuild.mjs ${names.join(' ')}): see the messages above.`,
    );
  }
  // The hashes are those from before the build: what changed meanwhile is built again next time.
  for (const { name, hash } of stale) stamps[name] = hash;
  mkdirSync(dirname(product(stampFile)), { recursive: true });
  writeFileSync(product(stampFile), JSON.stringify(stamps));
}

/** @returns {Record<string, string>} */
function readStamps() {
  try {
    return JSON.parse(readFileSync(product(stampFile), 'utf8'));
  } catch {
    // No stamps, or unreadable ones, mean the same: everything is built.
    return {};
  }
}
