/**
 * Builds everything that runs: `node esbuild.mjs [target …]`, all targets when none is named.
 *
 * | target     | from                                       | to                                 |
 * |------------|--------------------------------------------|------------------------------------|
 * | server     | server/main.ts                             | dist/server/main.js                |
 * | relay      | extensions/relay/src/extension.ts          | extensions/relay/dist/extension.js |
 * |            | extensions/relay/src/debuggerEntry.ts      | extensions/*-debug/dist/extension.js |
 * | extensions | VS Code's own, as npm packages             | dist/vscode-extensions/            |
 * | workbench  | workbench/main.ts                          | dist/workbench/                    |
 */
import { buildRelay, buildServer } from './scripts/build/node.mjs';
import { unpackExtensions } from './scripts/build/vscodeExtensions.mjs';
import { product } from './scripts/build/product.mjs';
import { buildWorkbench } from './scripts/build/workbench.mjs';
import { withFileLock } from './scripts/setup/fileLock.mjs';

/** @type {Record<string, () => Promise<void>>} */
const targets = {
  server: buildServer,
  relay: buildRelay,
  extensions: unpackExtensions,
  workbench: buildWorkbench,
};

const names = process.argv.slice(2);
const unknown = names.filter((name) => !(name in targets));
if (unknown.length > 0) {
  console.error(`Unknown target ${unknown.join(', ')}. Targets: ${Object.keys(targets).join(', ')}.`);
  process.exit(2);
}
// Two that wrote to the same folders at once would spoil each other's work.
await withFileLock(product('dist/.bundling'), buildTargets);

async function buildTargets() {
  for (const [name, build] of Object.entries(targets)) {
    if (names.length > 0 && !names.includes(name)) continue;
    const start = performance.now();
    await build();
    console.log(`Built ${name} in ${((performance.now() - start) / 1000).toFixed(1)} s.`);
  }
}
