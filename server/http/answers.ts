import type { ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import type { Refusal } from './route.ts';

export function sendJson(response: ServerResponse, status: number, body: unknown): void {
  const bytes = Buffer.from(JSON.stringify(body));
  response.writeHead(status, {
    'content-type': 'application/json; charset=utf-8',
    'content-length': bytes.length,
    'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
    ...(response.hasHeader('cache-control') ? {} : { 'cache-control': 'no-store' }),
  });
  response.end(bytes);
}

export function sendHtml(response: ServerResponse, status: number, page: string): void {
  const bytes = Buffer.from(page);
  response.writeHead(status, {
    'content-type': 'text/html; charset=utf-8',
    'content-length': bytes.length,
    'cache-control': 'no-store',
    'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'",
  });
  response.end(bytes);
}

export function sendRefusal(response: ServerResponse, refusal: Refusal): void {
  if (refusal.status === 401) response.setHeader('www-authenticate', 'Bearer');
  sendJson(response, refusal.status, bodyOf(refusal));
}

/** The same on a socket that asked for an upgrade; ends it. */
export function refuseUpgrade(socket: Duplex, refusal: Refusal): void {
  const body = JSON.stringify(bodyOf(refusal));
  const head = [
    `HTTP/1.1 ${refusal.status} Refused`,
    'Content-Type: application/json; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(body)}`,
    'Cache-Control: no-store',
    'X-Content-Type-Options: nosniff',
    'Connection: close',
  ];
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`);
}

function bodyOf({ error, message }: Refusal): object {
  return { error, message };
}
