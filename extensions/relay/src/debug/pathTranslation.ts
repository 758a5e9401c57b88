import { Uri, type WorkspaceFolder } from 'vscode';
import type { Uris } from '../uris.ts';
import type { PathTranslation } from './debugPaths.ts';

/** Paths of debug adapters by the URIs of language servers. */
export function pathTranslation(uris: Uris): PathTranslation {
  return {
    ofUri: (uri) => serverPath(Uri.parse(uri), uris),
    toEditor(path) {
      const uri = uris.toEditor(Uri.file(path).toString());
      return uri.scheme === 'file' ? path : uri.toString();
    },
  };
}

/** The path of something on the server's machine, as it is called there. */
export function serverPath(uri: Uri, uris: Uris): string {
  const server = Uri.parse(uris.toServer(uri));
  return server.scheme === 'file' ? server.path : uri.toString();
}

/** A path that VS Code has put together from variables: in a folder with a scheme of its own it lies in that. */
export function resolvedPath(path: string, folder: WorkspaceFolder | undefined, uris: Uris): string {
  if (!folder || folder.uri.scheme === 'file' || !path.startsWith('/')) return path;
  return serverPath(folder.uri.with({ path }), uris);
}
