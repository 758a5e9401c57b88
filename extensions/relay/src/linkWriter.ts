import { AbstractMessageWriter, type Message } from 'vscode-languageclient/browser';
import { Limit } from '../../../server/protocol/errors.ts';

/** Sends what the client writes, one JSON message per text frame. */
export class LinkWriter extends AbstractMessageWriter {
  readonly #socket: WebSocket;

  constructor(socket: WebSocket) {
    super();
    this.#socket = socket;
  }

  write(message: Message): Promise<void> {
    // On a closed link the client learns of the close from the reader; what it still writes goes nowhere.
    if (this.#socket.readyState !== WebSocket.OPEN) return Promise.resolve();
    this.#socket.send(JSON.stringify(message));
    // The network takes nothing any more: better a new link than an ever longer queue.
    if (this.#socket.bufferedAmount > 2 * Limit.outboundBytes) this.#socket.close(1000);
    return Promise.resolve();
  }

  end(): void {}
}
