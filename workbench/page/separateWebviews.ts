import { FileAccess } from '@codingame/monaco-vscode-api/vscode/vs/base/common/network';
import type { URI } from '@codingame/monaco-vscode-api/vscode/vs/base/common/uri';
import { WebviewElement } from '@codingame/monaco-vscode-view-common-service-override/vscode/vs/workbench/contrib/webview/browser/webviewElement';
import { hasWebviewOrigins } from '../../server/protocol/webviewOrigins.ts';

/** What the frames of a webview are made of. */
const files = ['index.html', 'fake.html', 'service-worker.js'].map(
  (name) => `vs/workbench/contrib/webview/browser/pre/${name}` as const,
);

/**
 * Gives each webview an origin of its own, where the page's host has names for them: VS Code puts the hash of who
 * shows it in the place of `{{uuid}}`. On any other host webviews are on the page's own origin.
 */
export function separateWebviews(): void {
  const { protocol, host } = window.location;
  if (protocol !== 'http:' || !hasWebviewOrigins(host)) return;
  const addresses = new Map<string, string>(
    files.map((file) => [
      file,
      FileAccess.asBrowserUri(file).toString(true).replace(`//${host}/`, `//{{uuid}}.${host}/`),
    ]),
  );
  FileAccess.registerAppResourceLoader((file) => addresses.get(file));
  sendWholeFiles();
}

type LoadResource = (id: number, uri: URI, options: { range?: unknown }, token: unknown) => Promise<boolean>;

/**
 * Sounds and films are asked for in parts. VS Code does not know the size of what comes by http, as files of
 * extensions do here, and would answer with a part of nothing: browsers take the whole as well.
 */
function sendWholeFiles(): void {
  const load: LoadResource = Reflect.get(WebviewElement.prototype, 'loadResource');
  const loadWhole: LoadResource = function (this: WebviewElement, id, uri, { range, ...options }, token) {
    return load.call(this, id, uri, uri.scheme === 'http' ? options : { range, ...options }, token);
  };
  Reflect.set(WebviewElement.prototype, 'loadResource', loadWhole);
}
