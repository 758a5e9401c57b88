import {
  createMessageConnection,
  ErrorCodes,
  ResponseError,
  type CancellationToken,
  type MessageConnection,
} from 'vscode-jsonrpc';
import { WebSocketMessageReader, WebSocketMessageWriter, type IWebSocket } from 'vscode-ws-jsonrpc';
import type { WebSocket } from 'ws';
import type { Clock } from '../../broker/clock.ts';
import type { Log } from '../../broker/log.ts';
import { CloseCode, Limit, RpcError } from '../../protocol/errors.ts';
import { keepAlive } from '../../http/keepAlive.ts';
import { fileFailureRpcCode } from '../../protocol/files.ts';
import { FileError } from '../fileError.ts';
import type { ChannelHandlers, ChannelParams, ChannelPeer, RequestMap } from './channelHandlers.ts';
import type { ChannelOptions } from './channelRoute.ts';

/** RFC 6455 §7.4.1: a kind of data, and content, that cannot be accepted. */
const unsupportedData = 1003;
const invalidPayload = 1007;
/** So many requests at once is no page at work. */
const pendingLimit = 10_000;
/** Above this, whoever streams to the page waits. */
const comfortableBytes = 1024 * 1024;

/** One page's JSON-RPC connection. A fault in it ends it, and nothing else. */
export class ChannelConnection<R extends RequestMap<R>, N> implements ChannelPeer<N> {
  readonly #socket: WebSocket;
  readonly #clock: Clock;
  readonly #log: Log;
  readonly #connection: MessageConnection;
  readonly #gone = new AbortController();
  #pending = 0;

  constructor(socket: WebSocket, { handlers, params, log }: ChannelOptions<R, N>, clock: Clock) {
    this.#socket = socket;
    this.#clock = clock;
    this.#log = log;
    const wrapped = this.#wrap();
    this.#connection = createMessageConnection(
      new WebSocketMessageReader(wrapped),
      new WebSocketMessageWriter(wrapped),
      {
        error: (message) => log.warn({ reason: message }, 'A page sent something odd on its channel'),
        warn: (message) => log.debug({ reason: message }, 'A page sent something odd on its channel'),
        info: () => {},
        log: () => {},
      },
    );
    this.#connection.onError(([error]) => this.#end(invalidPayload, error.message));
    this.#connection.onRequest('channel/ping', () => null);
    this.#register(handlers(this), params);
    socket.once('close', () => {
      this.#gone.abort();
      this.#connection.dispose();
    });
    keepAlive(socket, clock);
    this.#connection.listen();
  }

  get signal(): AbortSignal {
    return this.#gone.signal;
  }

  notify<M extends keyof N & string>(method: M, params: N[M]): void {
    if (this.signal.aborted) return;
    // Fails only when the connection ends, which whoever waits for it learns by the signal.
    this.#connection.sendNotification(method, params).catch(() => undefined);
  }

  readonly drained = async (): Promise<void> => {
    if (this.#socket.bufferedAmount < comfortableBytes) return;
    // A ping is sent after all that waits before it.
    await new Promise<void>((resolve) => {
      this.#socket.ping(undefined, undefined, () => resolve());
    });
  };

  isAlive(milliseconds: number): Promise<boolean> {
    const socket = this.#socket;
    if (socket.readyState !== socket.OPEN) return Promise.resolve(false);
    return new Promise((resolve) => {
      const answered = (isAlive: boolean) => () => {
        timer.cancel();
        socket.off('pong', yes).off('close', no);
        resolve(isAlive);
      };
      const yes = answered(true);
      const no = answered(false);
      const timer = this.#clock.after(milliseconds, no);
      socket.on('pong', yes).on('close', no);
      socket.ping();
    });
  }

  #register(handlers: ChannelHandlers<R>, params: ChannelParams<R>): void {
    for (const method of Object.keys(params) as (keyof R & string)[])
      this.#answer(method, handlers[method], params[method]);
  }

  #answer<M extends keyof R & string>(
    method: M,
    handle: ChannelHandlers<R>[M],
    type: ChannelParams<R>[M],
  ): void {
    this.#connection.onRequest(method, async (...given: unknown[]) => {
      // Parameters by position, or none at all, come as that many arguments; the token is always the last one.
      const token = given.at(-1) as CancellationToken;
      const params = given.length === 2 ? given[0] : undefined;
      if (this.#pending >= pendingLimit)
        return new ResponseError(
          ErrorCodes.InternalError,
          `More than ${pendingLimit} requests wait for an answer.`,
        );
      const checked = type.safeParse(params);
      if (!checked.success)
        return new ResponseError(
          ErrorCodes.InvalidParams,
          `${method} does not take such parameters: ${firstIssue(checked.error)}.`,
        );
      const cancel = new AbortController();
      const subscription = token.onCancellationRequested(() => cancel.abort());
      this.#pending++;
      try {
        return await handle(checked.data, AbortSignal.any([cancel.signal, this.signal]));
      } catch (error) {
        return this.#failure(method, error, cancel.signal.aborted);
      } finally {
        subscription.dispose();
        this.#pending--;
      }
    });
  }

  #failure(method: string, error: unknown, isCancelled: boolean): ResponseError<unknown> {
    if (isCancelled) return new ResponseError(RpcError.requestCancelled, `${method} was cancelled.`);
    if (error instanceof FileError)
      return new ResponseError(fileFailureRpcCode, error.message, error.failure);
    this.#log.error(
      { method, error: error instanceof Error ? error.stack : String(error) },
      'A channel request failed',
    );
    return new ResponseError(
      ErrorCodes.InternalError,
      `The server failed to answer ${method}. Its log says why.`,
    );
  }

  #wrap(): IWebSocket {
    const socket = this.#socket;
    return {
      send: (text) => {
        if (socket.readyState !== socket.OPEN) return;
        // A page that does not read must not fill this process.
        if (socket.bufferedAmount > Limit.outboundBytes)
          return this.#end(CloseCode.connectionLost, 'it does not read what it is sent');
        socket.send(text);
      },
      onMessage: (listener) => {
        socket.on('message', (data, isBinary) => {
          if (isBinary) return this.#end(unsupportedData, 'it sent a binary frame');
          listener(String(data));
        });
      },
      onError: (listener) => socket.on('error', listener),
      onClose: (listener) => socket.on('close', (code, reason) => listener(code, String(reason))),
      dispose: () => socket.close(),
    };
  }

  #end(code: number, reason: string): void {
    if (this.#socket.readyState !== this.#socket.OPEN) return;
    this.#log.info({ reason }, 'Closed a channel');
    this.#socket.close(code);
  }
}

function firstIssue({
  issues: [issue],
}: {
  issues: readonly { path: readonly PropertyKey[]; message: string }[];
}): string {
  return issue ? `${issue.path.map(String).join('.')}: ${issue.message}` : 'they are malformed';
}
