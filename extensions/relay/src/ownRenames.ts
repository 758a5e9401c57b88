import type { Uri } from 'vscode';
import { isRecord } from './json.ts';

/**
 * Files that move because the server's answer to a rename says so. VS Code asks, as before every move, what else is to
 * be edited; but the server has said so already, and edits made twice spoil the text.
 */
export class OwnRenames {
  readonly #uri: (text: string) => Uri;
  #moves = new Map<string, string>();

  /** @param uri what a URI of the server is in the editor */
  constructor(uri: (text: string) => Uri) {
    this.#uri = uri;
  }

  /** @param edit the server's answer to `textDocument/rename`, as it came */
  answered(edit: unknown): void {
    const changes = isRecord(edit) && Array.isArray(edit['documentChanges']) ? edit['documentChanges'] : [];
    this.#moves = new Map(
      changes.flatMap((change: unknown) => {
        if (!isRecord(change) || change['kind'] !== 'rename') return [];
        const { oldUri, newUri } = change;
        return typeof oldUri === 'string' && typeof newUri === 'string'
          ? [[this.#key(oldUri), this.#key(newUri)] as const]
          : [];
      }),
    );
  }

  /** Whether this move is one of them; each is, once. */
  takes({ oldUri, newUri }: { readonly oldUri: Uri; readonly newUri: Uri }): boolean {
    const from = oldUri.toString();
    if (this.#moves.get(from) !== newUri.toString()) return false;
    return this.#moves.delete(from);
  }

  #key(text: string): string {
    return this.#uri(text).toString();
  }
}
