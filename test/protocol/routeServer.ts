import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';
import { WebSocket, WebSocketServer } from 'ws';
import type { HttpRoute, UpgradeRoute } from '../../server/http/route.ts';

/** Routes behind a real HTTP server, as the product has them, without the gate; and the sockets of a test to it. */
export class RouteServer implements Disposable {
  readonly #http: Server;
  readonly #sockets = new Set<WebSocket>();
  readonly #served = new Set<Duplex>();

  private constructor(routes: readonly UpgradeRoute[], httpRoutes: readonly HttpRoute[]) {
    this.#http = serve(routes, httpRoutes);
    this.#http.on('upgrade', (_request, socket) => {
      this.#served.add(socket);
      socket.once('close', () => this.#served.delete(socket));
    });
  }

  static async start(
    routes: readonly UpgradeRoute[],
    httpRoutes: readonly HttpRoute[] = [],
  ): Promise<RouteServer> {
    const server = new RouteServer(routes, httpRoutes);
    server.#http.listen(0, '127.0.0.1');
    await once(server.#http, 'listening');
    return server;
  }

  /** `<address>:<port>` */
  get origin(): string {
    return `127.0.0.1:${(this.#http.address() as AddressInfo).port}`;
  }

  /** Connections that were upgraded and are not closed. */
  get openSockets(): number {
    return this.#served.size;
  }

  /** A socket that is about to open, or to be refused. */
  socket(path: string, protocols: readonly string[] = ['mooring.v1']): WebSocket {
    const socket = new WebSocket(`ws://${this.origin}${path}`, [...protocols]);
    this.#sockets.add(socket);
    socket.once('close', () => this.#sockets.delete(socket));
    return socket;
  }

  [Symbol.dispose](): void {
    for (const socket of this.#sockets) {
      // One that was refused never opened, so ending it is a failure to it.
      socket.once('error', () => {});
      socket.terminate();
    }
    this.#http.closeAllConnections();
    this.#http.close();
  }
}

function serve(routes: readonly UpgradeRoute[], httpRoutes: readonly HttpRoute[]): Server {
  const http = createServer();
  const sockets = new WebSocketServer({
    noServer: true,
    maxPayload: 64 * 1024 * 1024,
    perMessageDeflate: false,
    handleProtocols: (offered) => (offered.has('mooring.v1') ? 'mooring.v1' : false),
  });
  http.on('request', (request, response) => {
    const url = new URL(request.url ?? '/', 'http://localhost');
    const route = httpRoutes.find(({ prefix }) => isBelow(url.pathname, prefix));
    if (route) void route.handle(request, response, url);
    else response.writeHead(404).end();
  });
  http.on('upgrade', (request, socket, head) => {
    const url = new URL(request.url ?? '/', 'http://localhost');
    const route = routes.find(({ prefix }) => isBelow(url.pathname, prefix));
    const admitted = route?.admit(url) ?? { status: 404, error: 'no-route', message: 'No such route.' };
    if (typeof admitted === 'function') {
      sockets.handleUpgrade(request, socket, head, admitted);
      return;
    }
    const body = JSON.stringify({ error: admitted.error, message: admitted.message });
    socket.end(
      `HTTP/1.1 ${admitted.status} Refused\r\nContent-Type: application/json\r\nContent-Length: ${Buffer.byteLength(body)}\r\nConnection: close\r\n\r\n${body}`,
    );
  });
  return http;
}

function isBelow(path: string, prefix: string): boolean {
  return path === prefix || path.startsWith(`${prefix}/`);
}
