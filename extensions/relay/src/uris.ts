import { Uri } from 'vscode';
import { toPlace, toRealPath, type Mount } from './remote/mounts.ts';

/**
 * URIs as the editor has them and as language servers have them. In Mooring's own workbench they are the same. In
 * stock VS Code the folder has a scheme that no server knows, so every URI is translated, both ways, at the client.
 */
export interface Uris {
  /** Schemes that documents of the relay's machine have in the editor, beside `file`. */
  readonly schemes: () => readonly string[];
  readonly toServer: (uri: Uri) => string;
  readonly toEditor: (uri: string) => Uri;
}

export const sameUris: Uris = {
  schemes: () => [],
  toServer: (uri) => uri.toString(),
  toEditor: (uri) => Uri.parse(uri),
};

/**
 * @param schemes of the opened folders
 * @param mounts as they are now, the innermost first
 */
export function translatedUris(schemes: () => readonly string[], mounts: () => readonly Mount[]): Uris {
  return {
    schemes,
    toServer(uri) {
      const path = toRealPath(uri, mounts());
      return (path === undefined ? uri : Uri.from({ scheme: 'file', path })).toString();
    },
    toEditor(value) {
      const uri = Uri.parse(value);
      const place = uri.scheme === 'file' ? toPlace(uri.path, mounts()) : undefined;
      return place ? uri.with(place) : uri;
    },
  };
}
