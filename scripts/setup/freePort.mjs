import { once } from 'node:events';
import { createServer } from 'node:net';

/**
 * A port that was free a moment ago, for what cannot choose one by itself.
 * @returns {Promise<number>}
 */
export async function freePort() {
  const server = createServer().listen(0, 'localhost');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  if (address === null || typeof address === 'string') throw new Error('Bug: a TCP server without a port.');
  return address.port;
}
