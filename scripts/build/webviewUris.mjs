import { readFile } from 'node:fs/promises';
import { product } from './product.mjs';

const module = /monaco-vscode-api\/vscode\/src\/vs\/workbench\/contrib\/webview\/common\/webview\.js$/;
const condition = 'resource.scheme === Schemas.http || resource.scheme === Schemas.https';

/**
 * The server refuses what a webview with an origin of its own asks it for, such as the pictures of the extension that
 * shows it. VS Code has a way for that, on which the page reads them and holds the webview to the folders it was
 * given; but it leaves out what comes by http, as extensions do here.
 * @returns {import('esbuild').Plugin}
 */
export function webviewUris() {
  return {
    name: 'webview-uris',
    setup(build) {
      build.onLoad({ filter: module }, async ({ path }) => {
        const source = await readFile(path, 'utf8');
        if (source.split(condition).length !== 2)
          throw new Error(
            `${path} tells the addresses of resources in another way than webviewUris.mjs takes for granted.`,
          );
        const origins = JSON.stringify(product('server/protocol/webviewOrigins.ts'));
        return {
          contents: `import { hasWebviewOrigins } from ${origins};\n${source.replace(condition, `(${condition}) && !hasWebviewOrigins(resource.authority)`)}`,
        };
      });
    },
  };
}
