import type { IncomingHttpHeaders } from 'node:http';
import type { AddressBook } from './addressBook.ts';
import { credentialOf, isSameToken, type Credential } from './credentials.ts';
import type { Refusal } from './route.ts';

/** A request as far as the gate looks at it. */
export interface Visit {
  readonly method: string;
  readonly url: URL;
  readonly headers: IncomingHttpHeaders;
  readonly isUpgrade: boolean;
  /** The route opted out of the token. */
  readonly withoutToken: boolean;
  /** The route is also for the hosts of webviews. */
  readonly forWebviews: boolean;
}

export interface Admission {
  /** What let it in; undefined where no token was needed. */
  readonly by: Credential['by'] | undefined;
}

export interface GateOptions {
  readonly addresses: AddressBook;
  readonly port: number;
  readonly token: string;
}

/**
 * The one door for HTTP requests and WebSocket upgrades: Host, then Origin, then token. What it keeps out:
 * - pages whose own host name was made to point at this machine (DNS rebinding): the Host header betrays them;
 * - pages of other sites, other ports and sandboxed frames, whose requests carry this browser's cookies: the
 *   Origin header betrays them, and where a browser sends none, Sec-Fetch-Site does;
 * - webviews, which are of the same site and whose requests carry the cookie: they are told in the same way, and
 *   at their own hosts there is nothing but what their frames are made of;
 * - programs without the token.
 */
export class Gate {
  readonly #options: GateOptions;

  constructor(options: GateOptions) {
    this.#options = options;
  }

  check(visit: Visit): Admission | Refusal {
    return this.#checkHost(visit) ?? this.#checkOrigin(visit) ?? this.#checkToken(visit);
  }

  /** Only a request without Host, which no browser sends, may be judged by what a proxy says it was asked for. */
  #checkHost({ headers, forWebviews }: Visit): Refusal | undefined {
    const { addresses } = this.#options;
    const forwarded = headers['x-forwarded-host'];
    if (headers.host) {
      if (addresses.isHost(headers.host)) return undefined;
      if (addresses.isWebviewHost(headers.host)) {
        if (forWebviews) return undefined;
        return refuse(
          403,
          'host',
          `The Host header names ${quote(headers.host)}, where there are only the frames of webviews. Everything else is at the address that the server printed.`,
        );
      }
      return refuse(
        403,
        'host',
        `The Host header names ${quote(headers.host)}, which is not this server. If it is a name of yours for it, start it with --allow-host ${quote(headers.host)}.`,
      );
    }
    if (forwarded === undefined || !addresses.hasProxy) {
      return refuse(
        403,
        'host',
        'The request has no Host header. If a proxy is in front, let it pass Host on, or send X-Forwarded-Host and start the server with --allow-host <its name>.',
      );
    }
    // A list where several proxies each added theirs: the first is what the browser asked for.
    const [first = ''] = String(forwarded)
      .split(',')
      .map((host) => host.trim());
    if (addresses.isHost(first)) return undefined;
    return refuse(
      403,
      'host',
      `The X-Forwarded-Host header names ${quote(first)}, which is not this server. If it is a name of yours for it, start it with --allow-host ${quote(first)}.`,
    );
  }

  #checkOrigin(visit: Visit): Refusal | undefined {
    const { origin } = visit.headers;
    if (origin !== undefined) {
      if (this.#options.addresses.originKind(origin) !== 'foreign') return undefined;
      return refuse(
        403,
        'origin',
        `The Origin header names ${quote(origin)}, whose pages may not use this server. To let them, start it with --allow-origin ${quote(origin)}.`,
      );
    }
    const site = visit.headers['sec-fetch-site'];
    if ((site !== 'cross-site' && site !== 'same-site') || isFollowedLink(visit)) return undefined;
    if (site === 'same-site' && this.#isWebviewFrame(visit)) return undefined;
    return refuse(
      403,
      'sec-fetch-site',
      `The Sec-Fetch-Site header says ${quote(String(site))}: pages of another site may not use this server. Open it in a tab of its own.`,
    );
  }

  #checkToken(visit: Visit): Admission | Refusal {
    if (visit.withoutToken) return { by: undefined };
    const { port, token } = this.#options;
    const credential = credentialOf(visit.headers, visit.url, port);
    if (!credential) {
      return refuse(
        401,
        'token',
        'This server needs its token: open the address it printed when it started, or send the header "Authorization: Bearer <token>".',
      );
    }
    if (!credential.tokens.some((given) => isSameToken(given, token))) {
      return refuse(
        401,
        'token',
        `The token in ${places[credential.by]} is not this server's. Open the address it printed when it started.`,
      );
    }
    if (credential.by === 'cookie' && !this.#mayUseCookie(visit)) {
      return refuse(
        401,
        'token',
        'The Cookie header alone is not enough without an Origin header of this server: a program sends "Authorization: Bearer <token>".',
      );
    }
    return { by: credential.by };
  }

  /** The workbench opens a webview: from one origin to another of the same site. */
  #isWebviewFrame({ headers, forWebviews }: Visit): boolean {
    const isFrame = headers['sec-fetch-mode'] === 'navigate' && headers['sec-fetch-dest'] === 'iframe';
    return isFrame && forWebviews && this.#options.addresses.isWebviewHost(headers.host ?? '');
  }

  /**
   * The cookie counts for what pages of this origin do. For a plain GET they send no Origin; Sec-Fetch-Site says
   * where it comes from, but only to secure origins and loopback (Fetch Metadata §2). To other hosts nothing does:
   * there SameSite keeps other sites' requests without cookie, and a GET changes nothing.
   */
  #mayUseCookie({ method, headers, isUpgrade }: Visit): boolean {
    if (headers.origin !== undefined) return this.#options.addresses.originKind(headers.origin) === 'own';
    if (isUpgrade || (method !== 'GET' && method !== 'HEAD')) return false;
    const site = headers['sec-fetch-site'];
    if (site !== undefined)
      return site === 'same-origin' || site === 'none' || headers['sec-fetch-mode'] === 'navigate';
    return !/^((mooring\.)?localhost|127\.0\.0\.1|\[::1\])(:|$)/.test(headers.host ?? '');
  }
}

/** A link to the start page on somebody else's page: harmless, and how people get to addresses. */
function isFollowedLink({ method, url, headers, isUpgrade }: Visit): boolean {
  const isNavigation = headers['sec-fetch-mode'] === 'navigate' && headers['sec-fetch-dest'] === 'document';
  return isNavigation && method === 'GET' && url.pathname === '/' && !isUpgrade;
}

const places: Record<Credential['by'], string> = {
  address: 'the address',
  bearer: 'the Authorization header',
  subprotocol: 'the Sec-WebSocket-Protocol header',
  cookie: 'the Cookie header',
};

function refuse(status: number, error: string, message: string): Refusal {
  return { status, error, message };
}

/** Safe to show: short, and without anything that could break a line. */
function quote(text: string): string {
  return text.slice(0, 200).replace(/[^\x21-\x7e]/g, '?');
}
