import { rm } from 'node:fs/promises';
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

/** The relay extension: one CommonJS file, the only form that the worker extension host takes. */
export async function buildRelay() {
  await build({
    entryPoints: [product('extensions/relay/src/extension.ts')],
    outfile: product('extensions/relay/dist/extension.js'),
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
