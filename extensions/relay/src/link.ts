import {
  AbstractMessageReader,
  AbstractMessageWriter,
  type DataCallback,
  type Disposable,
  type Message,
  type MessageReader,
  type MessageWriter,
} from 'vscode-languageclient/browser';
import {
  Control,
  type ReadyParams,
  type ReleaseParams,
  type StatusParams,
} from '../../../server/protocol/control.ts';
import { CloseCode, Limit } from '../../../server/protocol/errors.ts';
import { within, type Clock } from './clock.ts';
import { decodeReady, decodeStatus } from './controlMessages.ts';
import { isRecord } from './json.ts';
import type { RelayAddress } from './relayAddress.ts';

const openTimeout = 10_000;
/** The relay acknowledges within 3 s; half a second for the way. */
const releaseTimeout = 3_500;
const releaseId = 'mooring/release';

/** What a link tells its owner. LSP messages go to the reader instead. */
export interface LinkListener {
  status(status: StatusParams): void;
  ready(ready: ReadyParams): void;
  progress(params: unknown): void;
  /** Once, as the last call; also when the link never opened. */
  closed(code: number): void;
}

/** One WebSocket to the relay: LSP for the client, `mooring/…` for us, one JSON message per text frame. */
export class Link {
  readonly reader: MessageReader;
  readonly writer: MessageWriter;
  readonly #socket: WebSocket;
  readonly #clock: Clock;
  readonly #listener: LinkListener;
  readonly #input = new LinkReader();
  #released: (() => void) | undefined;
  #ended = false;

  constructor(
    address: RelayAddress,
    serverId: string,
    lease: string | undefined,
    clock: Clock,
    listener: LinkListener,
  ) {
    this.#clock = clock;
    this.#listener = listener;
    this.#socket = new WebSocket(address.url(serverId, lease), [...address.protocols]);
    this.reader = this.#input;
    this.writer = new LinkWriter(this.#socket);
    this.#socket.addEventListener('message', (event) => this.#receive(event.data));
    this.#socket.addEventListener('close', (event) => this.#end(event.code));
  }

  /** @returns whether it opened; a link that did not is closed already. */
  async opened(): Promise<boolean> {
    const opened = new Promise<boolean>((resolve) => {
      this.#socket.addEventListener('open', () => resolve(true), { once: true });
      this.#socket.addEventListener('close', () => resolve(false), { once: true });
    });
    const result = await within(this.#clock, openTimeout, opened);
    if (result !== true) this.close(CloseCode.connectionLost);
    return result === true;
  }

  /** Ends the lease: asks the relay, waits for its word at most 3.5 s, and closes. */
  async release(reason: ReleaseParams['reason']): Promise<void> {
    if (this.#socket.readyState === WebSocket.OPEN) {
      const params: ReleaseParams = { reason };
      const acknowledged = new Promise<void>((resolve) => (this.#released = resolve));
      this.#socket.send(JSON.stringify({ jsonrpc: '2.0', id: releaseId, method: Control.release, params }));
      await within(this.#clock, releaseTimeout, acknowledged);
    }
    this.close(CloseCode.released);
  }

  /** Leaves at once; the language client sees its connection close. */
  close(code: number): void {
    this.#socket.close(1000);
    this.#end(code);
  }

  /**
   * The language server behind this link is gone, while the link stays to hear what comes next: the client
   * lets go of its providers and diagnostics now.
   */
  silence(): void {
    this.#input.end();
  }

  #receive(data: unknown): void {
    if (this.#ended || typeof data !== 'string') return;
    let message: unknown;
    try {
      message = JSON.parse(data);
    } catch (error) {
      this.#input.fail(error);
      return;
    }
    if (!isRecord(message)) return;
    if (message['id'] === releaseId && !('method' in message)) {
      this.#released?.();
      return;
    }
    const method = message['method'];
    if (typeof method === 'string' && method.startsWith('mooring/')) {
      this.#control(method, message['params']);
      return;
    }
    if (method === '$/progress') this.#listener.progress(message['params']);
    this.#input.deliver(message);
  }

  #control(method: string, params: unknown): void {
    if (method === Control.status) {
      const status = decodeStatus(params);
      if (status) this.#listener.status(status);
    } else if (method === Control.ready) {
      const ready = decodeReady(params);
      if (ready) this.#listener.ready(ready);
    }
  }

  #end(code: number): void {
    if (this.#ended) return;
    this.#ended = true;
    this.#released?.();
    this.#input.end();
    this.#listener.closed(code);
  }
}

class LinkReader extends AbstractMessageReader {
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

class LinkWriter extends AbstractMessageWriter {
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
