import { AbstractMessageWriter, Message } from 'vscode-languageclient/browser';
import { sendFrame } from './sendFrame.ts';

/** Sends what the client writes. On a closed link the client learns of the close from the reader. */
export class LinkWriter extends AbstractMessageWriter {
  readonly #socket: WebSocket;
  readonly #overflow: () => void;
  readonly #swallowed = new Map<string, () => void>();

  /** @param overflow Too much waits to be sent: better a new link than an ever longer queue. */
  constructor(socket: WebSocket, overflow: () => void) {
    super();
    this.#socket = socket;
    this.#overflow = overflow;
  }

  /** Keeps the client's answer to a request that did not come from the server. @returns when it was given. */
  swallow(id: string): Promise<void> {
    return new Promise((resolve) => this.#swallowed.set(id, resolve));
  }

  write(message: Message): Promise<void> {
    const swallowed = this.#answerTo(message);
    if (swallowed) swallowed();
    else if (!sendFrame(this.#socket, message)) this.#overflow();
    return Promise.resolve();
  }

  #answerTo(message: Message): (() => void) | undefined {
    if (this.#swallowed.size === 0 || !Message.isResponse(message) || typeof message.id !== 'string')
      return undefined;
    const swallowed = this.#swallowed.get(message.id);
    this.#swallowed.delete(message.id);
    return swallowed;
  }

  end(): void {}
}
