import type { DocumentVersions } from './documentVersions.ts';
import { findPath, readString, type Span } from './json.ts';
import { splice } from './splice.ts';
import { encode } from './text.ts';

/**
 * A page's notification with the version the server is to see. It is the message itself where the versions
 * agree, which they do on a lease's first page.
 *
 * @returns undefined for a change of a document that is not open: the server would take it for a fault.
 */
export function renumber(
  documents: DocumentVersions,
  method: string,
  message: Uint8Array,
): Uint8Array | undefined {
  if (!method.startsWith('textDocument/did')) return message;
  const uri = uriOf(message);
  if (uri === undefined) return message;
  if (method === 'textDocument/didClose') {
    documents.close(uri);
    return message;
  }
  if (method !== 'textDocument/didOpen' && method !== 'textDocument/didChange') return message;
  const span = findPath(message, 'params', 'textDocument', 'version');
  const version = span && integer(message, span);
  if (!span || version === undefined) return message;
  const server =
    method === 'textDocument/didOpen' ? documents.open(uri, version) : documents.change(uri, version);
  if (server === undefined) return undefined;
  return server === version ? message : splice(message, span, encode(String(server)));
}

/** A server's `textDocument/publishDiagnostics` with the version the page knows. */
export function renumberBack(documents: DocumentVersions, message: Uint8Array): Uint8Array {
  const span = findPath(message, 'params', 'version');
  const version = span && integer(message, span);
  if (!span || version === undefined) return message;
  const uriSpan = findPath(message, 'params', 'uri');
  const uri = uriSpan && readString(message, uriSpan);
  const offset = uri === undefined ? 0 : documents.offset(uri);
  return offset === 0 ? message : splice(message, span, encode(String(version - offset)));
}

function uriOf(message: Uint8Array): string | undefined {
  const span = findPath(message, 'params', 'textDocument', 'uri');
  return span && readString(message, span);
}

function integer(message: Uint8Array, span: Span): number | undefined {
  let value = 0;
  const negative = message[span.start] === 0x2d;
  for (let at = span.start + (negative ? 1 : 0); at < span.end; at++) {
    const digit = (message[at] ?? 0) - 0x30;
    if (digit < 0 || digit > 9) return undefined;
    value = value * 10 + digit;
  }
  return negative ? -value : value;
}
