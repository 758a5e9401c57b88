/**
 * Adding and removing extensions in the user's own folder on the server.
 *
 * - `POST /api/extensions/packed`: the body is a `.vsix`.
 * - `POST /api/extensions/folder?uri=<file: URI>`: a folder inside the opened one, which is copied.
 * - `POST /api/extensions/registry?id=<publisher.name>`: from the registry that the server was told of.
 * - `DELETE /api/extensions/own?id=<publisher.name>`: deletes an extension in the user's own folder.
 * - `GET /api/extensions/own`: those that can be removed so, `OwnExtension[]`.
 * - `GET /api/extensions/search?query=<text>`: what the registry has, `RegistryExtension[]`.
 *
 * `POST` answers with lines of JSON, each an `InstallLine`, of which the last is not `progress`. Whoever goes away
 * meanwhile cancels, and nothing is left. Everything else that fails has a status and `{ error, message }`.
 */
export const installPath = '/api/extensions';

export type InstallLine =
  | { readonly kind: 'progress'; readonly message: string }
  | { readonly kind: 'done'; readonly id: string; readonly version: string }
  /** One sentence for the user. */
  | { readonly kind: 'failed'; readonly message: string };

export interface OwnExtension {
  readonly id: string;
  readonly title: string;
  readonly version: string;
  /** Where it lies on the server. */
  readonly path: string;
  /** Somebody put it there by hand, so it is deleted only when that is asked for in so many words. */
  readonly isDroppedIn: boolean;
}

export interface RegistryExtension {
  readonly id: string;
  readonly title: string;
  readonly version: string;
  readonly description: string;
}
