import { FileAccess, Schemas } from '@codingame/monaco-vscode-api/vscode/vs/base/common/network';
import { URI } from '@codingame/monaco-vscode-api/vscode/vs/base/common/uri';
import type { WorkspaceFiles } from './workspaceFiles.ts';

/**
 * A file that is too large to pass through the page's memory is downloaded by the browser itself, where the page may
 * not write to the machine's folders. VS Code then asks for an address, and would give it a `file:` one.
 */
export function addressFilesForBrowser(files: WorkspaceFiles): void {
  const known = FileAccess.uriToBrowserUri.bind(FileAccess);
  FileAccess.uriToBrowserUri = (uri) =>
    uri.scheme === Schemas.file ? URI.parse(new URL(files.url(uri), window.location.href).href) : known(uri);
}
