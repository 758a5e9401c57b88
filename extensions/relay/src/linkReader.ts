import {
  AbstractMessageReader,
  type DataCallback,
  type Disposable,
  type Message,
} from 'vscode-languageclient/browser';

/** Hands the client what a link receives. */
export class LinkReader extends AbstractMessageReader {
  #callback: DataCallback | undefined;
  /** What arrives before the client listens: it does so as soon as the link is open. */
  #early: Message[] = [];
  #ended = false;

  listen(callback: DataCallback): Disposable {
    this.#callback = callback;
    for (const message of this.#early.splice(0)) callback(message);
    if (this.#ended) this.fireClose();
    return { dispose: () => (this.#callback = undefined) };
  }

  get ended(): boolean {
    return this.#ended;
  }

  deliver(message: object): void {
    if (this.#ended) return;
    // The relay forwards what the language server wrote; the client checks it like any server's output.
    const typed = message as Message;
    if (this.#callback) this.#callback(typed);
    else this.#early.push(typed);
  }

  fail(error: unknown): void {
    this.fireError(error);
  }

  end(): void {
    if (this.#ended) return;
    this.#ended = true;
    this.fireClose();
  }
}
