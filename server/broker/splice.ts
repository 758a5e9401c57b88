import type { Span } from './json.ts';

const space = 0x20;

/** Bytes that take the place of a span of a message. */
export interface Edit {
  readonly span: Span;
  readonly replacement: Uint8Array;
}

/**
 * The message with `replacement` in place of `span`. Where it is no longer than what it replaces, the bytes
 * are changed in place and padded with spaces, which JSON allows after a value: a 5 MB answer is not copied
 * to give it its caller's id back.
 */
export function splice(bytes: Uint8Array, span: Span, replacement: Uint8Array): Uint8Array {
  const room = span.end - span.start;
  if (replacement.length <= room) {
    // An id has a few bytes: a loop beats the calls that are made for more.
    for (let index = 0; index < room; index++) bytes[span.start + index] = replacement[index] ?? space;
    return bytes;
  }
  const result = new Uint8Array(bytes.length + replacement.length - room);
  result.set(bytes.subarray(0, span.start));
  result.set(replacement, span.start);
  result.set(bytes.subarray(span.end), span.start + replacement.length);
  return result;
}

export function equalBytes(left: Uint8Array, right: Uint8Array): boolean {
  if (left.length !== right.length) return false;
  for (let index = 0; index < left.length; index++) if (left[index] !== right[index]) return false;
  return true;
}
