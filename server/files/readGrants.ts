import { realpathSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const defaultLimit = 20_000;

/**
 * Files outside the opened folders that may be read all the same, since a language server pointed at them: exactly
 * those, by real path. The ones that were granted longest ago are forgotten first.
 */
export class ReadGrants {
  readonly #limit: number;
  /** In order of the last grant. */
  readonly #paths = new Set<string>();

  constructor(limit = defaultLimit) {
    this.#limit = limit;
  }

  /** What is no file here is not granted. */
  grant(uri: string): void {
    const path = realPathOf(uri);
    if (path === undefined) return;
    this.#paths.delete(path);
    this.#paths.add(path);
    if (this.#paths.size <= this.#limit) return;
    const [oldest] = this.#paths;
    if (oldest !== undefined) this.#paths.delete(oldest);
  }

  /** The real path behind a `file:` URI if it may be read. */
  allowed(uri: string): string | undefined {
    const path = realPathOf(uri);
    return path !== undefined && this.#paths.has(path) ? path : undefined;
  }
}

function realPathOf(uri: string): string | undefined {
  try {
    return realpathSync.native(fileURLToPath(uri));
  } catch {
    // Another scheme, or no such file: nothing that could be read.
    return undefined;
  }
}
