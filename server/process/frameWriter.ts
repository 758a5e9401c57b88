import type { Writable } from 'node:stream';
import type { Edit } from '../broker/splice.ts';

/** Below this a copy into one buffer is cheaper than further ones for the stream to carry. */
const copyBytes = 32 * 1024;

/**
 * Language servers must accept the Content-Type header (LSP 3.18 "Base Protocol"); the Debug Adapter Protocol knows
 * Content-Length alone, and some adapters take nothing else.
 */
const moreHeaders = {
  lsp: 'Content-Type: application/vscode-jsonrpc; charset=utf-8\r\n',
  dap: '',
} as const;

export type FrameKind = keyof typeof moreHeaders;

/**
 * Writes one message as one frame, with the edit made.
 *
 * @returns false when the stream wants a pause.
 */
export function writeFrame(
  stream: Writable,
  message: Uint8Array,
  { kind = 'lsp', edit }: { readonly kind?: FrameKind; readonly edit?: Edit | undefined } = {},
): boolean {
  const parts = edit ? partsOf(message, edit) : [message];
  let length = 0;
  for (const part of parts) length += part.length;
  const header = `Content-Length: ${length}\r\n${moreHeaders[kind]}\r\n`;
  if (length > copyBytes) return writeParts(stream, header, parts);
  const frame = Buffer.allocUnsafe(header.length + length);
  let at = frame.write(header, 0, 'latin1');
  for (const part of parts) {
    frame.set(part, at);
    at += part.length;
  }
  return stream.write(frame);
}

function partsOf(message: Uint8Array, { span, replacement }: Edit): readonly Uint8Array[] {
  return [message.subarray(0, span.start), replacement, message.subarray(span.end)];
}

function writeParts(stream: Writable, header: string, parts: readonly Uint8Array[]): boolean {
  stream.cork();
  let hasRoom = stream.write(header, 'latin1');
  for (const part of parts) hasRoom = stream.write(part);
  stream.uncork();
  return hasRoom;
}
