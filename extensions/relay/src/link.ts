import type { MessageReader, MessageWriter } from 'vscode-languageclient/browser';
import {
  Control,
  type ReadyParams,
  type ReleaseParams,
  type StatusParams,
} from '../../../server/protocol/control.ts';
import { CloseCode } from '../../../server/protocol/errors.ts';
import { within, type Clock } from './clock.ts';
import { decodeReady, decodeStatus } from './controlMessages.ts';
import { isRecord } from './json.ts';
import { LinkReader } from './linkReader.ts';
import { LinkWriter } from './linkWriter.ts';
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
  /** The answer to `initialize` and what came after it, while `ready` is on its way. */
  #waiting: object[] | undefined;
  #settled = false;
  #ended = false;
  readonly #endListeners: (() => void)[] = [];

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

  get url(): string {
    return this.#socket.url;
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

  /** For what lives as long as the client on this link. */
  onEnd(listener: () => void): void {
    if (this.#input.ended) listener();
    else this.#endListeners.push(listener);
  }

  /** Leaves at once; the language client sees its connection close. */
  close(code: number): void {
    this.#socket.close(1000);
    this.#end(code);
  }

  /**
   * The language server behind this link is gone, while the link stays to hear what comes next: the client
   * lets go of its providers and diagnostics now. One that still waits for `initialize` goes on waiting, since
   * the next process will answer it.
   */
  serverLost(): void {
    if (this.#settled) this.#endInput();
  }

  #endInput(): void {
    if (this.#input.ended) return;
    this.#input.end();
    for (const listener of this.#endListeners.splice(0)) listener();
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
    // The client acts on the answer to `initialize` at once, and needs to know by then what `ready` says.
    if (this.#waiting === undefined && !this.#settled && isAnswer(message)) this.#waiting = [];
    if (this.#waiting) this.#waiting.push(message);
    else this.#input.deliver(message);
  }

  #control(method: string, params: unknown): void {
    if (method === Control.status) {
      const status = decodeStatus(params);
      if (status) this.#listener.status(status);
    } else if (method === Control.ready) {
      const ready = decodeReady(params);
      if (ready) this.#listener.ready(ready);
      this.#settled = true;
      for (const message of this.#waiting?.splice(0) ?? []) this.#input.deliver(message);
      this.#waiting = undefined;
    }
  }

  #end(code: number): void {
    if (this.#ended) return;
    this.#ended = true;
    this.#released?.();
    this.#endInput();
    this.#listener.closed(code);
  }
}

/** A successful one: a refused `initialize` is not followed by `ready`. */
function isAnswer(message: Record<string, unknown>): boolean {
  return 'id' in message && !('method' in message) && !('error' in message);
}
