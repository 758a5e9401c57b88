import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { WebSocketServer, type WebSocket } from 'ws';
import type { Log } from '../broker/log.ts';
import { holdingClock } from '../process/clock.ts';
import { subprotocol } from '../protocol/control.ts';
import { CloseCode, Limit } from '../protocol/errors.ts';
import type { UpgradeRoute } from './route.ts';

/** How long a page may take to answer that it saw the server going. */
const closeTime = 1_000;

/** Turns admitted upgrades into WebSockets and knows those that are open. */
export class WebSocketDoor {
  readonly #log: Log;
  /** By the size of the largest message they take. */
  readonly #servers = new Map<number, WebSocketServer>();
  #isClosed = false;

  constructor(log: Log) {
    this.#log = log;
  }

  open(
    request: IncomingMessage,
    socket: Duplex,
    head: Buffer,
    route: UpgradeRoute,
    serve: (socket: WebSocket) => void,
  ): void {
    if (this.#isClosed) return void socket.destroy();
    const server = this.#server(route.maxMessageBytes ?? Limit.messageBytes);
    server.handleUpgrade(request, socket, head, (webSocket) => {
      webSocket.on('error', (error) =>
        this.#log.debug({ path: route.prefix, error: error.message }, 'A WebSocket failed'),
      );
      try {
        serve(webSocket);
      } catch (error) {
        this.#log.error({ path: route.prefix, error: String(error) }, 'A WebSocket could not be served');
        webSocket.close(CloseCode.connectionLost);
      }
    });
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    const sockets = [...this.#servers.values()].flatMap((server) => [...server.clients]);
    await Promise.all(sockets.map((socket) => leave(socket)));
  }

  #server(maxPayload: number): WebSocketServer {
    const known = this.#servers.get(maxPayload);
    if (known) return known;
    // Compression costs memory per connection and time per message, for a peer that is mostly this machine.
    const server = new WebSocketServer({
      noServer: true,
      maxPayload,
      perMessageDeflate: false,
      handleProtocols,
    });
    this.#servers.set(maxPayload, server);
    return server;
  }
}

/** The token that may have been offered beside it is never echoed. */
function handleProtocols(offered: ReadonlySet<string>): string | false {
  return offered.has(subprotocol) ? subprotocol : false;
}

function leave(socket: WebSocket): Promise<void> {
  return new Promise((resolve) => {
    const timer = holdingClock.after(closeTime, () => socket.terminate());
    socket.once('close', () => {
      timer.cancel();
      resolve();
    });
    socket.close(CloseCode.goingAway);
  });
}
