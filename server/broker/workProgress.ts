import { findPath, readString } from './json.ts';
import { isRecord, parse } from './rpc.ts';
import { decode } from './text.ts';

/** More tokens than this at once are not kept apart. */
const bound = 256;
const tokenBytes = 256;

/** Work that a server has begun and not ended: its `begin` with what its latest `report` changed. */
export interface ActiveWork {
  readonly token: string | number;
  readonly value: Readonly<Record<string, unknown>>;
}

/** The work a server says it is doing (LSP 3.18 "Work Done Progress"). */
export class WorkProgress {
  readonly #byToken = new Map<string, ActiveWork>();

  get active(): boolean {
    return this.#byToken.size > 0;
  }

  /** Oldest first. */
  all(): readonly ActiveWork[] {
    return [...this.#byToken.values()];
  }

  /** @param message a `$/progress` notification. Partial results, which have no `kind`, change nothing. */
  see(message: Uint8Array): void {
    const kindAt = findPath(message, 'params', 'value', 'kind');
    const tokenAt = kindAt && findPath(message, 'params', 'token');
    if (!kindAt || !tokenAt || tokenAt.end - tokenAt.start > tokenBytes) return;
    const key = decode(message.subarray(tokenAt.start, tokenAt.end));
    const kind = readString(message, kindAt);
    if (kind === 'end') this.#byToken.delete(key);
    else if (kind === 'begin' || this.#byToken.has(key)) this.#keep(key, message);
  }

  #keep(key: string, message: Uint8Array): void {
    const params = parse(message)?.['params'];
    if (!isRecord(params) || !isRecord(params['value'])) return;
    const { token } = params;
    if (typeof token !== 'string' && typeof token !== 'number') return;
    const before = this.#byToken.get(key);
    if (!before && this.#byToken.size >= bound) return;
    this.#byToken.set(key, { token, value: { ...before?.value, ...params['value'], kind: 'begin' } });
  }
}
