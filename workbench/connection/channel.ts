import {
  CancellationTokenSource,
  createMessageConnection,
  type CancellationToken,
  type MessageConnection,
} from 'vscode-jsonrpc/browser';
import { toSocket, WebSocketMessageReader, WebSocketMessageWriter } from 'vscode-ws-jsonrpc';
import { channelPath, type ChannelNotifications, type ChannelRequests } from '../../server/protocol/files.ts';
import { reconnectDelay } from '../../server/protocol/reconnectDelay.ts';
import { Disconnected } from './disconnected.ts';
import { onReturn } from './returns.ts';
import { waitsForVisibility } from './waitsForVisibility.ts';

/** Method names with the type of their parameters and results. */
type RequestMap<R> = { readonly [M in keyof R]: readonly [params: unknown, result: unknown] };
type Unsubscribe = { dispose(): void };

/** How long a request waits for a connection that was lost just now, and for one that was lost long ago. */
const patience = { lost: 5_000, away: 1_000 };
const openTimeout = 10_000;
/** How long it may take to answer a ping. */
const signOfLife = 3_500;
/** How long the server may take to answer; what works through whole trees may take longer. */
const deadline = 30_000;
const longDeadline = 600_000;
const longMethods: ReadonlySet<PropertyKey> = new Set<keyof ChannelRequests>([
  'files/copy',
  'files/delete',
  'files/rename',
  'search/text',
  'search/files',
]);

/**
 * A JSON-RPC connection to the server: the one for everything about files but their content, unless the path says
 * otherwise. It connects again by itself. A request made meanwhile waits a little for that; one that was under
 * way fails.
 */
export class Channel<R extends RequestMap<R> = ChannelRequests, N = ChannelNotifications> {
  readonly #path: string;
  readonly #listeners = new Map<PropertyKey, Set<(params: never) => void>>();
  readonly #reconnected = new Set<() => void>();
  readonly #online = new Set<(online: boolean) => void>();
  #connection: Promise<MessageConnection>;
  #attempt = 0;
  #isChecking = false;
  #lostAt: number | undefined = performance.now();
  #retryNow = (): void => {};
  #drop = (): void => {};

  constructor(path = channelPath) {
    this.#path = path;
    this.#connection = this.#connect();
    onReturn(() => {
      this.#retryNow();
      void this.#check();
    });
  }

  /**
   * @throws ResponseError whose `data` is a `FileFailure` when the server could not do it; `Disconnected` when
   * there was no answer.
   */
  async request<M extends keyof R & string>(
    method: M,
    params: R[M][0],
    token?: CancellationToken,
  ): Promise<R[M][1]> {
    const connection = await this.#connected();
    const cancel = new CancellationTokenSource();
    const subscription = token?.onCancellationRequested(() => cancel.cancel());
    try {
      const answer = connection.sendRequest<R[M][1]>(method, params, cancel.token);
      return await within(longMethods.has(method) ? longDeadline : deadline, answer);
    } catch (error) {
      // A link that went dead without a word looks like this: make a new one.
      if (error instanceof Disconnected) this.#drop();
      throw error;
    } finally {
      subscription?.dispose();
      cancel.dispose();
    }
  }

  on<M extends keyof N>(method: M, listener: (params: N[M]) => void): Unsubscribe {
    const listeners = this.#listeners.get(method) ?? new Set();
    this.#listeners.set(method, listeners.add(listener));
    return { dispose: () => listeners.delete(listener) };
  }

  /** Resolves when there is the first connection, however long that takes. */
  async firstConnected(): Promise<void> {
    await this.#connection;
  }

  /** Called after each new connection but the first: what the server knew of this page is gone. */
  onReconnected(listener: () => void): Unsubscribe {
    this.#reconnected.add(listener);
    return { dispose: () => this.#reconnected.delete(listener) };
  }

  onOnline(listener: (online: boolean) => void): Unsubscribe {
    this.#online.add(listener);
    return { dispose: () => this.#online.delete(listener) };
  }

  /** After a sleep a connection can look sound for minutes with nobody at its other end: then it is made anew. */
  async #check(): Promise<void> {
    if (this.#lostAt !== undefined || this.#isChecking) return;
    this.#isChecking = true;
    try {
      const connection = await this.#connection;
      await within(signOfLife, connection.sendRequest('channel/ping', {}));
    } catch (error) {
      if (error instanceof Disconnected) this.#drop();
    } finally {
      this.#isChecking = false;
    }
  }

  #connected(): Promise<MessageConnection> {
    if (this.#lostAt === undefined) return this.#connection;
    // Somebody wants something: no better moment to try.
    this.#retryNow();
    const away = performance.now() - this.#lostAt;
    return within(Math.max(patience.lost - away, patience.away), this.#connection);
  }

  async #connect(): Promise<MessageConnection> {
    for (;;) {
      const socket = await open(this.#path);
      if (socket) return this.#serve(socket);
      this.#say(false);
      await this.#pause();
    }
  }

  #serve(socket: WebSocket): MessageConnection {
    const wrapped = toSocket(socket);
    const connection = createMessageConnection(
      new WebSocketMessageReader(wrapped),
      new WebSocketMessageWriter(wrapped),
    );
    connection.onNotification((method, params) => {
      this.#listeners.get(method)?.forEach((listener) => listener(params as never));
    });
    let served = true;
    this.#drop = () => {
      if (!served) return;
      served = false;
      socket.close();
      this.#lostAt = performance.now();
      // Rejects what is under way.
      connection.dispose();
      this.#say(false);
      this.#connection = this.#pause().then(() => this.#connect());
      void this.#connection.then(() => this.#reconnected.forEach((listener) => listener()));
    };
    socket.addEventListener('close', this.#drop, { once: true });
    connection.listen();
    this.#attempt = 0;
    this.#lostAt = undefined;
    this.#say(true);
    return connection;
  }

  /** Waits before the next try, as long as the ladder says or until something suggests to try at once. */
  #pause(): Promise<void> {
    const attempt = this.#attempt++;
    return new Promise((resolve) => {
      const sleep = !waitsForVisibility(attempt, document.hidden);
      const timer = sleep ? setTimeout(resolve, reconnectDelay(attempt)) : undefined;
      this.#retryNow = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }

  #say(online: boolean): void {
    this.#online.forEach((listener) => listener(online));
  }
}

/** An open socket, or undefined when the server cannot be reached. */
function open(path: string): Promise<WebSocket | undefined> {
  return new Promise((resolve) => {
    const socket = new WebSocket(new URL(path, location.href.replace(/^http/, 'ws')));
    // A browser opens one socket at a time to a host: one that hangs would hold up all the others.
    const timer = setTimeout(() => socket.close(), openTimeout);
    const settle = (result?: WebSocket): void => {
      clearTimeout(timer);
      resolve(result);
    };
    socket.addEventListener('open', () => settle(socket), { once: true });
    socket.addEventListener('close', () => settle(), { once: true });
  });
}

function within<T>(milliseconds: number, promise: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(
      () => reject(new Disconnected('The Mooring server does not answer. Check that it still runs.')),
      milliseconds,
    );
    promise.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}
