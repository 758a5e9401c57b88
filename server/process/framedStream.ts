import type { Readable, Writable } from 'node:stream';
import type { Clock, Timer } from '../broker/clock.ts';
import type { Edit } from '../broker/splice.ts';
import { Limit } from '../protocol/errors.ts';
import { FrameReader, type FrameEvents } from './frameReader.ts';
import { writeFrame, type FrameKind } from './frameWriter.ts';

export interface FramedStreamEvents extends FrameEvents {
  /** What waited for it has been taken. */
  drained(): void;
}

/** How long a peer may leave its input unread. A busy one takes its time; a hung one would take for ever. */
const stallTime = 60_000;

/** Framed messages over a pair of streams, with a bound on what waits for the peer. */
export class FramedStream {
  readonly #input: Readable;
  readonly #output: Writable;
  readonly #kind: FrameKind;
  readonly #clock: Clock;
  #events: FramedStreamEvents | undefined;
  /** Runs while more waits for the peer than should. */
  #stalled: Timer | undefined;

  constructor(input: Readable, target: Writable, kind: FrameKind, clock: Clock) {
    this.#input = input;
    this.#output = target;
    this.#kind = kind;
    this.#clock = clock;
  }

  /** Starts reading. */
  listen(events: FramedStreamEvents): void {
    this.#events = events;
    const reader = new FrameReader(events);
    this.#input.on('data', (chunk: Buffer) => reader.push(chunk));
    this.#output.on('drain', () => this.#drained());
  }

  /** @returns false when the peer does not keep up: wait for `drained`. */
  send(message: Uint8Array, edit?: Edit): boolean {
    // A peer that is gone takes nothing more; its end is on the way and says so.
    if (!this.#output.writable) return true;
    writeFrame(this.#output, message, { kind: this.#kind, edit });
    if (this.#output.writableLength <= Limit.outboundBytes) return true;
    this.#stalled ??= this.#clock.after(stallTime, () =>
      this.#events?.broken(`it has not read its input for ${stallTime / 1000} s`),
    );
    return false;
  }

  pause(): void {
    this.#input.pause();
  }

  resume(): void {
    this.#input.resume();
  }

  /** The peer is gone: nobody waits for it any more. */
  gone(): void {
    this.#stalled?.cancel();
  }

  #drained(): void {
    if (!this.#stalled) return;
    this.#stalled.cancel();
    this.#stalled = undefined;
    this.#events?.drained();
  }
}
