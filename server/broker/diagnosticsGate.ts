import type { DocumentVersions } from './documentVersions.ts';

/**
 * Keeps diagnostics that are not about the present text from a page that took up a running server. A
 * publication passes when its version is the document's current one. Servers that send no version get a
 * barrier: a request right behind the reopened document; what is published after its answer is about that text.
 */
export class DiagnosticsGate {
  readonly #documents: DocumentVersions;
  readonly #passed = new Set<string>();
  #isSynced = false;

  constructor(documents: DocumentVersions) {
    this.#documents = documents;
  }

  /** The page has opened its documents again. */
  synced(): void {
    this.#isSynced = true;
  }

  /** A document was opened, and its barrier is on the way. */
  opened(uri: string): void {
    this.#passed.delete(uri);
  }

  /** The barrier behind this document was answered. */
  passed(uri: string): void {
    this.#passed.add(uri);
  }

  /** @param version the version a publication names, undefined when it names none. */
  lets(uri: string, version: number | undefined): boolean {
    const current = this.#documents.current(uri);
    // A file that no editor shows: the server alone knows its text, and what it says now is new.
    if (current === undefined) return this.#isSynced;
    return version === undefined ? this.#passed.has(uri) : version === current;
  }
}
