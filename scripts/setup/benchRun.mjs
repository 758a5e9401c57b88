import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { ensureBrowser } from './browser.mjs';
import { ensureBuilt } from './build.mjs';
import { ensureDependencies } from './dependencies.mjs';
import { product } from '../build/product.mjs';

const benches = ['relay', 'startup'];

/**
 * Runs the benchmarks with these names, or all, one after the other, and prints what they report.
 * @param {readonly string[]} names
 * @returns {Promise<boolean>} whether every target holds
 * @throws {Error} with a sentence for the user
 */
export async function runBenches(names) {
  const unknown = names.find((name) => !benches.includes(name));
  if (unknown !== undefined) {
    throw new Error(`There is no benchmark "${unknown}". The benchmarks are: ${benches.join(', ')}.`);
  }
  const chosen = benches.filter((name) => names.length === 0 || names.includes(name));
  await ensureDependencies();
  await ensureBuilt();
  if (chosen.includes('startup')) process.env['CHROME_PATH'] = await ensureBrowser();
  process.env['MOORING_MAIN'] = product('dist/server/main.js');
  let holds = true;
  for (const name of chosen) {
    const { run } = await load(name);
    const report = await run(product('.'));
    console.log(`\n${report.title}\n\n${report.text}`);
    holds &&= report.targets.every((target) => target.holds);
  }
  return holds;
}

/**
 * Benchmarks are TypeScript, which Node 20 does not run: each is bundled first.
 * @param {string} name
 * @returns {Promise<{ run(root: string): Promise<{ title: string, text: string, targets: readonly { holds: boolean }[] }> }>}
 */
async function load(name) {
  const { build } = await import('esbuild');
  // Below node_modules, so that the packages that are not bundled are found.
  const folder = product(join('node_modules/.cache/mooring-bench', `run-${process.pid}`));
  const outfile = join(folder, `${name}.mjs`);
  await build({
    entryPoints: [product(`test/bench/${name}/bench.ts`)],
    outfile,
    bundle: true,
    packages: 'external',
    platform: 'node',
    target: 'node20',
    format: 'esm',
    logLevel: 'warning',
  });
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  return import(pathToFileURL(outfile).href);
}
