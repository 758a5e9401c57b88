import { AbstractMessageWriter, Message } from 'vscode-languageclient/browser';
import { Limit } from '../../../server/protocol/errors.ts';

/** Sends what the client writes, one JSON message per text frame. */
export class LinkWriter extends AbstractMessageWriter {
  readonly #socket: WebSocket;
  readonly #swallowed = new Map<string, () => void>();

  constructor(socket: WebSocket) {
    super();
    this.#socket = socket;
  }

  /** Keeps the client's answer to a request that did not come from the server. @returns when it was given. */
  swallow(id: string): Promise<void> {
    return new Promise((resolve) => this.#swallowed.set(id, resolve));
  }

  write(message: Message): Promise<void> {
    const swallowed = this.#answerTo(message);
    if (swallowed) {
      swallowed();
      return Promise.resolve();
    }
    // On a closed link the client learns of the close from the reader; what it still writes goes nowhere.
    if (this.#socket.readyState !== WebSocket.OPEN) return Promise.resolve();
    this.#socket.send(JSON.stringify(message));
    // The network takes nothing any more: better a new link than an ever longer queue.
    if (this.#socket.bufferedAmount > 2 * Limit.outboundBytes) this.#socket.close(1000);
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
