/** Lets one at a time work on a path. */
export class PathLocks {
  readonly #last = new Map<string, Promise<unknown>>();

  /** @param paths are taken in one order by everybody, so that two who want the same two do not wait for ever. */
  async run<T>(paths: readonly string[], work: () => Promise<T>): Promise<T> {
    const [path, ...rest] = [...new Set(paths)].sort();
    if (path === undefined) return work();
    const before = this.#last.get(path) ?? Promise.resolve();
    const mine = before.then(() => this.run(rest, work));
    const settled = mine.catch(() => undefined);
    this.#last.set(path, settled);
    try {
      return await mine;
    } finally {
      if (this.#last.get(path) === settled) this.#last.delete(path);
    }
  }
}
