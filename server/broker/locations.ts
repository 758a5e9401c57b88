import { decode } from './text.ts';

const limit = 1024 * 1024;

const methods: ReadonlySet<string> = new Set([
  'textDocument/definition',
  'textDocument/declaration',
  'textDocument/typeDefinition',
  'textDocument/implementation',
  'textDocument/references',
  'textDocument/documentLink',
  'documentLink/resolve',
  'textDocument/prepareCallHierarchy',
  'callHierarchy/incomingCalls',
  'callHierarchy/outgoingCalls',
  'textDocument/prepareTypeHierarchy',
  'typeHierarchy/supertypes',
  'typeHierarchy/subtypes',
  'workspace/symbol',
  'workspaceSymbol/resolve',
]);

/** Whether an answer to this method tells an editor where to go. */
export function answersWithLocations(method: string): boolean {
  return methods.has(method);
}

/** The `file:` URIs outside `folderUri` in an answer: what the page may want to read next. */
export function locationsOutside(message: Uint8Array, folderUri: string): Set<string> {
  const uris = new Set<string>();
  if (message.length > limit) return uris;
  for (const [text] of decode(message).matchAll(/"file:(?:[^"\\]|\\.)*"/g)) {
    const uri = text.includes('\\') ? unescape(text) : text.slice(1, -1);
    if (uri !== undefined && !uri.startsWith(`${folderUri}/`)) uris.add(uri);
  }
  return uris;
}

function unescape(text: string): string | undefined {
  try {
    return String(JSON.parse(text));
  } catch {
    // No JSON string: no location either.
    return undefined;
  }
}
