import { AbstractMessageWriter, type Message } from 'vscode-languageclient/browser';
import { sendFrame } from './sendFrame.ts';

/** Sends what the client writes. On a closed link the client learns of the close from the reader. */
export class LinkWriter extends AbstractMessageWriter {
  readonly #socket: WebSocket;
  readonly #overflow: () => void;

  /** @param overflow Too much waits to be sent: better a new link than an ever longer queue. */
  constructor(socket: WebSocket, overflow: () => void) {
    super();
    this.#socket = socket;
    this.#overflow = overflow;
  }

  write(message: Message): Promise<void> {
    if (!sendFrame(this.#socket, message)) this.#overflow();
    return Promise.resolve();
  }

  end(): void {}
}
