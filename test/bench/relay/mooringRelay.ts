/** Our relay, in front of the echo server as of any language server. */
import { dirname, basename } from 'node:path';
import type { WebSocket } from 'ws';
import { Folders, openFolder } from '../../../server/files/folders.ts';
import { Launcher } from '../../../server/process/launcher.ts';
import { languageServerSchema } from '../../../server/protocol/descriptor.ts';
import { createRelay } from '../../../server/relay/relayRoute.ts';
import { listen } from './relayServer.ts';

const [echoServer = ''] = process.argv.slice(2);
const silent = (): void => {};
const log = { debug: silent, info: silent, warn: silent, error: silent };
const folders = new Folders([openFolder(dirname(echoServer))]);
const descriptor = languageServerSchema.parse({
  id: 'echo',
  label: 'Echo',
  languages: ['plaintext'],
  command: [{ module: `./${basename(echoServer)}` }],
});
const entry = { descriptor, extensionId: 'bench.echo', extensionPath: dirname(echoServer) };
const relay = createRelay({
  catalog: { languageServer: () => entry },
  folders,
  launcher: new Launcher({ productRoot: dirname(echoServer), folders, log }),
  log,
});

listen((socket: WebSocket) => {
  const admitted = relay.routes[0]?.admit(new URL('ws://localhost/relay/lsp/echo'));
  if (typeof admitted !== 'function') throw new Error('The relay refused the benchmark.');
  admitted(socket);
});
