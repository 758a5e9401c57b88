/** Splits a stream at a separator byte. What is longer than the limit is left out. */
export class LineSplitter {
  readonly #separator: number;
  readonly #limit: number;
  #parts: Buffer[] = [];
  #size = 0;

  constructor(separator: '\n' | '\0', limit: number) {
    this.#separator = separator.charCodeAt(0);
    this.#limit = limit;
  }

  /** The lines that are complete with this chunk, without their separators. */
  *push(chunk: Buffer): Generator<Buffer> {
    let start = 0;
    for (let end = chunk.indexOf(this.#separator); end !== -1; end = chunk.indexOf(this.#separator, start)) {
      this.#keep(chunk.subarray(start, end));
      start = end + 1;
      const line = this.#take();
      if (line) yield line;
    }
    this.#keep(chunk.subarray(start));
  }

  #keep(part: Buffer): void {
    this.#size += part.length;
    if (this.#size > this.#limit) this.#parts = [];
    else this.#parts.push(part);
  }

  #take(): Buffer | undefined {
    const line = this.#size > this.#limit ? undefined : Buffer.concat(this.#parts);
    this.#parts = [];
    this.#size = 0;
    return line;
  }
}
