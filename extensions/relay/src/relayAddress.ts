import { subprotocol, tokenSubprotocolPrefix } from '../../../server/protocol/control.ts';

/** A lease this window has or had. `epoch` only where this very page was attached to it: see `ReadyParams`. */
export interface Hold {
  readonly lease: string;
  readonly epoch?: number;
}

/** Where the relay is and how to be let in. */
export interface RelayAddress {
  /** `ws:` or `wss:` URL of one server's socket; `hold` takes up a lease this window held. */
  url(serverId: string, hold: Hold | undefined): string;
  readonly protocols: readonly string[];
}

/**
 * The relay on `origin`. In Mooring's own workbench that is the page's origin and its cookie is the key; a page
 * of another origin (stock VS Code for the Web) brings a token, since it can neither send the cookie nor set a
 * header on a WebSocket.
 */
export function relayAddress(origin: string, token?: string): RelayAddress {
  const base = origin.replace(/\/+$/, '').replace(/^http/, 'ws');
  return {
    url(serverId, hold) {
      const url = new URL(`${base}/relay/lsp/${encodeURIComponent(serverId)}`);
      if (hold) url.searchParams.set('lease', hold.lease);
      if (hold?.epoch !== undefined) url.searchParams.set('epoch', `${hold.epoch}`);
      return url.href;
    },
    protocols: token ? [subprotocol, tokenSubprotocolPrefix + token] : [subprotocol],
  };
}
