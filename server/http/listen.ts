import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { isLoopback } from './addressBook.ts';
import { isErrno } from '../thrown.ts';

/** Whoever neither sends nor reads for so long is gone. */
const silentTime = 120_000;
/** So many free ports that are taken on the other address are no accident. */
const attempts = 20;

export interface Listening {
  readonly servers: readonly Server[];
  readonly port: number;
}

/**
 * Listens on `host`, and where that is loopback on both its addresses: browsers try ::1 first for "localhost",
 * and must not find somebody else's server there.
 *
 * @param port 0 for any free one
 * @throws Error with a sentence for the user
 */
export async function listen(host: string, port: number): Promise<Listening> {
  const wanted = isLoopback(host) ? ['127.0.0.1', '::1', ...(isOtherLoopback(host) ? [host] : [])] : [host];
  for (let attempt = 1; ; attempt++) {
    const listening = await tryAll(wanted, port);
    if ('servers' in listening) return listening;
    // A free port of one address may be taken on the other: the next one will not.
    if (port !== 0 || listening.code !== 'EADDRINUSE' || attempt === attempts)
      throw new Error(explain(listening, host, port));
  }
}

/** Stops taking connections and ends those that are open. */
export async function close(servers: readonly Server[]): Promise<void> {
  const closed = servers.map((server) => new Promise((resolve) => server.close(resolve)));
  for (const server of servers) server.closeAllConnections();
  await Promise.all(closed);
}

async function tryAll(
  hosts: readonly string[],
  wantedPort: number,
): Promise<Listening | NodeJS.ErrnoException> {
  const servers: Server[] = [];
  let port = wantedPort;
  for (const host of hosts) {
    // A request without Host is refused by the gate, which can tell what to do about it.
    const server = createServer({ requireHostHeader: false });
    server.setTimeout(silentTime);
    server.listen({ host, port, ipv6Only: host === '::1' });
    try {
      await once(server, 'listening');
    } catch (error) {
      if (host === '::1' && isMissingAddress(error)) continue;
      await close(servers);
      if (isErrno(error)) return error;
      throw error;
    }
    servers.push(server);
    port = (server.address() as AddressInfo).port;
  }
  return { servers, port };
}

function isOtherLoopback(host: string): boolean {
  return host !== 'localhost' && host !== '127.0.0.1' && host !== '::1';
}

/** Not every machine has IPv6. */
function isMissingAddress(error: unknown): boolean {
  return isErrno(error, 'EADDRNOTAVAIL', 'EAFNOSUPPORT');
}

function explain({ code, message }: NodeJS.ErrnoException, host: string, port: number): string {
  switch (code) {
    case 'EADDRINUSE':
      return `Port ${port} is taken, perhaps by another Mooring. Stop what uses it, or choose another with --port (0 takes any free one).`;
    case 'EACCES':
      return `Port ${port} may not be used by this user. Choose one above 1023 with --port.`;
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return `${host} is no address of this machine. Choose another with --host.`;
    default:
      return `Cannot listen on ${host}, port ${port}: ${message}.`;
  }
}
