const bound = 10_000;

interface Document {
  /** The last version the server got. */
  server: number;
  /** Server's version minus the page's. */
  offset: number;
  open: boolean;
}

/**
 * Versions of documents towards a language server. They start at 1 and rise per URI for the life of a lease,
 * whatever a page sends: a reloaded page begins at 1 again, the server must not see that.
 */
export class DocumentVersions {
  readonly #byUri = new Map<string, Document>();
  #differ = false;
  /** No forgotten document had a higher version. */
  #floor = 0;

  /** @returns the version the server is told. */
  open(uri: string, version: number): number {
    const known = this.#byUri.get(uri);
    const server = (known?.server ?? this.#floor) + 1;
    this.#byUri.delete(uri);
    this.#byUri.set(uri, { server, offset: server - version, open: true });
    this.#differ ||= server !== version;
    this.#forgetOldest();
    return server;
  }

  /** @returns the version the server is told; undefined for a document that is not open. */
  change(uri: string, version: number): number | undefined {
    const document = this.#byUri.get(uri);
    if (!document?.open) return undefined;
    document.server = Math.max(version + document.offset, document.server + 1);
    document.offset = document.server - version;
    this.#differ ||= document.offset !== 0;
    return document.server;
  }

  close(uri: string): void {
    const document = this.#byUri.get(uri);
    if (document) document.open = false;
  }

  /** Closes every open document, and names them. */
  closeAll(): string[] {
    const uris: string[] = [];
    for (const [uri, document] of this.#byUri) {
      if (!document.open) continue;
      document.open = false;
      uris.push(uri);
    }
    return uris;
  }

  /** Whether any version has ever been another towards the server than towards the page. */
  get differ(): boolean {
    return this.#differ;
  }

  /** What has to be subtracted from a server's version of this document to get the page's. */
  offset(uri: string): number {
    return this.#byUri.get(uri)?.offset ?? 0;
  }

  /** The version that the server was told last, of an open document. */
  current(uri: string): number | undefined {
    const document = this.#byUri.get(uri);
    return document?.open ? document.server : undefined;
  }

  get openCount(): number {
    let count = 0;
    for (const document of this.#byUri.values()) if (document.open) count++;
    return count;
  }

  #forgetOldest(): void {
    if (this.#byUri.size <= bound) return;
    for (const [uri, document] of this.#byUri) {
      if (document.open) continue;
      this.#floor = Math.max(this.#floor, document.server);
      this.#byUri.delete(uri);
      return;
    }
  }
}
