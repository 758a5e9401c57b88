/** The relay of `vscode-ws-jsonrpc`, as its documentation shows it. */
import { createServerProcess, createWebSocketConnection, forward } from 'vscode-ws-jsonrpc/server';
import { ownGroup } from './ownGroup.ts';
import { listen } from './relayServer.ts';

const [echoServer = ''] = process.argv.slice(2);

listen((socket) => {
  const client = createWebSocketConnection({
    send: (content) => socket.send(content),
    onMessage: (callback) => socket.on('message', callback),
    onError: (callback) => socket.on('error', callback),
    onClose: (callback) => socket.on('close', (code, reason) => callback(code, String(reason))),
    dispose: () => socket.close(),
  });
  const server = createServerProcess('echo', process.execPath, [echoServer], ownGroup);
  if (!server) throw new Error('The echo server could not be started.');
  forward(client, server);
});
