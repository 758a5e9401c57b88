import type { Disposable } from 'vscode';
import { DebugEvent } from '../../../../server/protocol/debug.ts';
import { CloseCode } from '../../../../server/protocol/errors.ts';
import type { Clock } from '../clock.ts';
import { parseMessage, type Message } from './adapterMessages.ts';

export interface SocketListener {
  message(message: Message): void;
  /** Once, as the last call; also when it never opened. */
  closed(code: number): void;
}

/** The relay has deadlines of its own for the adapter; this one is for the relay. */
const openTimeout = 10_000;
const checkTimeout = 3_500;

/** One WebSocket to a debug adapter: one DAP message per text frame. */
export class AdapterSocket {
  readonly #socket: WebSocket;
  readonly #clock: Clock;
  readonly #listener: SocketListener;
  /** Runs until it has opened, or while it is being checked. */
  #deadline: Disposable | undefined;
  #isClosed = false;

  constructor(
    url: string,
    { protocols, clock }: { readonly protocols: readonly string[]; readonly clock: Clock },
    listener: SocketListener,
  ) {
    this.#clock = clock;
    this.#listener = listener;
    this.#socket = new WebSocket(url, [...protocols]);
    this.#expect(openTimeout);
    this.#socket.addEventListener('open', () => this.#isThere());
    this.#socket.addEventListener('message', ({ data }) => this.#receive(data));
    this.#socket.addEventListener('close', ({ code }) => this.#closed(code));
  }

  send(message: object): void {
    if (this.#socket.readyState === WebSocket.OPEN) this.#socket.send(JSON.stringify(message));
  }

  /** After a sleep a socket can look open for minutes with nobody at its other end: then it is given up now. */
  check(): void {
    if (this.#deadline || this.#isClosed) return;
    this.#expect(checkTimeout);
    this.send({ seq: 0, type: 'event', event: DebugEvent.check });
  }

  /** Nothing comes any more, not even `closed`. */
  close(): void {
    this.#isClosed = true;
    this.#isThere();
    this.#socket.close(1000);
  }

  #expect(time: number): void {
    this.#deadline = this.#clock.after(time, () => {
      this.#closed(CloseCode.connectionLost);
      this.#socket.close();
    });
  }

  #isThere(): void {
    this.#deadline?.dispose();
    this.#deadline = undefined;
  }

  #receive(data: unknown): void {
    this.#isThere();
    const message = typeof data === 'string' && !this.#isClosed ? parseMessage(data) : undefined;
    if (message) this.#listener.message(message);
  }

  #closed(code: number): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.#isThere();
    this.#listener.closed(code);
  }
}
