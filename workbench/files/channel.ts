import { createMessageConnection, ResponseError, type CancellationToken, type MessageConnection } from 'vscode-jsonrpc/browser';
import { toSocket, WebSocketMessageReader, WebSocketMessageWriter } from 'vscode-ws-jsonrpc';
import { channelPath, type ChannelNotifications, type ChannelRequests } from '../../server/protocol/files.ts';
import { reconnectDelay } from '../reconnectLadder.ts';

type Method = keyof ChannelRequests;
type Notification = keyof ChannelNotifications;

/**
 * The JSON-RPC connection to the server for everything about files but their content. It reconnects by
 * itself; a request made meanwhile waits for the connection, one that was under way fails.
 */
export class Channel {
  readonly #listeners = new Map<Notification, Set<(params: never) => void>>();
  readonly #reconnected = new Set<() => void>();
  readonly #online = new Set<(online: boolean) => void>();
  #connection: Promise<MessageConnection>;
  #attempt = 0;
  #wake: (() => void) | undefined;

  constructor() {
    this.#connection = this.#connect();
    window.addEventListener('online', () => this.#wake?.());
    document.addEventListener('visibilitychange', () => !document.hidden && this.#wake?.());
  }

  /** @throws ResponseError whose `data` is a `FileFailure` when the server could not do it. */
  async request<M extends Method>(
    method: M,
    params: ChannelRequests[M][0],
    token?: CancellationToken,
  ): Promise<ChannelRequests[M][1]> {
    const connection = await this.#connection;
    return token ? connection.sendRequest(method, params, token) : connection.sendRequest(method, params);
  }

  on<N extends Notification>(method: N, listener: (params: ChannelNotifications[N]) => void): { dispose(): void } {
    const listeners = this.#listeners.get(method) ?? new Set();
    this.#listeners.set(method, listeners.add(listener));
    return { dispose: () => listeners.delete(listener) };
  }

  /** Called after each new connection but the first: what the server knew of this page is gone. */
  onReconnected(listener: () => void): void {
    this.#reconnected.add(listener);
  }

  onOnline(listener: (online: boolean) => void): void {
    this.#online.add(listener);
  }

  async #connect(): Promise<MessageConnection> {
    for (;;) {
      const socket = await open();
      if (socket) return this.#serve(socket);
      this.#online.forEach((listener) => listener(false));
      await this.#pause(reconnectDelay(this.#attempt++));
    }
  }

  #serve(socket: WebSocket): MessageConnection {
    const wrapped = toSocket(socket);
    const connection = createMessageConnection(new WebSocketMessageReader(wrapped), new WebSocketMessageWriter(wrapped));
    connection.onNotification((method, params) => {
      this.#listeners.get(method as Notification)?.forEach((listener) => listener(params as never));
    });
    connection.onClose(() => {
      connection.dispose();
      this.#attempt = 0;
      this.#connection = this.#connect();
      void this.#connection.then(() => this.#reconnected.forEach((listener) => listener()));
    });
    connection.listen();
    this.#online.forEach((listener) => listener(true));
    return connection;
  }

  #pause(ms: number): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, ms);
      this.#wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }
}

/** An open socket, or undefined when the server cannot be reached. */
function open(): Promise<WebSocket | undefined> {
  return new Promise((resolve) => {
    const socket = new WebSocket(new URL(channelPath, location.href.replace(/^http/, 'ws')));
    socket.onopen = () => resolve(socket);
    socket.onerror = () => resolve(undefined);
    socket.onclose = () => resolve(undefined);
  });
}

export { ResponseError };
