import type { MessageReader, MessageWriter } from 'vscode-languageclient/browser';
import {
  Control,
  type ConfigurationParams,
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
import type { Hold, RelayAddress } from './relayAddress.ts';

const openTimeout = 10_000;
/** The relay acknowledges within 3 s; half a second for the way. */
const acknowledgeTimeout = 3_500;
const registrationsId = 'mooring/registrations';

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
  readonly #output: LinkWriter;
  /** Our own requests that the relay has not acknowledged. */
  readonly #asked = new Map<string, () => void>();
  #requests = 0;
  /** While somebody wants to know whether the relay is still there. */
  #onHeard: (() => void) | undefined;
  /** The answer to `initialize` and what came after it, while `ready` is on its way. */
  #waiting: object[] | undefined;
  #settled = false;
  #ended = false;
  readonly #endListeners: (() => void)[] = [];

  constructor(
    address: RelayAddress,
    serverId: string,
    hold: Hold | undefined,
    clock: Clock,
    listener: LinkListener,
  ) {
    this.#clock = clock;
    this.#listener = listener;
    this.#socket = new WebSocket(address.url(serverId, hold), [...address.protocols]);
    this.#output = new LinkWriter(this.#socket, () => this.close(CloseCode.connectionLost));
    this.reader = this.#input;
    this.writer = this.#output;
    this.#socket.addEventListener('message', (event) => this.#receive(event.data));
    this.#socket.addEventListener('close', (event) => this.#end(event.code));
  }

  get url(): string {
    return this.#socket.url;
  }

  /** A link that did not open is closed already. `silent`: nobody said no, there was no answer in time. */
  async opened(): Promise<'opened' | 'refused' | 'silent'> {
    const opened = new Promise<boolean>((resolve) => {
      this.#socket.addEventListener('open', () => resolve(true), { once: true });
      this.#socket.addEventListener('close', () => resolve(false), { once: true });
    });
    const result = await within(this.#clock, openTimeout, opened);
    if (result !== true) this.close(CloseCode.connectionLost);
    return result === undefined ? 'silent' : result ? 'opened' : 'refused';
  }

  /**
   * Ends the lease: asks the relay, waits for its word at most 3.5 s, and closes.
   *
   * @returns whether it was acknowledged.
   */
  async release(reason: ReleaseParams['reason']): Promise<boolean> {
    const params: ReleaseParams = { reason };
    const acknowledged = await this.#ask(Control.release, params);
    this.close(CloseCode.released);
    return acknowledged;
  }

  /**
   * Hands the client what the server registered while nobody was here, as if it did so now.
   *
   * @returns when the client has taken it in.
   */
  async register(registrations: ReadyParams['registrations']): Promise<void> {
    if (!registrations?.length) return;
    const taken = this.#output.swallow(registrationsId);
    const method = 'client/registerCapability';
    this.#input.deliver({ jsonrpc: '2.0', id: registrationsId, method, params: { registrations } });
    await within(this.#clock, acknowledgeTimeout, taken);
  }

  /** Tells the relay that all documents are open again. A relay that does not acknowledge is not there. */
  async synced(): Promise<boolean> {
    const acknowledged = await this.#ask(Control.synced);
    if (!acknowledged) this.close(CloseCode.connectionLost);
    return acknowledged;
  }

  /** The settings as they are, for the time when this page is away. */
  configure(settings: ConfigurationParams['settings']): void {
    const params: ConfigurationParams = { settings };
    if (this.#isOpen)
      this.#socket.send(JSON.stringify({ jsonrpc: '2.0', method: Control.configuration, params }));
  }

  /** After a sleep a socket can look open for minutes with nobody at its other end: then it is given up now. */
  async check(): Promise<void> {
    if (this.#onHeard || !this.#settled || !this.#isOpen) return;
    const heard = new Promise<true>((resolve) => (this.#onHeard = () => resolve(true)));
    void this.#ask(Control.synced);
    const isAlive = await within(this.#clock, acknowledgeTimeout, heard);
    this.#onHeard = undefined;
    if (!isAlive) this.close(CloseCode.connectionLost);
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

  get #isOpen(): boolean {
    return this.#socket.readyState === WebSocket.OPEN;
  }

  /** One request of ours. @returns whether it was acknowledged in time. */
  async #ask(method: string, params?: object): Promise<boolean> {
    if (!this.#isOpen) return false;
    const id = `${method}#${(this.#requests += 1)}`;
    const acknowledged = new Promise<true>((resolve) => this.#asked.set(id, () => resolve(true)));
    this.#socket.send(JSON.stringify({ jsonrpc: '2.0', id, method, ...(params && { params }) }));
    const result = await within(this.#clock, acknowledgeTimeout, acknowledged);
    this.#asked.delete(id);
    return result === true && !this.#ended;
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
    this.#onHeard?.();
    const { id, method } = message;
    const acknowledged = typeof id === 'string' && method === undefined ? this.#asked.get(id) : undefined;
    if (acknowledged) return acknowledged();
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
    for (const settle of this.#asked.values()) settle();
    this.#endInput();
    this.#listener.closed(code);
  }
}

/** A successful one: a refused `initialize` is not followed by `ready`. */
function isAnswer(message: Record<string, unknown>): boolean {
  return 'id' in message && !('method' in message) && !('error' in message);
}
