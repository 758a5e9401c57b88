/** Bytes and messages of output that are kept for a page that comes later. */
const capacity = { bytes: 1024 * 1024, messages: 5_000 };

/** A message, and how many had been said with it. */
export interface Said {
  readonly message: Uint8Array;
  readonly at: number;
}

/** The end of what a debug console shows: `output` events as they came, oldest first. */
export class OutputMemory {
  #kept: Said[] = [];
  /** Where `#kept` begins: what is before it is dropped now and then, and not one by one. */
  #first = 0;
  #bytes = 0;
  #dropped: { readonly bytes: number; readonly at: number } = { bytes: 0, at: 0 };

  /** @param message is copied: it may lie in a buffer that is used again */
  add(message: Uint8Array, at: number): void {
    if (message.length > capacity.bytes) return this.#drop({ message, at });
    this.#kept.push({ message: new Uint8Array(message), at });
    this.#bytes += message.length;
    while (this.#bytes > capacity.bytes || this.#kept.length - this.#first > capacity.messages) {
      const oldest = this.#kept[this.#first];
      if (!oldest) return;
      this.#first++;
      this.#bytes -= oldest.message.length;
      this.#drop(oldest);
    }
    if (this.#first <= capacity.messages) return;
    this.#kept = this.#kept.slice(this.#first);
    this.#first = 0;
  }

  /** What was said after so many messages. `dropped`: bytes that were too many to be kept. */
  since(at: number): { readonly messages: readonly Uint8Array[]; readonly dropped: number } {
    const messages = this.#kept
      .slice(this.#first)
      .filter((said) => said.at > at)
      .map(({ message }) => message);
    return { messages, dropped: this.#dropped.at > at ? this.#dropped.bytes : 0 };
  }

  #drop({ message, at }: Said): void {
    this.#dropped = { bytes: this.#dropped.bytes + message.length, at };
  }
}
