import { Limit } from '../protocol/errors.ts';
import { HeaderReader } from './headerReader.ts';
import { largeBuffers } from './largeBuffers.ts';

export interface FrameEvents {
  message(message: Buffer): void;
  /** A message beyond the limit was skipped; `head` and `tail` are its ends, at most 4 KiB each. */
  oversized(size: number, head: Buffer, tail: Buffer): void;
  /** Text that belongs to no message: something writes to stdout. */
  noise(text: string): void;
  /** A body that is no JSON object; the frames around it are sound. */
  dropped(bytes: number): void;
  /** The stream cannot be read any further. Nothing comes after it. */
  broken(reason: string): void;
}

/** How much of a skipped message is kept at each end, to find out whom it was for. */
const keptBytes = 4 * 1024;
/** What is shown of a wrong length's surroundings, on either side. */
const excerptBytes = 40;
/** A declared length beyond this is no length at all. */
const absurdBytes = 256 * 1024 * 1024;

type State =
  | { readonly kind: 'header' }
  /** Right behind a body: what stands here tells whether its length was right. */
  | { readonly kind: 'behind-body' }
  | { readonly kind: 'body'; readonly body: Buffer; filled: number }
  | { readonly kind: 'skip'; readonly size: number; left: number; head: Buffer; tail: Buffer }
  | { readonly kind: 'broken' };

/**
 * Takes LSP base-protocol frames apart (LSP 3.18 "Base Protocol"), whatever the chunks. A body that lies in one
 * chunk is handed on as a view of it; a longer one is copied once, into its place.
 */
export class FrameReader {
  readonly #events: FrameEvents;
  readonly #header: HeaderReader;
  #state: State = { kind: 'header' };
  /** The end of a body that was no JSON: if no header follows it, its length was wrong. */
  #suspect: string | undefined;

  constructor(events: FrameEvents) {
    this.#events = events;
    this.#header = new HeaderReader((text) => this.#noise(text));
  }

  push(chunk: Buffer): void {
    let at = 0;
    while (at < chunk.length) {
      switch (this.#state.kind) {
        case 'behind-body':
          this.#state = { kind: 'header' };
          if (isRemainder(chunk[at])) this.#breakNear(chunk, at);
          break;
        case 'header':
          at = this.#readHeader(chunk, at);
          break;
        case 'body':
          at = this.#fill(this.#state, chunk, at);
          break;
        case 'skip':
          at = this.#skip(this.#state, chunk, at);
          break;
        case 'broken':
          return;
      }
    }
  }

  #readHeader(chunk: Buffer, from: number): number {
    const header = this.#header.read(chunk, from);
    if (header.kind === 'endless') {
      this.#break('a header without an end');
      return chunk.length;
    }
    if (header.kind === 'partial') return chunk.length;
    const { end, length } = header;
    if (length === undefined || length > absurdBytes) {
      if (this.#suspect !== undefined) this.#breakNear(chunk, from);
      return end;
    }
    this.#suspect = undefined;
    if (length > Limit.messageBytes) {
      this.#state = {
        kind: 'skip',
        size: length,
        left: length,
        head: Buffer.alloc(0),
        tail: Buffer.alloc(0),
      };
    } else if (end + length < chunk.length && isRemainder(chunk[end + length])) {
      // Half a message would be worse than none: it is not handed on.
      this.#breakNear(chunk, end + length);
    } else if (end + length <= chunk.length) {
      this.#state = { kind: 'behind-body' };
      this.#deliver(chunk.subarray(end, end + length));
      return end + length;
    } else {
      this.#state = { kind: 'body', body: largeBuffers.take(length), filled: 0 };
    }
    return end;
  }

  #fill(state: Extract<State, { kind: 'body' }>, chunk: Buffer, from: number): number {
    const copied = chunk.copy(state.body, state.filled, from);
    state.filled += copied;
    if (state.filled === state.body.length) {
      this.#state = { kind: 'behind-body' };
      this.#deliver(state.body);
    }
    return from + copied;
  }

  #skip(state: Extract<State, { kind: 'skip' }>, chunk: Buffer, from: number): number {
    const part = chunk.subarray(from, from + state.left);
    state.left -= part.length;
    if (state.head.length < keptBytes) {
      state.head = Buffer.concat([state.head, part.subarray(0, keptBytes - state.head.length)]);
    }
    if (state.left < keptBytes) {
      state.tail = Buffer.concat([state.tail, part.subarray(-keptBytes)]).subarray(-keptBytes);
    }
    if (state.left === 0) {
      this.#state = { kind: 'header' };
      this.#events.oversized(state.size, state.head, state.tail);
    }
    return from + part.length;
  }

  #deliver(body: Buffer): void {
    if (isObject(body)) return this.#events.message(body);
    if (body.length === 0) return;
    this.#suspect = body.subarray(-excerptBytes).toString('utf8');
    this.#events.dropped(body.length);
  }

  #noise(text: string): void {
    if (this.#suspect === undefined) this.#events.noise(text);
    else this.#break(`a wrong Content-Length near ${JSON.stringify(this.#suspect + text)}`);
  }

  #breakNear(chunk: Buffer, at: number): void {
    const before = this.#suspect ?? chunk.subarray(Math.max(0, at - excerptBytes), at).toString('utf8');
    const excerpt = before + chunk.subarray(at, at + excerptBytes).toString('utf8');
    this.#break(`a wrong Content-Length near ${JSON.stringify(excerpt)}`);
  }

  #break(reason: string): void {
    if (this.#state.kind === 'broken') return;
    this.#state = { kind: 'broken' };
    this.#events.broken(reason);
  }
}

/** Whether a byte right behind a body belongs to a longer body: neither a header nor a log line begins so. */
function isRemainder(byte: number | undefined): boolean {
  return byte === 0x7d || byte === 0x5d || byte === 0x22 || byte === 0x2c;
}

/** Whether it begins and ends as a JSON object does. */
function isObject(body: Buffer): boolean {
  let start = 0;
  let end = body.length;
  while (isSpace(body[start])) start++;
  while (end > start && isSpace(body[end - 1])) end--;
  return body[start] === 0x7b && body[end - 1] === 0x7d;
}

function isSpace(byte: number | undefined): boolean {
  return byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09;
}
