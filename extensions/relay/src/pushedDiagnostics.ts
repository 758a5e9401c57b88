/**
 * Whose business it is to clear the diagnostics of a document that is closed. Many servers leave them there; but
 * one that reports on files nobody opened reports on the project, and its word on a closed file goes on to count.
 */
export class PushedDiagnostics {
  readonly #opened = new Set<string>();
  #aboutProject = false;

  opened(uri: string): void {
    this.#opened.add(uri);
  }

  published(uri: string, count: number): void {
    if (count > 0 && !this.#opened.has(uri)) this.#aboutProject = true;
  }

  /** @returns whether the client has to clear what was published about a document that has just been closed. */
  get clearsOnClose(): boolean {
    return !this.#aboutProject;
  }
}
