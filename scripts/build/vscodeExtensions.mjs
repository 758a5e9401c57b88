import { cp, mkdir, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { build } from 'esbuild';
import { product } from './product.mjs';

const scope = 'node_modules/@codingame';
const packageName = /^monaco-vscode-(.+)-default-extension$/;

/**
 * Unpacks VS Code's own extensions (grammars, themes, snippets) into plain folders, so that they are the same
 * kind of thing as a folder somebody drops in. The packages hold each file flat under `resources/`; their
 * `index.js` says which path it has in the extension.
 */
export async function unpackExtensions() {
  const target = product('dist/vscode-extensions');
  await rm(target, { recursive: true, force: true });
  const packages = await readdir(product(scope));
  await Promise.all(packages.map((name) => unpack(name, target)));
  await Promise.all([
    addOutputRenderer(join(target, 'notebook-renderers')),
    keepNotebookRenderer(join(target, 'markdown-language-features')),
  ]);
}

/** The package declares the renderer of cells' outputs, but comes without its code. @param {string} folder */
async function addOutputRenderer(folder) {
  await build({
    entryPoints: [product('workbench/notebookOutput/outputRenderer.ts')],
    outfile: join(folder, 'renderer-out/index.js'),
    bundle: true,
    platform: 'browser',
    format: 'esm',
    target: 'es2022',
    minify: true,
    logLevel: 'warning',
  });
}

/**
 * The renderer sanitizes the HTML in Markdown where the workspace is not trusted. Here it does so everywhere: a
 * notebook is a file that somebody may have sent, and webviews may have the powers of the workbench's own origin.
 */
const sanitizing = `import { activate as render } from './index.js';
export const activate = (context) =>
  render(Object.create(context, { workspace: { value: { isTrusted: false } } }));
`;

/** Of Markdown's features only what draws cells of notebooks: a language server does the rest. @param {string} folder */
async function keepNotebookRenderer(folder) {
  const manifest = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8'));
  const { version, publisher, license, engines, icon, contributes } = manifest;
  const { notebookRenderer } = contributes;
  // A name of its own leaves the extension's to the extension, which brings a preview where somebody drops it in.
  const kept = {
    name: 'markdown-notebook-renderer',
    displayName: 'Markdown in Notebooks',
    description: 'Draws the Markdown in cells of notebooks.',
    version,
    publisher,
    license,
    engines,
    icon,
  };
  for (const entry of await readdir(folder)) {
    if (!['icon.png', 'notebook-out'].includes(entry)) await rm(join(folder, entry), { recursive: true });
  }
  await writeFile(join(folder, 'notebook-out/sanitizing.js'), sanitizing);
  const [renderer] = notebookRenderer;
  const contribution = { ...renderer, entrypoint: './notebook-out/sanitizing.js' };
  await writeFile(
    join(folder, 'package.json'),
    JSON.stringify({ ...kept, contributes: { notebookRenderer: [contribution] } }),
  );
}

/** @param {string} name @param {string} target */
async function unpack(name, target) {
  const extension = packageName.exec(name)?.[1];
  if (extension) await unpackPackage(product(join(scope, name)), join(target, extension));
}

/** @param {string} folder of the package @param {string} target becomes the extension's folder */
export async function unpackPackage(folder, target) {
  const index = await readFile(join(folder, 'index.js'), 'utf8');
  for (const { path, resource } of files(index)) {
    const to = join(target, path);
    await mkdir(dirname(to), { recursive: true });
    await cp(join(folder, resource), to);
  }
}

/** The path in the extension and the resource in the package, of each file worth having. @param {string} index */
function files(index) {
  const calls = [...index.matchAll(/registerFileUrl\('([^']+)', new URL\('([^']+)'/g)];
  const seen = calls.map(([, path = '', resource = '']) => ({ path, resource }));
  const paths = new Set(seen.map(({ path }) => path));
  return seen.filter(({ path }) => !path.endsWith('.map') && !paths.has(`${path}.js`));
}
