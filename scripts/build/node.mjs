import { readdir, rm } from 'node:fs/promises';
import { build } from 'esbuild';
import { product } from './product.mjs';

/** The Node server: ES modules in one folder; npm packages stay outside, since some carry programs and native parts. */
export async function buildServer() {
  await rm(product('dist/server'), { recursive: true, force: true });
  await build({
    // The command line by itself is for scripts/setup/start.mjs, which reads it before the server does.
    entryPoints: [product('server/main.ts'), product('server/cli.ts')],
    outdir: product('dist/server'),
    splitting: true,
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: 'node20',
    packages: 'external',
    sourcemap: true,
    logLevel: 'warning',
  });
}

/** The code of extensions: the relay, and the entry that every extension with a debugger shares. */
export async function buildRelay() {
  await buildExtension('extension', 'relay/dist/extension.js');
  await buildExtension('debuggerEntry', 'relay/dist/debuggerEntry.js');
  for (const name of await readdir(product('extensions')))
    if (name.endsWith('-debug')) await buildExtension('debuggerEntry', `${name}/dist/extension.js`);
}

/** One CommonJS file, the only form that the worker extension host takes. @param {string} source @param {string} target */
async function buildExtension(source, target) {
  await build({
    entryPoints: [product(`extensions/relay/src/${source}.ts`)],
    outfile: product(`extensions/${target}`),
    bundle: true,
    platform: 'browser',
    format: 'cjs',
    target: 'es2022',
    external: ['vscode'],
    minify: true,
    sourcemap: true,
    logLevel: 'warning',
  });
}
