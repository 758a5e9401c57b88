import type { Event } from 'vscode';
import { subprotocol, tokenSubprotocolPrefix } from '../../../server/protocol/control.ts';

/** A lease this window has or had. `epoch` only where this very page was attached to it: see `ReadyParams`. */
export interface Hold {
  readonly lease: string;
  readonly epoch?: number;
}

/** Where the relay is and how to be let in. */
export interface RelayAddress {
  /** Whether it is known yet; `onDidChange` tells. */
  readonly isKnown: boolean;
  readonly onDidChange: Event<void>;
  /** `ws:` or `wss:` URL of one server's socket; `hold` takes up a lease this window held. */
  url(serverId: string, hold: Hold | undefined): string;
  /** `ws:` or `wss:` URL of a new debug session's socket; `parent` is the session that wants it as its child. */
  debugUrl(type: string, parent: string | undefined): string;
  readonly protocols: readonly string[];
  /** `fetch` with what the relay wants to see of a page. */
  readonly fetch: typeof globalThis.fetch;
}

/** The relay that the page came from, as in Mooring's own workbench: the page's cookie is the key. */
export function ownRelay(origin: string): RelayAddress {
  return {
    isKnown: true,
    onDidChange: () => ({ dispose: () => {} }),
    url: (serverId, hold) => socketUrl(origin, serverId, hold),
    debugUrl: (type, parent) => debugSocketUrl(origin, type, parent),
    protocols: [subprotocol],
    fetch: (input, init) => globalThis.fetch(input, init),
  };
}

/** The same, for a page whose user wants the server installed if it is not there. */
export function askingToInstall(address: RelayAddress): RelayAddress {
  return {
    isKnown: address.isKnown,
    onDidChange: address.onDidChange,
    protocols: address.protocols,
    fetch: address.fetch,
    debugUrl: (type, parent) => address.debugUrl(type, parent),
    url(serverId, hold) {
      const url = new URL(address.url(serverId, hold));
      url.searchParams.set('install', '1');
      return url.href;
    },
  };
}

export function socketUrl(origin: string, serverId: string, hold: Hold | undefined): string {
  const url = new URL(`${socketOrigin(origin)}/relay/lsp/${encodeURIComponent(serverId)}`);
  if (hold) url.searchParams.set('lease', hold.lease);
  if (hold?.epoch !== undefined) url.searchParams.set('epoch', `${hold.epoch}`);
  return url.href;
}

export function debugSocketUrl(origin: string, type: string, parent: string | undefined): string {
  const url = new URL(`${socketOrigin(origin)}/relay/dap/${encodeURIComponent(type)}`);
  if (parent !== undefined) url.searchParams.set('parent', parent);
  return url.href;
}

/** The same server as a WebSocket reaches it. */
export function socketOrigin(origin: string): string {
  return origin.replace(/\/+$/, '').replace(/^http/, 'ws');
}

/** A page of another origin can neither send the relay's cookie nor set a header on a WebSocket. */
export function protocolsWith(token: string): readonly string[] {
  return [subprotocol, tokenSubprotocolPrefix + token];
}
