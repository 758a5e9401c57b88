import {
  isEscaped,
  isKey,
  isScalar,
  isSpace,
  openBrace,
  readString,
  skipSpace,
  skipString,
  skipValue,
  trimEnd,
  type Span,
} from './json.ts';
import { encode } from './text.ts';

const quote = 0x22;
const comma = 0x2c;
const colon = 0x3a;
const closeBrace = 0x7d;

/** What a relay must know of a JSON-RPC message: everything else is forwarded unread. */
export type Envelope =
  | { readonly kind: 'request'; readonly method: string; readonly id: Span }
  | { readonly kind: 'notification'; readonly method: string }
  | { readonly kind: 'response'; readonly id: Span };

/**
 * Reads the envelope (JSON-RPC 2.0 §4, §5) of one message. Members may come in any order; duplicates do not
 * occur. Returns undefined for anything that is no such message.
 *
 * The cost must not grow with the message: it stops as soon as the answer is certain. An id that follows a
 * long `result` (Go servers write it last) is found from the end. That is safe: the last byte of a message
 * closes the top-level object, so the scalar before it is a value of that object and not part of a string,
 * and so on backwards until a value is no scalar.
 */
export function scanEnvelope(bytes: Uint8Array): Envelope | undefined {
  const end = trimEnd(bytes);
  const start = skipSpace(bytes, 0);
  if (bytes[start] !== openBrace || bytes[end - 1] !== closeBrace || end - start < 2) return undefined;
  return scanUsual(bytes, start) ?? new Scan(bytes, start, end).run();
}

/** How nearly every request and answer begins. */
const usual = encode('{"jsonrpc":"2.0","id":');
const usualMethod = encode(',"method":');
const usualResult = encode(',"result":');

/** The common order of members, with a number as the id; undefined: look properly. */
function scanUsual(bytes: Uint8Array, start: number): Envelope | undefined {
  if (!beginsWith(bytes, start, usual)) return undefined;
  const idStart = start + usual.length;
  let idEnd = idStart;
  while (isDigit(bytes[idEnd])) idEnd++;
  if (idEnd === idStart) return undefined;
  const id = { start: idStart, end: idEnd };
  if (beginsWith(bytes, idEnd, usualResult)) return { kind: 'response', id };
  if (!beginsWith(bytes, idEnd, usualMethod)) return undefined;
  const methodStart = idEnd + usualMethod.length;
  const methodEnd = bytes[methodStart] === quote ? skipString(bytes, methodStart) : -1;
  const method = methodEnd < 0 ? undefined : readString(bytes, { start: methodStart, end: methodEnd });
  return method === undefined ? undefined : { kind: 'request', method, id };
}

function beginsWith(bytes: Uint8Array, start: number, expected: Uint8Array): boolean {
  for (let index = 0; index < expected.length; index++) {
    if (bytes[start + index] !== expected[index]) return false;
  }
  return true;
}

function isDigit(byte: number | undefined): boolean {
  return byte !== undefined && byte >= 0x30 && byte <= 0x39;
}

class Scan {
  readonly #bytes: Uint8Array;
  readonly #start: number;
  readonly #end: number;
  #id: Span | undefined;
  #method: string | undefined;
  #isResponse = false;

  constructor(bytes: Uint8Array, start: number, end: number) {
    this.#bytes = bytes;
    this.#start = start;
    this.#end = end;
  }

  run(): Envelope | undefined {
    const bytes = this.#bytes;
    let lookedBack = false;
    let at = skipSpace(bytes, this.#start + 1);
    while (at < this.#end - 1) {
      if (bytes[at] !== quote) return undefined;
      const keyEnd = skipString(bytes, at);
      const separator = keyEnd < 0 ? -1 : skipSpace(bytes, keyEnd);
      if (separator < 0 || bytes[separator] !== colon) return undefined;
      const value = skipSpace(bytes, separator + 1);
      const key = { start: at, end: keyEnd };
      if (!isScalar(bytes[value]) && bytes[value] !== quote) {
        if (isKey(bytes, key, 'result') || isKey(bytes, key, 'error')) this.#isResponse = true;
        if (!lookedBack && !this.#isCertain) this.#scanBackwards();
        lookedBack = true;
        if (this.#isCertain) break;
      }
      const valueEnd = skipValue(bytes, value);
      if (valueEnd < 0 || !this.#take(key, { start: value, end: valueEnd })) return undefined;
      at = skipSpace(bytes, valueEnd);
      if (bytes[at] === comma) at = skipSpace(bytes, at + 1);
      else if (at !== this.#end - 1) return undefined;
    }
    return this.#envelope();
  }

  /** Takes the members at the end, last one first, while their values are scalars or strings. */
  #scanBackwards(): void {
    const bytes = this.#bytes;
    let at = this.#end - 1;
    for (;;) {
      const valueEnd = spaceBefore(bytes, at);
      const value = startOfScalar(bytes, valueEnd, this.#start);
      const separator = value < 0 ? -1 : spaceBefore(bytes, value) - 1;
      if (separator <= this.#start || bytes[separator] !== colon) return;
      const keyEnd = spaceBefore(bytes, separator);
      const key = bytes[keyEnd - 1] === quote ? startOfScalar(bytes, keyEnd, this.#start) : -1;
      if (key < 0 || !this.#take({ start: key, end: keyEnd }, { start: value, end: valueEnd })) return;
      at = spaceBefore(bytes, key) - 1;
      if (at <= this.#start || bytes[at] !== comma) return;
    }
  }

  /** False when the member makes this no JSON-RPC message. */
  #take(key: Span, value: Span): boolean {
    if (isKey(this.#bytes, key, 'id')) {
      if (isLong(this.#bytes, value)) return false;
      this.#id = value;
    } else if (isKey(this.#bytes, key, 'method')) {
      this.#method = readString(this.#bytes, value);
      return this.#method !== undefined;
    }
    return true;
  }

  get #isCertain(): boolean {
    return this.#id !== undefined && (this.#isResponse || this.#method !== undefined);
  }

  #envelope(): Envelope | undefined {
    if (this.#method !== undefined) {
      return this.#id
        ? { kind: 'request', method: this.#method, id: this.#id }
        : { kind: 'notification', method: this.#method };
    }
    return this.#id ? { kind: 'response', id: this.#id } : undefined;
  }
}

function isLong(bytes: Uint8Array, value: Span): boolean {
  return bytes[value.start] !== quote && !isScalar(bytes[value.start]);
}

function spaceBefore(bytes: Uint8Array, position: number): number {
  while (position > 0 && isSpace(bytes[position - 1])) position--;
  return position;
}

/** Where the scalar or string that ends at `end` begins, or -1. */
function startOfScalar(bytes: Uint8Array, end: number, floor: number): number {
  if (bytes[end - 1] === quote) {
    let at = end - 2;
    while (at > floor && (bytes[at] !== quote || isEscaped(bytes, at, floor))) at--;
    return at > floor ? at : -1;
  }
  let at = end;
  while (at > floor && isScalar(bytes[at - 1])) at--;
  return at === end ? -1 : at;
}
