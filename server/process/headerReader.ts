import { Limit } from '../protocol/errors.ts';

export type HeaderResult =
  /** A block ended at `end`; without a length there was none in it. */
  | { readonly kind: 'header'; readonly end: number; readonly length: number | undefined }
  | { readonly kind: 'partial' }
  | { readonly kind: 'endless' };

const newline = 0x0a;
/** How nearly every header begins. */
const usual = Buffer.from('Content-Length: ');

/**
 * Reads header blocks: lines in any order and letter case, up to an empty one. What is no header line is noise
 * that something wrote to stdout, and is passed on as text; a header may even follow it on the same line.
 */
export class HeaderReader {
  readonly #onNoise: (text: string) => void;
  /** The beginning of a line that came in an earlier chunk. */
  #line: Buffer[] = [];
  #lineBytes = 0;
  #blockBytes = 0;
  #length: number | undefined;
  #hasHeader = false;

  constructor(onNoise: (text: string) => void) {
    this.#onNoise = onNoise;
  }

  read(chunk: Buffer, from: number): HeaderResult {
    if (this.#lineBytes === 0 && !this.#hasHeader) {
      const usualHeader = readUsual(chunk, from);
      if (usualHeader) return usualHeader;
    }
    let at = from;
    for (;;) {
      const found = chunk.indexOf(newline, at);
      const end = found < 0 ? chunk.length : found + 1;
      this.#lineBytes += end - at;
      this.#blockBytes += end - at;
      if (this.#lineBytes > Limit.headerLineBytes || this.#blockBytes > Limit.headerBlockBytes) {
        return { kind: 'endless' };
      }
      this.#line.push(chunk.subarray(at, end));
      if (found < 0) return { kind: 'partial' };
      const line = Buffer.concat(this.#line).toString('latin1').trim();
      this.#line = [];
      this.#lineBytes = 0;
      if (line === '') {
        const length = this.#length;
        const isBlock = this.#hasHeader;
        this.#reset();
        if (isBlock) return { kind: 'header', end, length };
      } else {
        this.#take(line);
      }
      at = end;
      if (at === chunk.length) return { kind: 'partial' };
    }
  }

  #take(line: string): void {
    const length = /content-length[ \t]*:[ \t]*(\d+)$/i.exec(line);
    if (length) {
      this.#hasHeader = true;
      this.#length = Number(length[1]);
      if (length.index > 0) this.#onNoise(line.slice(0, length.index));
    } else if (/^[A-Za-z][A-Za-z-]*:/.test(line)) {
      this.#hasHeader = true;
    } else {
      this.#reset();
      this.#onNoise(line);
    }
  }

  #reset(): void {
    this.#blockBytes = 0;
    this.#length = undefined;
    this.#hasHeader = false;
  }
}

/** The common case at once: `Content-Length: n`, an empty line, all in one chunk. */
function readUsual(chunk: Buffer, from: number): HeaderResult | undefined {
  if (chunk.length - from < usual.length + 5) return undefined;
  for (let index = 0; index < usual.length; index++) {
    if (chunk[from + index] !== usual[index]) return undefined;
  }
  let at = from + usual.length;
  let length = 0;
  for (;;) {
    const digit = (chunk[at] ?? 0) - 0x30;
    if (digit < 0 || digit > 9) break;
    length = length * 10 + digit;
    at++;
  }
  const isEnd =
    at > from + usual.length &&
    chunk[at] === 0x0d &&
    chunk[at + 1] === newline &&
    chunk[at + 2] === 0x0d &&
    chunk[at + 3] === newline;
  return isEnd ? { kind: 'header', end: at + 4, length } : undefined;
}
