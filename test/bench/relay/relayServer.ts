/** A WebSocket server on a free port that hands every socket to `serve`, and prints its port. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { WebSocketServer, type WebSocket } from 'ws';

export function listen(serve: (socket: WebSocket) => void): void {
  const sockets = new WebSocketServer({
    noServer: true,
    perMessageDeflate: false,
    maxPayload: 64 * 1024 * 1024,
  });
  const http = createServer();
  http.on('upgrade', (request, socket, head) => sockets.handleUpgrade(request, socket, head, serve));
  http.listen(0, '127.0.0.1', () => process.stdout.write(`${(http.address() as AddressInfo).port}\n`));
  // The benchmark holds our input: without it there is nobody to serve.
  process.stdin.on('end', () => process.exit(0)).resume();
}
