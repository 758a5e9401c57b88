import type { Span } from './json.ts';

/**
 * Ids the broker gives to requests towards a language server. They have ten digits, so that an id of a page,
 * which is shorter, fits in their place on the way back. LSP's integers end at 2^31 - 1: after a thousand
 * million requests the numbers start again.
 */
export const firstServerId = 1_000_000_000;
const lastServerId = 2_147_483_647;
const digits = 10;

export function nextServerId(id: number): number {
  return id >= lastServerId ? firstServerId : id + 1;
}

/** ASCII digits of a server id. */
export function encodeServerId(id: number): Uint8Array {
  const bytes = new Uint8Array(digits);
  let rest = id;
  for (let index = digits - 1; index >= 0; index--) {
    bytes[index] = 0x30 + (rest % 10);
    rest = (rest - (rest % 10)) / 10;
  }
  return bytes;
}

/** The server id at `span`, or -1 when it is none of ours. */
export function decodeServerId(bytes: Uint8Array, span: Span): number {
  if (span.end - span.start !== digits) return -1;
  let id = 0;
  for (let position = span.start; position < span.end; position++) {
    const digit = (bytes[position] ?? 0) - 0x30;
    if (digit < 0 || digit > 9) return -1;
    id = id * 10 + digit;
  }
  return id;
}
