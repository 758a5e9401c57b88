import { copyFile, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { build, transform } from 'esbuild';
import { compressFolder } from './compress.mjs';
import { importMetaUrl } from './importMetaUrl.mjs';
import { product } from './product.mjs';
import { proveComplete } from './proveComplete.mjs';
import { copyWebviewFiles, webviewFiles } from './webviewFiles.mjs';
import { webviewUris } from './webviewUris.mjs';

const target = product('dist/workbench');
/** Built beside the target and put in its place when it is whole: a build that fails breaks nothing. */
const staging = product('dist/workbench.next');
const outdir = join(staging, 'assets');
const api = '@codingame/monaco-vscode-api';

/** Worker entries by the label under which VS Code asks for them. */
const workers = {
  editorWorkerService: `${api}/workers/editor.worker`,
  extensionHostWorkerMain: `${api}/workers/extensionHost.worker`,
  TextMateWorker: '@codingame/monaco-vscode-textmate-service-override/worker',
  OutputLinkDetectionWorker: '@codingame/monaco-vscode-output-service-override/worker',
  NotebookEditorWorker: '@codingame/monaco-vscode-notebook-service-override/worker',
  LanguageDetectionWorker: '@codingame/monaco-vscode-language-detection-worker-service-override/worker',
};

/** The browser's part: `dist/workbench/index.html` and hashed, precompressed assets beside it. */
export async function buildWorkbench() {
  await rm(staging, { recursive: true, force: true });
  await mkdir(outdir, { recursive: true });
  const [urls, webviews] = await Promise.all([buildWorkers(), copyWebviewFiles(staging)]);
  const { outputs } = await bundle(
    { main: product('workbench/main.ts') },
    {
      splitting: true,
      define: { WORKER_URLS: JSON.stringify(urls) },
      plugins: [webviewFiles(webviews)],
    },
  );
  const main = Object.entries(outputs).find(([, output]) => output.entryPoint?.endsWith('workbench/main.ts'));
  if (!main) throw new Error('Bug: the workbench has no entry point.');
  const [script, { cssBundle, imports }] = main;
  await writePage({
    script: publicUrl(script),
    style: cssBundle ? publicUrl(cssBundle) : '',
    preload: imports.filter(({ kind }) => kind === 'import-statement').map(({ path }) => publicUrl(path)),
  });
  await copyFile(product('workbench/media/mooring.svg'), join(staging, 'favicon.svg'));
  await proveComplete(outdir);
  await compressFolder(staging);
  await rm(target, { recursive: true, force: true });
  await rename(staging, target);
}

/** @returns {Promise<Record<string, string>>} URL by label */
async function buildWorkers() {
  // Each on its own: a worker is one self-contained file, without chunks to fetch in turn.
  const entries = await Promise.all(
    Object.entries(workers).map(async ([label, entry]) => {
      const { outputs } = await bundle({ [label]: entry }, { splitting: false });
      const script = Object.keys(outputs).find((path) => outputs[path]?.entryPoint);
      return [label, publicUrl(String(script))];
    }),
  );
  return Object.fromEntries(entries);
}

/**
 * @param {Record<string, string>} entryPoints
 * @param {Pick<import('esbuild').BuildOptions, 'splitting' | 'define' | 'plugins'>} options
 */
async function bundle(entryPoints, options) {
  const result = await build({
    entryPoints,
    outdir,
    bundle: true,
    platform: 'browser',
    format: 'esm',
    target: 'es2022',
    minify: true,
    entryNames: '[name]-[hash]',
    chunkNames: 'chunk-[hash]',
    assetNames: '[name]-[hash]',
    publicPath: '/assets/',
    loader: Object.fromEntries(
      ['.ttf', '.woff', '.png', '.svg', '.mp3', '.wasm', '.html', '.bin'].map((extension) => [
        extension,
        'file',
      ]),
    ),
    logLevel: 'warning',
    ...options,
    plugins: [...(options.plugins ?? []), importMetaUrl(), styleOfParts(), webviewUris(), withoutNode()],
    metafile: true,
  });
  return result.metafile;
}

/**
 * The styles of what is fetched on demand (workbench/parts) come along in its scripts, which VS Code knows how to
 * add to the page. Otherwise esbuild would put them into the one style sheet that every start has to wait for.
 * @returns {import('esbuild').Plugin}
 */
function styleOfParts() {
  const filter =
    /@codingame\/monaco-vscode-(katex-common|notebook-service-override|walkthrough-service-override)\/.*\.css$/;
  return {
    name: 'style-of-parts',
    setup(build) {
      build.onLoad({ filter }, async ({ path }) => {
        const { code } = await transform(await readFile(path, 'utf8'), { loader: 'css', minify: true });
        return { contents: code, loader: 'text' };
      });
    },
  };
}

/**
 * Node's modules are imported by code paths that never run in a browser: they become empty modules.
 * @returns {import('esbuild').Plugin}
 */
function withoutNode() {
  return {
    name: 'without-node',
    setup(build) {
      const builtins =
        /^(node:)?(assert|buffer|child_process|crypto|diagnostics_channel|events|fs|fs\/promises|http|https|module|net|os|path|perf_hooks|process|stream|tty|url|util|vm|worker_threads|zlib)$/;
      build.onResolve({ filter: builtins }, ({ path }) => ({ path, namespace: 'empty' }));
      build.onLoad({ filter: /.*/, namespace: 'empty' }, ({ path }) => ({
        contents: path.endsWith('diagnostics_channel') ? silentChannels : 'module.exports = {};',
      }));
    },
  };
}

/** What the terminal's ligatures ask for as soon as they are loaded: channels that nobody listens to. */
const silentChannels =
  'exports.channel = exports.tracingChannel = () => ({ hasSubscribers: false, publish() {} });';

/** @param {{ script: string, style: string, preload: readonly string[] }} urls */
async function writePage({ script, style, preload }) {
  const template = await readFile(product('workbench/index.html'), 'utf8');
  const head = [
    ...preload.map((url) => `<link rel="modulepreload" href="${url}" />`),
    style && `<link rel="stylesheet" href="${style}" />`,
    `<script type="module" src="${script}" onerror="showStartFailure()"></script>`,
  ];
  const page = template.replace('<!-- assets -->', head.filter(Boolean).join('\n    '));
  await writeFile(join(staging, 'index.html'), page);
}

/** @param {string} output */
function publicUrl(output) {
  return join('/assets', basename(output));
}
