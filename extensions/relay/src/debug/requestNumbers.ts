/** So many requests of our own there may be among VS Code's. */
const reserve = 256;

/**
 * Numbers of requests, as VS Code has them and as the adapter sees them: pages before this one had numbers of their
 * own, and none may occur twice.
 */
export class RequestNumbers {
  #offset = 0;
  /** The next of our own. */
  #next = 0;
  #end = 0;
  /** What VS Code calls the requests that were sent under a number of our own; 0: it knows nothing of them. */
  readonly #own = new Map<number, number>();

  /** What is added to VS Code's. */
  get offset(): number {
    return this.#offset;
  }

  startAt(firstSeq: number): void {
    this.#next = firstSeq;
    this.#end = firstSeq + reserve;
    this.#offset = firstSeq - 1 + reserve;
  }

  /** Another number for a request of VS Code's, or of ours; undefined when there is none left. */
  another(seq: number): number | undefined {
    if (this.#next >= this.#end) return undefined;
    const number = this.#next++;
    this.#own.set(number, seq);
    return number;
  }

  /** What VS Code calls the request that has this number. */
  ofVscode(number: number): number {
    const seq = this.#own.get(number);
    this.#own.delete(number);
    return seq ?? number - this.#offset;
  }
}
