import { createHash, timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { tokenSubprotocolPrefix } from '../protocol/control.ts';

/** Seconds of absence after which one signs in again: a month. */
const signedInTime = 30 * 24 * 60 * 60;

/** What came with a request as the token, and how. */
export interface Credential {
  readonly by: 'address' | 'bearer' | 'subprotocol' | 'cookie';
  /**
   * One, but for cookies: a webview may set some of the same name for the whole site, which a server cannot tell
   * from its own. It could sign people out, if they took the place of the right one.
   */
  readonly tokens: readonly string[];
}

/** The name holds the port, since cookies are shared by all ports of a host. */
function cookieName(port: number): string {
  return `mooring-${port}`;
}

/** Out of reach of scripts and of other sites' requests. */
export function signInCookie(port: number, token: string): string {
  return `${cookieName(port)}=${token}; Path=/; HttpOnly; SameSite=Strict; Max-Age=${signedInTime}`;
}

/** What was given on purpose comes before the cookie, which browsers add by themselves. */
export function credentialOf(headers: IncomingHttpHeaders, url: URL, port: number): Credential | undefined {
  const address = url.pathname === '/' ? url.searchParams.get('token') : null;
  if (address !== null) return { by: 'address', tokens: [address] };
  const bearer = /^Bearer +(\S+) *$/i.exec(headers.authorization ?? '')?.[1];
  if (bearer !== undefined) return { by: 'bearer', tokens: [bearer] };
  const subprotocol = headers['sec-websocket-protocol']
    ?.split(',')
    .map((name) => name.trim())
    .find((name) => name.startsWith(tokenSubprotocolPrefix));
  if (subprotocol !== undefined) {
    return { by: 'subprotocol', tokens: [subprotocol.slice(tokenSubprotocolPrefix.length)] };
  }
  const cookies = cookiesOf(headers.cookie, cookieName(port));
  return cookies.length === 0 ? undefined : { by: 'cookie', tokens: cookies };
}

/** Takes the same time for every wrong token (of any length). */
export function isSameToken(given: string, expected: string): boolean {
  return timingSafeEqual(digest(given), digest(expected));
}

function cookiesOf(header: string | undefined, name: string): string[] {
  const pairs = header?.split(';').map((pair) => pair.trim()) ?? [];
  return pairs.filter((pair) => pair.startsWith(`${name}=`)).map((pair) => pair.slice(name.length + 1));
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
