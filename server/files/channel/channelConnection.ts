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
import { CloseCode, Limit } from '../../protocol/errors.ts';
import { fileFailureRpcCode, type ChannelNotifications } from '../../protocol/files.ts';
import { FileError } from '../fileError.ts';
import type { ChannelHandlers, ChannelPeer, Method } from './channelHandlers.ts';
import { channelParams } from './channelParams.ts';
import { keepAlive } from './keepAlive.ts';

/** RFC 6455 §7.4.1: a kind of data, and content, that cannot be accepted. */
const unsupportedData = 1003;
const invalidPayload = 1007;
/** So many requests at once is no page at work. */
const pendingLimit = 10_000;
/** Above this, whoever streams to the page waits. */
const comfortableBytes = 1024 * 1024;

/** One page's JSON-RPC connection. A fault in it ends it, and nothing else. */
export class ChannelConnection implements ChannelPeer {
  readonly #socket: WebSocket;
  readonly #log: Log;
  readonly #connection: MessageConnection;
  readonly #gone = new AbortController();
  #pending = 0;

  constructor(
    socket: WebSocket,
    handlers: (peer: ChannelPeer) => Omit<ChannelHandlers, 'channel/ping'>,
    { clock, log }: { clock: Clock; log: Log },
  ) {
    this.#socket = socket;
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
    this.#register({ 'channel/ping': () => Promise.resolve(null), ...handlers(this) });
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

  notify<N extends keyof ChannelNotifications>(method: N, params: ChannelNotifications[N]): void {
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

  #register(handlers: ChannelHandlers): void {
    for (const method of Object.keys(channelParams) as Method[]) this.#answer(method, handlers);
  }

  // oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- it ties the handler to its parameters
  #answer<M extends Method>(method: M, handlers: ChannelHandlers): void {
    this.#connection.onRequest(method, async (...given: unknown[]) => {
      // Parameters by position, or none at all, come as that many arguments; the token is always the last one.
      const token = given.at(-1) as CancellationToken;
      const params = given.length === 2 ? given[0] : undefined;
      if (this.#pending >= pendingLimit)
        return new ResponseError(
          ErrorCodes.InternalError,
          `More than ${pendingLimit} requests wait for an answer.`,
        );
      const checked = channelParams[method].safeParse(params);
      if (!checked.success)
        return new ResponseError(
          ErrorCodes.InvalidParams,
          `${method} does not take such parameters: ${firstIssue(checked.error)}.`,
        );
      const cancel = new AbortController();
      const subscription = token.onCancellationRequested(() => cancel.abort());
      this.#pending++;
      try {
        return await handlers[method](checked.data, AbortSignal.any([cancel.signal, this.signal]));
      } catch (error) {
        return this.#failure(method, error, cancel.signal.aborted);
      } finally {
        subscription.dispose();
        this.#pending--;
      }
    });
  }

  #failure(method: Method, error: unknown, isCancelled: boolean): ResponseError<unknown> {
    // LSP 3.18 "$/cancelRequest": vscode-jsonrpc 8 has no name for this code.
    if (isCancelled) return new ResponseError(-32800, `${method} was cancelled.`);
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
