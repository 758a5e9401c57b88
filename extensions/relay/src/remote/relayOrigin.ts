import { hasWebviewOrigins } from '../../../../server/protocol/webviewOrigins.ts';

/** URI scheme of folders that a relay serves to a page that is not its own: `mooring://<relay>/<absolute path>`. */
export const remoteScheme = 'mooring';

/** What somebody typed or pasted to say where their relay is. */
export interface TypedAddress {
  /** `http(s)://host[:port]`, without a trailing slash. */
  readonly origin: string;
  /** The address that the server prints brings it along. */
  readonly token?: string;
}

/** @returns undefined when it is no address of a relay. */
export function readAddress(text: string): TypedAddress | undefined {
  const trimmed = text.trim();
  let url: URL;
  try {
    url = new URL(/^[a-z]+:\/\//i.test(trimmed) ? trimmed : withScheme(trimmed));
  } catch {
    // Not an address at all.
    return undefined;
  }
  if (!/^https?:$/.test(url.protocol) || url.hostname === '') return undefined;
  // VS Code lets its extensions reach this machine under few names, and that is none of them.
  if (hasWebviewOrigins(url.host)) url.hostname = 'localhost';
  const token = url.searchParams.get('token');
  return token === null ? { origin: url.origin } : { origin: url.origin, token };
}

/** The origin of the relay that a `mooring:` folder names: TLS, unless it is this machine. */
export function originOf(authority: string): string | undefined {
  return authority === '' ? undefined : readAddress(withScheme(authority))?.origin;
}

/** The authority of a relay's folders. */
export function authorityOf(origin: string): string {
  return new URL(origin).host;
}

function withScheme(authority: string): string {
  const isLoopback = /^((mooring\.)?localhost|127(\.\d{1,3}){3}|\[::1\])(:|\/|$)/.test(authority);
  return `${isLoopback ? 'http' : 'https'}://${authority}`;
}

/**
 * The pattern for `--allow-origin` that lets the page of `origin` in. Extension hosts of VS Code for the Web have
 * an origin of their own, whose first label is a hash that differs from window to window.
 */
export function originPattern(origin: string): string {
  return origin.replace(/^(https?:\/\/v--)[^.]+\./, '$1*.');
}
