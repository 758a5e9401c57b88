import { createHash } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { product } from './product.mjs';

const source = product(
  'node_modules/@codingame/monaco-vscode-view-common-service-override/service-override/vs/workbench/contrib/webview/browser/pre',
);
const names = ['index.html', 'fake.html', 'service-worker.js'];

/**
 * Copies what the frames of webviews are made of into a folder of its own, named after its content: at the hosts of
 * webviews the server has nothing else. The files keep their names, by which they know each other.
 *
 * @param {string} target the folder that is the root of the workbench
 * @returns {Promise<string>} where it is, as a path of a URL with a slash at its end
 */
export async function copyWebviewFiles(target) {
  const contents = await Promise.all(names.map((name) => readFile(join(source, name))));
  const hash = createHash('sha256');
  for (const content of contents) hash.update(content);
  const path = `/webview/${hash.digest('hex').slice(0, 16)}/`;
  await mkdir(join(target, path), { recursive: true });
  await Promise.all(names.map((name, index) => writeFile(join(target, path, name), contents[index] ?? '')));
  return path;
}

/**
 * Has the workbench use those copies.
 * @param {string} path @returns {import('esbuild').Plugin}
 */
export function webviewFiles(path) {
  return {
    name: 'webview-files',
    setup(build) {
      build.onResolve({ filter: /^asset:.*\/contrib\/webview\/browser\/pre\/[^/]+$/ }, (file) => ({
        path: basename(file.path),
        namespace: 'webview-file',
      }));
      build.onLoad({ filter: /.*/, namespace: 'webview-file' }, (file) => ({
        contents: `export default ${JSON.stringify(path + file.path)};`,
      }));
    },
  };
}
