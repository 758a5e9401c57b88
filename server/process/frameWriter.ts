import type { Writable } from 'node:stream';

/** Below this a copy into one buffer is cheaper than a second one for the stream to carry. */
const copyBytes = 32 * 1024;

/**
 * Writes one message as one frame. Language servers must accept the Content-Type header (LSP 3.18 "Base
 * Protocol"), and those that do not understand its value would not understand the message either.
 *
 * @returns false when the stream wants a pause.
 */
export function writeFrame(stream: Writable, message: Uint8Array): boolean {
  const header = `Content-Length: ${message.length}\r\nContent-Type: application/vscode-jsonrpc; charset=utf-8\r\n\r\n`;
  if (message.length <= copyBytes) {
    const frame = Buffer.allocUnsafe(header.length + message.length);
    frame.write(header, 'latin1');
    frame.set(message, header.length);
    return stream.write(frame);
  }
  stream.cork();
  stream.write(header, 'latin1');
  const wantsMore = stream.write(message);
  stream.uncork();
  return wantsMore;
}
