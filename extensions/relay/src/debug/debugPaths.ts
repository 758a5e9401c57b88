import type { DebugProtocol } from '@vscode/debugprotocol';
import { isRecord } from '../json.ts';

/** How editor and server call the same file. */
export interface PathTranslation {
  /** The path on the server's machine of what a URI of the editor names; the URI itself where it is not there. */
  readonly ofUri: (uri: string) => string;
  /** A path of the server's machine as the editor wants it: a path, or a URI of another scheme. */
  readonly toEditor: (path: string) => string;
}

/**
 * Paths between the editor and an adapter. In Mooring's workbench both mean the same; an editor that mounts the
 * folder under a scheme of its own sends URIs for the files in it, and takes them back.
 */
export class DebugPaths {
  readonly #translation: PathTranslation;

  constructor(translation: PathTranslation) {
    this.#translation = translation;
  }

  /** A path or URI of the editor as the adapter understands it. */
  toAdapter(path: string): string {
    // On Windows browsers VS Code writes paths of the server's machine with backslashes.
    if (path.startsWith('\\')) return path.replaceAll('\\', '/');
    return isUri(path) ? this.#translation.ofUri(path) : path;
  }

  /** An adapter's path as the editor understands it. */
  toEditor(path: string): string {
    return path.startsWith('/') ? this.#translation.toEditor(path) : path;
  }

  /** A message to the adapter, with its sources' paths replaced in place. */
  outgoing(message: DebugProtocol.ProtocolMessage): void {
    if (message.type !== 'request') return;
    replaceSources((message as DebugProtocol.Request).arguments, (path) => this.toAdapter(path), 0);
  }

  /** A message of the adapter, with its sources' paths replaced in place. */
  incoming(message: DebugProtocol.ProtocolMessage): void {
    if (message.type === 'request') return;
    const { body } = message as DebugProtocol.Response | DebugProtocol.Event;
    replaceSources(body, (path) => this.toEditor(path), 0);
  }
}

/** Where sources occur, they are this deep at most: `body.stackFrames[n].source.sources[n].path`. */
const maxDepth = 8;

/** DAP has sources under `source`, `sources` and `breakpoint(s)`, in bodies and arguments alike. */
function replaceSources(value: unknown, replace: (path: string) => string, depth: number): void {
  if (depth > maxDepth) return;
  if (Array.isArray(value)) {
    for (const item of value) replaceSources(item, replace, depth + 1);
    return;
  }
  if (!isRecord(value)) return;
  for (const key of holders) {
    if (!(key in value)) continue;
    const held = value[key];
    if (key === 'source' || key === 'sources')
      for (const source of [held].flat()) replacePath(source, replace);
    replaceSources(held, replace, depth + 1);
  }
}

const holders = ['source', 'sources', 'breakpoint', 'breakpoints', 'stackFrames'] as const;

function replacePath(source: unknown, replace: (path: string) => string): void {
  if (!isRecord(source) || typeof source['path'] !== 'string') return;
  // With a reference the path is only a name.
  if (typeof source['sourceReference'] === 'number' && source['sourceReference'] > 0) return;
  source['path'] = replace(source['path']);
}

/** A drive letter is no scheme. */
function isUri(path: string): boolean {
  return /^[a-z][\w+.-]+:/i.test(path);
}
