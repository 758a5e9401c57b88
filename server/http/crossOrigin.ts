import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AddressBook } from './addressBook.ts';

/** Longer than that and a changed `--allow-origin` would go unnoticed (Fetch §4.9 lets browsers cap it). */
const preflightSeconds = '600';

/**
 * Lets pages of the origins that `--allow-origin` names read answers (Fetch §3.2, "CORS protocol"). They bring the
 * token in a header: credentials that the browser adds by itself are never allowed.
 */
export class CrossOrigin {
  readonly #addresses: Pick<AddressBook, 'originKind'>;

  constructor(addresses: Pick<AddressBook, 'originKind'>) {
    this.#addresses = addresses;
  }

  /** Marks the answer as one that depends on the origin, and as readable where the origin is an allowed one. */
  mark(request: IncomingMessage, response: ServerResponse): void {
    response.setHeader('vary', 'Origin');
    const origin = this.#allowed(request);
    if (origin === undefined) return;
    response.setHeader('access-control-allow-origin', origin);
    response.setHeader('access-control-expose-headers', 'ETag');
  }

  /** A browser asking, without token, whether a request may be made that a form could not make. */
  isPreflight(request: IncomingMessage): boolean {
    return (
      request.method === 'OPTIONS' &&
      request.headers['access-control-request-method'] !== undefined &&
      this.#allowed(request) !== undefined
    );
  }

  answerPreflight(request: IncomingMessage, response: ServerResponse, methods: readonly string[]): void {
    // From a page on the internet to this machine browsers ask once more (Private Network Access §3.1).
    const isFromAfar = request.headers['access-control-request-private-network'] === 'true';
    response.writeHead(204, {
      'access-control-allow-methods': methods.join(', '),
      'access-control-allow-headers': 'Authorization, Content-Type, If-Match, If-None-Match',
      'access-control-max-age': preflightSeconds,
      ...(isFromAfar && { 'access-control-allow-private-network': 'true' }),
      'cache-control': 'no-store',
    });
    response.end();
  }

  #allowed({ headers: { origin } }: IncomingMessage): string | undefined {
    return origin !== undefined && this.#addresses.originKind(origin) === 'allowed' ? origin : undefined;
  }
}
