import { pathToFileURL } from 'node:url';
import { product } from '../build/product.mjs';
import { ensureBrowser } from './browser.mjs';
import { ensureBuilt } from './build.mjs';
import { ensureDebugAdapters } from './debugAdapters.mjs';
import { ensureDependencies } from './dependencies.mjs';

/**
 * @typedef {object} Report
 * @property {string} title
 * @property {string} text
 * @property {readonly { name: string, limit: string, reached: string, holds: boolean }[]} targets
 */

const benchmarks = ['relay', 'reattach', 'startup', 'flood'];

/**
 * @param {readonly string[]} names all when empty
 * @throws {Error} with a sentence for the user
 */
export async function runBenchmarks(names) {
  const unknown = names.filter((name) => !benchmarks.includes(name));
  if (unknown.length > 0) {
    throw new Error(`There is no benchmark "${unknown[0]}". The benchmarks are: ${benchmarks.join(', ')}.`);
  }
  await ensureDependencies();
  await ensureBuilt();
  const chosen = names.length > 0 ? names : benchmarks;
  if (chosen.includes('flood')) await ensureDebugAdapters();
  if (chosen.includes('startup') || chosen.includes('flood'))
    process.env['CHROME_PATH'] = await ensureBrowser();
  for (const name of chosen) {
    const { title, text, targets } = await measure(name);
    console.log(`\n${title}\n\n${text}\n`);
    for (const { name, limit, reached, holds } of targets)
      console.log(`${holds ? '✓' : '✗'} ${name}: ${reached} (target ${limit})`);
  }
}

/**
 * @param {string} name
 * @returns {Promise<Report>}
 */
async function measure(name) {
  const { build } = await import('esbuild');
  const outfile = product(`dist/bench/${name}.mjs`);
  await build({
    entryPoints: [product(`test/bench/${name}/bench.ts`)],
    outfile,
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: 'node20',
    packages: 'external',
    logLevel: 'warning',
  });
  return (await import(pathToFileURL(outfile).href)).run(product('.'));
}
