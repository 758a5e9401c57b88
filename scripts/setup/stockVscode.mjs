import { pathToFileURL } from 'node:url';
import { open } from '@vscode/test-web';
import { product } from '../build/product.mjs';

/**
 * Serves stock VS Code for the Web with the product's extensions in it.
 * @param {object} options
 * @param {import('./vscodeWeb.mjs').LocalBuild} options.build
 * @param {number} options.port
 * @param {string} options.folderUri what it opens
 * @param {readonly string[]} [options.extensionPaths] folders with more extensions
 * @param {{ extensionDevelopmentPath: string, extensionTestsPath: string }} [options.tests] an extension, and a bundle
 *   in its folder whose `run` is called
 * @returns {Promise<import('@vscode/test-web').Disposable>}
 */
export function serveStockVscode({ build, port, folderUri, extensionPaths = [], tests }) {
  return open({
    // Whoever uses it has a browser.
    browserType: 'none',
    // The extension host works on "localhost", not on "127.0.0.1".
    host: 'localhost',
    port,
    ...build,
    ...tests,
    folderUri,
    extensionPaths: [product('extensions'), ...extensionPaths],
  });
}

/**
 * The folder as stock VS Code is told of it: the relay is the authority.
 * @param {URL} relay
 * @param {string} folder real path
 */
export function remoteFolder(relay, folder) {
  return `mooring://${relay.host}${pathToFileURL(folder).pathname}`;
}

/**
 * The flags by which a relay lets pages of test-web on this port in: the page's own origin, and those of the
 * extension hosts of its windows.
 * @param {number} port
 */
export function allowTestWeb(port) {
  return ['--allow-origin', `http://v--*.localhost:${port}`, '--allow-origin', `http://localhost:${port}`];
}
