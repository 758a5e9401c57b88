/**
 * A relay in a process of its own that says how much memory it has in use: it prints its port, then a line of
 * bytes for each line it reads.
 */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createInterface } from 'node:readline';
import { WebSocketServer } from 'ws';
import { Folders, openFolder } from '../../../server/files/folders.ts';
import { Launcher } from '../../../server/process/launcher.ts';
import { languageServerSchema } from '../../../server/protocol/descriptor.ts';
import { createRelay } from '../../../server/relay/relayRoute.ts';

const [servers = '', folder = ''] = process.argv.slice(2);
const silent = (): void => {};
const log = { debug: silent, info: silent, warn: silent, error: silent };
const folders = new Folders([openFolder(folder)]);
const descriptor = languageServerSchema.parse({
  id: 'good',
  label: 'Good',
  languages: ['plaintext'],
  command: [{ module: './good.mjs' }],
});
const entry = { descriptor, extensionId: 'bench.good', extensionPath: servers };
const relay = createRelay({
  catalog: { languageServer: () => entry },
  folders,
  launcher: new Launcher({ productRoot: servers, folders, log }),
  log,
  policy: { continuity: true, leases: 64 },
});
const sockets = new WebSocketServer({
  noServer: true,
  perMessageDeflate: false,
  handleProtocols: () => 'mooring.v1',
});
const http = createServer().on('upgrade', (request, socket, head) => {
  const admitted = relay.routes[0]?.admit(new URL(request.url ?? '/', 'http://localhost'));
  if (typeof admitted === 'function') sockets.handleUpgrade(request, socket, head, admitted);
});
http.listen(0, '127.0.0.1', () => process.stdout.write(`${(http.address() as AddressInfo).port}\n`));

const lines = createInterface({ input: process.stdin });
lines.on('line', () => {
  // What has just ended is let go of in later turns.
  setTimeout(() => {
    for (let round = 0; round < 4; round++) globalThis.gc?.();
    const { heapUsed, external } = process.memoryUsage();
    process.stdout.write(`${heapUsed + external}\n`);
  }, 1_000);
});
lines.on('close', () => void relay.stop().then(() => process.exit(0)));
