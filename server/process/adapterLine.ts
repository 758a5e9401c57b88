import type { Readable, Writable } from 'node:stream';
import type { Clock } from '../broker/clock.ts';
import type { Line, LineEvents } from '../broker/debug/ports.ts';
import { FramedStream } from './framedStream.ts';

/** Beyond this many lines of noise a flood of it would only bury everything else. */
const noiseLimit = 20;

/** DAP over a pair of streams: an adapter's stdio, or a connection to its port. */
export class AdapterLine implements Line {
  /** Resolves when nothing comes any more. */
  readonly closed: Promise<void>;
  readonly #input: Readable;
  readonly #output: Writable;
  readonly #stream: FramedStream;
  #noiseLines = 0;

  constructor(input: Readable, target: Writable, clock: Clock) {
    this.#input = input;
    this.#output = target;
    this.#stream = new FramedStream(input, target, 'dap', clock);
    this.closed = new Promise((resolve) => {
      input.once('end', resolve);
      input.once('close', resolve);
    });
    void this.closed.then(() => this.#stream.gone());
  }

  listen(events: LineEvents): void {
    this.#stream.listen({
      message: (message) => events.message(message),
      oversized: (size, head, tail) => events.oversized(size, head, tail),
      noise: (text) => {
        if (this.#noiseLines++ < noiseLimit) events.noise(text);
      },
      dropped: (bytes) => events.noise(`(${bytes} bytes that are no JSON)`),
      broken: (reason) => events.brokeProtocol(reason),
      drained: () => events.drained(),
    });
    void this.closed.then(() => events.closed());
  }

  send(message: Uint8Array): boolean {
    return this.#stream.send(message);
  }

  pause(): void {
    this.#stream.pause();
  }

  resume(): void {
    this.#stream.resume();
  }

  close(): void {
    this.#output.end();
    // What it still says is for nobody, and must not keep it from ending.
    this.#input.resume();
  }
}
