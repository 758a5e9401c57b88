import type { DocumentVersions } from './documentVersions.ts';
import { findPath, readString, type Span } from './json.ts';
import { isRecord, parse } from './rpc.ts';
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
  const uri = documentUri(message);
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

/** The document a page's message is about. */
export function documentUri(message: Uint8Array): string | undefined {
  const span = findPath(message, 'params', 'textDocument', 'uri');
  return span && readString(message, span);
}

/** A server's `textDocument/publishDiagnostics`, with where its version stands. */
export interface Publication {
  readonly uri: string;
  readonly version?: number;
  readonly versionSpan?: Span;
}

export function readPublication(message: Uint8Array): Publication | undefined {
  const uriSpan = findPath(message, 'params', 'uri');
  const uri = uriSpan && readString(message, uriSpan);
  if (uri === undefined) return undefined;
  const versionSpan = findPath(message, 'params', 'version');
  const version = versionSpan && integer(message, versionSpan);
  return versionSpan && version !== undefined ? { uri, version, versionSpan } : { uri };
}

/** The publication with the version the page knows. */
export function renumberPublication(
  documents: DocumentVersions,
  { uri, version, versionSpan }: Publication,
  message: Uint8Array,
): Uint8Array {
  const offset = documents.offset(uri);
  if (!versionSpan || version === undefined || offset === 0) return message;
  return splice(message, versionSpan, encode(String(version - offset)));
}

/** Requests whose answers hold edits, alone or in code actions. */
const answeredWithEdits: ReadonlySet<string> = new Set([
  'textDocument/rename',
  'textDocument/codeAction',
  'codeAction/resolve',
  'workspace/willCreateFiles',
  'workspace/willRenameFiles',
  'workspace/willDeleteFiles',
]);

/** A server's `workspace/applyEdit` with the versions the page knows: it refuses edits of others. */
export function renumberEdit(documents: DocumentVersions, message: Uint8Array): Uint8Array {
  if (!documents.differ) return message;
  const request = parse(message);
  const params = request?.['params'];
  const edited = isRecord(params) && takeBack(documents, params['edit']);
  return edited ? encode(JSON.stringify(request)) : message;
}

/** An answer with the versions the page knows in the edits it holds. */
export function renumberAnswer(documents: DocumentVersions, method: string, message: Uint8Array): Uint8Array {
  if (!documents.differ || !answeredWithEdits.has(method)) return message;
  const response = parse(message);
  const result = response?.['result'];
  const parts: readonly unknown[] = Array.isArray(result) ? result : [result];
  let edited = false;
  for (const part of parts) {
    if (!isRecord(part)) continue;
    if (takeBack(documents, part)) edited = true;
    if (takeBack(documents, part['edit'])) edited = true;
  }
  return edited ? encode(JSON.stringify(response)) : message;
}

/** @returns whether the edit holds a version that is another for the page. */
function takeBack(documents: DocumentVersions, edit: unknown): boolean {
  const changes = isRecord(edit) ? edit['documentChanges'] : undefined;
  if (!Array.isArray(changes)) return false;
  let changed = false;
  for (const change of changes) {
    const document: unknown = isRecord(change) ? change['textDocument'] : undefined;
    if (!isRecord(document) || typeof document['version'] !== 'number') continue;
    const offset = documents.offset(String(document['uri']));
    document['version'] -= offset;
    changed ||= offset !== 0;
  }
  return changed;
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
