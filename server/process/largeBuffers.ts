const smallest = 256 * 1024;
const largest = 8 * 1024 * 1024;
const kept = 2;

/**
 * Buffers for long messages, used again. A fresh one of 5 MB costs more than the relay's work on its content:
 * the system clears its pages, and the collector of garbage runs for it.
 */
class LargeBuffers {
  #free: ArrayBuffer[] = [];
  readonly #taken = new WeakSet<ArrayBuffer>();

  take(length: number): Buffer {
    if (length < smallest || length > largest) return Buffer.allocUnsafeSlow(length);
    const found = this.#free.find(({ byteLength }) => byteLength >= length);
    if (found) this.#free = this.#free.filter((other) => other !== found);
    // Room for the next one to be somewhat longer.
    const memory =
      found ?? new ArrayBuffer(Math.min(largest, Math.ceil((length * 1.25) / smallest) * smallest));
    this.#taken.add(memory);
    return Buffer.from(memory, 0, length);
  }

  /** The message is on its way and nobody looks at it any more. Harmless with any other buffer. */
  giveBack({ buffer }: Uint8Array): void {
    if (!(buffer instanceof ArrayBuffer) || !this.#taken.delete(buffer)) return;
    this.#free.push(buffer);
    this.#free.sort((left, right) => left.byteLength - right.byteLength);
    if (this.#free.length > kept) this.#free.shift();
  }
}

/** One for the process, as its memory is. */
export const largeBuffers = new LargeBuffers();
