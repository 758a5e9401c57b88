import { createHash, timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { tokenSubprotocolPrefix } from '../protocol/control.ts';

/** Seconds of absence after which one signs in again: a month. */
const signedInTime = 30 * 24 * 60 * 60;

/** A token that came with a request, and how. */
export interface Credential {
  readonly by: 'address' | 'bearer' | 'subprotocol' | 'cookie';
  readonly token: string;
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
  if (address !== null) return { by: 'address', token: address };
  const bearer = /^Bearer +(\S+) *$/i.exec(headers.authorization ?? '')?.[1];
  if (bearer !== undefined) return { by: 'bearer', token: bearer };
  const subprotocol = headers['sec-websocket-protocol']
    ?.split(',')
    .map((name) => name.trim())
    .find((name) => name.startsWith(tokenSubprotocolPrefix));
  if (subprotocol !== undefined) {
    return { by: 'subprotocol', token: subprotocol.slice(tokenSubprotocolPrefix.length) };
  }
  const cookie = cookieOf(headers.cookie, cookieName(port));
  return cookie === undefined ? undefined : { by: 'cookie', token: cookie };
}

/** Takes the same time for every wrong token (of any length). */
export function isSameToken(given: string, expected: string): boolean {
  return timingSafeEqual(digest(given), digest(expected));
}

function cookieOf(header: string | undefined, name: string): string | undefined {
  const pairs = header?.split(';').map((pair) => pair.trim()) ?? [];
  return pairs.find((pair) => pair.startsWith(`${name}=`))?.slice(name.length + 1);
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
