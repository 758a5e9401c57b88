/**
 * Walks JSON in UTF-8 bytes without building values. It trusts the text to be JSON: text that is not gives -1
 * or a wrong position, never an exception or an endless loop. All numbers are byte positions.
 */
import { decode } from './text.ts';

const quote = 0x22;
const comma = 0x2c;
const colon = 0x3a;
const backslash = 0x5c;
export const openBrace = 0x7b;
const closeBrace = 0x7d;

/** `[` and `{` differ in one bit only, and so do `]` and `}`. */
const bracketBit = 0x20;

/** A stretch of bytes: from `start` up to, and without, `end`. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

export function skipSpace(bytes: Uint8Array, position: number): number {
  while (isSpace(bytes[position])) position++;
  return position;
}

/** The position after the last byte that is no white space, or 0. */
export function trimEnd(bytes: Uint8Array): number {
  let end = bytes.length;
  while (end > 0 && isSpace(bytes[end - 1])) end--;
  return end;
}

/** The position after the value that begins at `position`, or -1. */
export function skipValue(bytes: Uint8Array, position: number): number {
  const first = bytes[position];
  if (first === quote) return skipString(bytes, position);
  if (first !== undefined && (first | bracketBit) === openBrace) return skipContainer(bytes, position);
  return skipScalar(bytes, position);
}

/** The value of `key` in the object that begins at `position`; undefined when it has no such member. */
function findMember(bytes: Uint8Array, position: number, key: string): Span | undefined {
  for (const member of members(bytes, position)) {
    if (!isKey(bytes, member.key, key)) continue;
    const end = skipValue(bytes, member.value);
    return end < 0 ? undefined : { start: member.value, end };
  }
  return undefined;
}

/** The value at a path of keys, starting at the top-level object. */
export function findPath(bytes: Uint8Array, ...keys: readonly string[]): Span | undefined {
  let at = skipSpace(bytes, 0);
  for (const [index, key] of keys.entries()) {
    if (bytes[at] !== openBrace) return undefined;
    if (index === keys.length - 1) return findMember(bytes, at, key);
    let next = -1;
    for (const member of members(bytes, at)) {
      if (!isKey(bytes, member.key, key)) continue;
      next = member.value;
      break;
    }
    if (next < 0) return undefined;
    at = next;
  }
  return undefined;
}

/** A member of an object: the key with its quotes, and where its value begins. */
export interface Member {
  readonly key: Span;
  readonly value: number;
}

export function* members(bytes: Uint8Array, position: number): Generator<Member> {
  let at = skipSpace(bytes, position + 1);
  while (bytes[at] === quote) {
    const end = skipString(bytes, at);
    if (end < 0) return;
    const separator = skipSpace(bytes, end);
    if (bytes[separator] !== colon) return;
    const value = skipSpace(bytes, separator + 1);
    yield { key: { start: at, end }, value };
    const after = skipValue(bytes, value);
    if (after < 0) return;
    at = skipSpace(bytes, after);
    if (bytes[at] !== comma) return;
    at = skipSpace(bytes, at + 1);
  }
}

/** Whether the string at `span`, quotes included, says `key` (which holds ASCII without escapes). */
export function isKey(bytes: Uint8Array, span: Span, key: string): boolean {
  const length = span.end - span.start - 2;
  if (length === key.length) return isAscii(bytes, span.start + 1, key);
  // An escaped spelling of the same key, such as "\u0069d", is longer.
  return length > key.length && hasEscape(bytes, span) && readString(bytes, span) === key;
}

function isAscii(bytes: Uint8Array, start: number, text: string): boolean {
  for (let index = 0; index < text.length; index++) {
    if (bytes[start + index] !== text.charCodeAt(index)) return false;
  }
  return true;
}

function hasEscape(bytes: Uint8Array, span: Span): boolean {
  for (let at = span.start; at < span.end; at++) if (bytes[at] === backslash) return true;
  return false;
}

/** Strings that were read before, by a hash of their bytes: names of methods come again and again. */
const known = new Map<number, string>();
const knownBound = 1_024;
const shortString = 64;

/** The text of the string at `span`, quotes included; undefined when it is no string. */
export function readString(bytes: Uint8Array, span: Span): string | undefined {
  const start = span.start + 1;
  const end = span.end - 1;
  if (bytes[span.start] !== quote || bytes[end] !== quote || end < start) return undefined;
  if (end - start > shortString) return parseString(bytes, span);
  let hash = end - start;
  for (let at = start; at < end; at++) {
    const byte = bytes[at] ?? backslash;
    if (byte === backslash || byte > 0x7e) return parseString(bytes, span);
    hash = (Math.imul(hash, 31) + byte) | 0;
  }
  const text = known.get(hash);
  if (text?.length === end - start && isAscii(bytes, start, text)) return text;
  const read = parseString(bytes, span);
  if (read !== undefined && known.size < knownBound) known.set(hash, read);
  return read;
}

function parseString(bytes: Uint8Array, span: Span): string | undefined {
  try {
    const value: unknown = JSON.parse(decode(bytes.subarray(span.start, span.end)));
    return typeof value === 'string' ? value : undefined;
  } catch {
    // A lone backslash or a control character: no JSON string, and the answer says so.
    return undefined;
  }
}

/** The position after the string whose opening quote is at `position`, or -1. */
export function skipString(bytes: Uint8Array, position: number): number {
  let at = position + 1;
  // Most strings are short: a loop beats a native search until about here.
  const near = Math.min(at + 48, bytes.length);
  while (at < near) {
    const byte = bytes[at];
    if (byte === quote) return at + 1;
    at += byte === backslash ? 2 : 1;
  }
  for (;;) {
    const found = bytes.indexOf(quote, at);
    if (found < 0) return -1;
    if (!isEscaped(bytes, found, at)) return found + 1;
    at = found + 1;
  }
}

/** Whether an odd number of backslashes stands before `position`; those before `floor` are used up. */
export function isEscaped(bytes: Uint8Array, position: number, floor: number): boolean {
  let at = position;
  while (at > floor && bytes[at - 1] === backslash) at--;
  return (position - at) % 2 === 1;
}

function skipContainer(bytes: Uint8Array, position: number): number {
  let depth = 0;
  let at = position;
  while (at < bytes.length) {
    const byte = bytes[at] ?? 0;
    if (byte === quote) {
      at = skipString(bytes, at);
      if (at < 0) return -1;
      continue;
    }
    at++;
    const bracket = byte | bracketBit;
    if (bracket === openBrace) depth++;
    else if (bracket === closeBrace && --depth === 0) return at;
  }
  return -1;
}

function skipScalar(bytes: Uint8Array, position: number): number {
  let at = position;
  while (isScalar(bytes[at])) at++;
  return at === position ? -1 : at;
}

export function isSpace(byte: number | undefined): boolean {
  return byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09;
}

/** A byte of a number, `true`, `false` or `null`. */
export function isScalar(byte: number | undefined): boolean {
  if (byte === undefined) return false;
  return (byte >= 0x61 && byte <= 0x7a) || (byte >= 0x2b && byte <= 0x39 && byte !== comma) || byte === 0x45;
}
