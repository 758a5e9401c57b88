import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { WebSocket } from 'ws';
import { FrameReader } from '../../../server/process/frameReader.ts';
import { writeFrame } from '../../../server/process/frameWriter.ts';
import { ownGroup } from './ownGroup.ts';

/** The benchmark's client at its end of a way to the echo server. */
export interface Peer {
  /** @param onMessage gets each message of the server, as it came. */
  onMessage: (message: Buffer) => void;
  send(text: string): void;
  close(): Promise<void>;
}

/** Straight to the server's standard input and output. */
export async function connectStdio(echoServer: string): Promise<Peer> {
  const child = spawn(process.execPath, [echoServer], { ...ownGroup, stdio: ['pipe', 'pipe', 'inherit'] });
  await once(child, 'spawn');
  const nothing = (): void => {};
  const peer: Peer = {
    onMessage: nothing,
    send: (text) => void writeFrame(child.stdin, Buffer.from(text)),
    close: async () => {
      child.stdin.end();
      await once(child, 'exit');
    },
  };
  const reader = new FrameReader({
    message: (message) => peer.onMessage(message),
    oversized: nothing,
    noise: nothing,
    dropped: nothing,
    broken: nothing,
  });
  child.stdout.on('data', (chunk: Buffer) => reader.push(chunk));
  return peer;
}

/** Through a relay, which runs in a process of its own. */
export async function connectRelay(relay: string, echoServer: string): Promise<Peer> {
  const child = spawn(process.execPath, [relay, echoServer], { stdio: ['pipe', 'pipe', 'inherit'] });
  const [line] = (await once(child.stdout, 'data')) as [Buffer];
  const socket = new WebSocket(`ws://127.0.0.1:${Number(String(line))}`, ['mooring.v1'], {
    perMessageDeflate: false,
  });
  socket.binaryType = 'nodebuffer';
  await once(socket, 'open');
  const peer: Peer = {
    onMessage: () => {},
    send: (text) => socket.send(text),
    close: async () => {
      socket.close();
      await once(socket, 'close');
      child.stdin.end();
      await once(child, 'exit');
    },
  };
  socket.on('message', (data: Buffer) => peer.onMessage(data));
  return peer;
}
