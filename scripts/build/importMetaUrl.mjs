import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join, resolve } from 'node:path';

/**
 * esbuild leaves `new URL('x', import.meta.url)` alone, so the file x would be missing from the output. This
 * plugin turns each into an import of that file: the `file` loader copies it and yields its public URL.
 *
 * Only the packages that use the pattern are read (the filter is narrow on purpose: reading every module of
 * the workbench in JavaScript costs more than bundling it).
 * @returns {import('esbuild').Plugin}
 */
export function importMetaUrl() {
  return {
    name: 'import-meta-url',
    setup(build) {
      build.onLoad({ filter: users }, async ({ path }) => {
        const source = await readFile(path, 'utf8');
        return { contents: rewrite(source, path), loader: 'js', resolveDir: dirname(path) };
      });
      build.onResolve({ filter: /^asset:/ }, ({ path }) => ({
        path: path.slice('asset:'.length),
        namespace: 'asset',
      }));
      build.onLoad({ filter: /.*/, namespace: 'asset' }, async ({ path }) => ({
        contents: await readFile(path),
        loader: 'file',
      }));
    },
  };
}

const users = new RegExp(
  '(@vscode/diff/dist/(index|wire)|@codingame/monaco-vscode-(' +
    [
      'katex-common/.*/markedKatexSupport',
      'accessibility-service-override/.*/media/all\\.mp3',
      'api/.*/debug/browser/media/all\\.png',
      'extension-gallery-service-override/index',
      'extensions-service-override/(index|.*/webWorkerExtensionHost)',
      'language-detection-worker-service-override/index',
      'textmate-service-override/.*/(textMateTokenizationFeatureImpl|threadedBackgroundTokenizerFactory)',
      'view-common-service-override/index',
    ].join('|') +
    '))\\.js$',
);

const pattern = /new URL\(\s*(['"`])([^'"`$?]+)\1\s*,\s*import\.meta\.url\s*\)/g;

/** @param {string} source @param {string} file */
function rewrite(source, file) {
  /** @type {string[]} */
  const imports = [];
  const body = source.replace(pattern, (_all, _quote, /** @type {string} */ target) => {
    const name = `__asset${imports.length}`;
    imports.push(`import ${name} from ${JSON.stringify(`asset:${locate(target, file)}`)};`);
    return `new URL(${name}, globalThis.location.href)`;
  });
  return imports.join('\n') + '\n' + body;
}

/** The file a target means: relative to its module first, then a path in an npm package. */
function locate(/** @type {string} */ target, /** @type {string} */ file) {
  const relative = resolve(dirname(file), target);
  if (existsSync(relative)) return relative;
  const [scope, name] = target.split('/');
  const packageName = scope?.startsWith('@') ? `${scope}/${name}` : scope;
  const roots = createRequire(file).resolve.paths(String(packageName)) ?? [];
  for (const root of roots) {
    const candidate = join(root, target);
    if (existsSync(candidate)) return candidate;
  }
  throw new Error(`${file} refers to ${target}, which is not there.`);
}
