/** The versions (ETags) of files as they were last seen, for a bounded number of files. */
export class KnownVersions {
  readonly #etags = new Map<string, string>();
  readonly #capacity: number;

  constructor(capacity = 2_000) {
    this.#capacity = capacity;
  }

  of(path: string): string | undefined {
    return this.#etags.get(path);
  }

  learn(path: string, etag: string | undefined): void {
    this.#etags.delete(path);
    if (!etag) return;
    this.#etags.set(path, etag);
    if (this.#etags.size <= this.#capacity) return;
    for (const oldest of this.#etags.keys()) {
      this.#etags.delete(oldest);
      return;
    }
  }

  forget(path: string): void {
    this.#etags.delete(path);
  }

  /**
   * The headers of a `PUT` by which the server holds a write to the version that is known. An editor compares what it
   * read with a `stat` just before it writes, so that is the one it decided on.
   */
  writeCondition(path: string, overwrite: boolean): Readonly<Record<string, string>> {
    const etag = this.of(path);
    if (etag !== undefined) return { 'if-match': etag };
    return overwrite ? {} : { 'if-none-match': '*' };
  }
}
