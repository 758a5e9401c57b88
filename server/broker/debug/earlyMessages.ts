import { Limit } from '../../protocol/errors.ts';

const most = 256;

/** What both sides have said before they can talk to each other. */
export class EarlyMessages {
  readonly #ofPage: Uint8Array[] = [];
  readonly #forPage: Uint8Array[] = [];
  #bytes = 0;

  get ofPage(): readonly Uint8Array[] {
    return this.#ofPage;
  }

  get forPage(): readonly Uint8Array[] {
    return this.#forPage;
  }

  /** False when it is too much. */
  fromPage(message: Uint8Array): boolean {
    this.#ofPage.push(message);
    this.#bytes += message.length;
    return this.#ofPage.length <= most && this.#bytes <= Limit.outboundBytes;
  }

  /** What is too much is left out. */
  toPage(message: Uint8Array): void {
    if (this.#forPage.length < most) this.#forPage.push(message);
  }
}
