import { realpathSync } from 'node:fs';
import { realpath } from 'node:fs/promises';
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
    let path: string;
    try {
      path = realpathSync.native(fileURLToPath(uri));
    } catch {
      // Another scheme, or no such file: nothing that could be read.
      return;
    }
    this.#paths.delete(path);
    this.#paths.add(path);
    if (this.#paths.size <= this.#limit) return;
    const [oldest] = this.#paths;
    if (oldest !== undefined) this.#paths.delete(oldest);
  }

  /** The real path behind `path` if it may be read. */
  async allowed(path: string): Promise<string | undefined> {
    const real = await realpath(path).catch(() => undefined);
    return real !== undefined && this.#paths.has(real) ? real : undefined;
  }
}
