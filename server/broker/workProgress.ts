import { decode } from './text.ts';
import { findPath, readString } from './json.ts';

const bound = 256;

/** The work a server says it is doing (LSP "Work Done Progress"): tokens between `begin` and `end`. */
export class WorkProgress {
  readonly #tokens = new Set<string>();

  get active(): boolean {
    return this.#tokens.size > 0;
  }

  /** @param message a `$/progress` notification. Partial results, which have no `kind`, change nothing. */
  see(message: Uint8Array): void {
    const kind = findPath(message, 'params', 'value', 'kind');
    const token = kind && findPath(message, 'params', 'token');
    if (!kind || !token || token.end - token.start > 256) return;
    const key = decode(message.subarray(token.start, token.end));
    const kindText = readString(message, kind);
    if (kindText === 'end') this.#tokens.delete(key);
    else if (kindText === 'begin' && this.#tokens.size < bound) this.#tokens.add(key);
  }
}
