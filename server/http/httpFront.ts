import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import type { Log } from '../broker/log.ts';
import { refuseUpgrade, sendHtml, sendJson, sendRefusal } from './answers.ts';
import { signInCookie } from './credentials.ts';
import type { CrossOrigin } from './crossOrigin.ts';
import type { Gate } from './gate.ts';
import type { HttpRoute, Refusal, UpgradeRoute } from './route.ts';
import { setSecurityHeaders } from './securityHeaders.ts';
import { signInPage } from './signInPage.ts';
import { WebSocketDoor } from './webSocketDoor.ts';

export interface FrontOptions {
  readonly routes: readonly HttpRoute[];
  readonly upgradeRoutes: readonly UpgradeRoute[];
  readonly gate: Gate;
  readonly crossOrigin: CrossOrigin;
  readonly port: number;
  readonly token: string;
  readonly log: Log;
}

/** Leads every request through the gate to its route; a fault in one ends that one and no other. */
export class HttpFront {
  readonly #options: FrontOptions;
  readonly #door: WebSocketDoor;

  constructor(options: FrontOptions) {
    this.#options = options;
    this.#door = new WebSocketDoor(options.log);
  }

  readonly request = (request: IncomingMessage, response: ServerResponse): void => {
    setSecurityHeaders(response);
    this.#options.crossOrigin.mark(request, response);
    const url = urlOf(request);
    const fields = { method: request.method, path: url?.pathname };
    response.once('close', () =>
      this.#options.log.debug({ ...fields, status: response.statusCode }, 'Answered'),
    );
    this.#serve(request, response, url).catch((error: unknown) => {
      if (request.socket.destroyed)
        return this.#options.log.debug(fields, 'A client left before it was answered');
      this.#options.log.error({ ...fields, error: describe(error) }, 'A request failed');
      if (response.headersSent) return response.destroy();
      sendJson(response, 500, {
        error: 'internal',
        message: 'The server failed to answer this request. Its log says why; other requests are served.',
      });
    });
  };

  readonly upgrade = (request: IncomingMessage, socket: Duplex, head: Buffer): void => {
    // An error on a socket also closes it, which is all that can be done.
    socket.on('error', () => socket.destroy());
    try {
      const admitted = this.#admit(request);
      if ('status' in admitted) return refuseUpgrade(socket, admitted);
      this.#door.open(request, socket, head, admitted.route, admitted.serve);
    } catch (error) {
      this.#options.log.error(
        { path: urlOf(request)?.pathname, error: describe(error) },
        'An upgrade failed',
      );
      refuseUpgrade(socket, {
        status: 500,
        error: 'internal',
        message: 'The server failed to open this connection. Its log says why.',
      });
    }
  };

  /** Tells every page that the server goes, and lets go of those that do not answer within the deadline. */
  async stop(): Promise<void> {
    await this.#door.close();
  }

  async #serve(request: IncomingMessage, response: ServerResponse, url: URL | undefined): Promise<void> {
    if (!url) return sendRefusal(response, badAddress);
    const method = request.method ?? '';
    const route = this.#options.routes.find(({ prefix }) => isBelow(url.pathname, prefix));
    const isUpgradePath =
      !route && this.#options.upgradeRoutes.some(({ prefix }) => isBelow(url.pathname, prefix));
    if (!route && !isUpgradePath) return sendRefusal(response, notFound(url));
    const isPreflight = this.#options.crossOrigin.isPreflight(request);
    const visit = {
      method,
      url,
      headers: request.headers,
      isUpgrade: false,
      withoutToken: isPreflight || (route?.withoutToken ?? false),
      forWebviews: route?.forWebviews ?? false,
    };
    const admission = this.#options.gate.check(visit);
    if ('status' in admission) return refuse(request, response, admission);
    if (isPreflight) {
      return this.#options.crossOrigin.answerPreflight(request, response, route?.methods ?? ['GET']);
    }
    if (!route) {
      response.setHeader('upgrade', 'websocket');
      return sendRefusal(response, {
        status: 426,
        error: 'upgrade-required',
        message: `${url.pathname} is a WebSocket. Connect to it with one.`,
      });
    }
    if (admission.by === 'address') return this.#signIn(response, url);
    if (!route.methods.includes(method)) {
      response.setHeader('allow', route.methods.join(', '));
      return sendRefusal(response, {
        status: 405,
        error: 'method',
        message: `${method} does not work on ${url.pathname}. It takes ${route.methods.join(', ')}.`,
      });
    }
    await route.handle(request, response, url);
  }

  /** The token moves from the address, which histories and screenshots keep, to a cookie. */
  #signIn(response: ServerResponse, url: URL): void {
    const { port, token } = this.#options;
    url.searchParams.delete('token');
    response.writeHead(303, {
      location: url.pathname + url.search,
      'set-cookie': signInCookie(port, token),
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
    });
    response.end();
  }

  #admit(
    request: IncomingMessage,
  ): Refusal | { route: UpgradeRoute; serve: Exclude<ReturnType<UpgradeRoute['admit']>, Refusal> } {
    const url = urlOf(request);
    if (!url) return badAddress;
    const route = this.#options.upgradeRoutes.find(({ prefix }) => isBelow(url.pathname, prefix));
    if (!route) return notFound(url);
    const visit = {
      method: request.method ?? '',
      url,
      headers: request.headers,
      isUpgrade: true,
      withoutToken: false,
      forWebviews: false,
    };
    const admission = this.#options.gate.check(visit);
    if ('status' in admission) return admission;
    const serve = route.admit(url);
    return typeof serve === 'function' ? { route, serve } : serve;
  }
}

/** Only the path counts, and it is taken as a path even where it looks like a host (`//example.com/`). */
function urlOf(request: IncomingMessage): URL | undefined {
  if (!request.url?.startsWith('/')) return undefined;
  try {
    return new URL(`http://localhost${request.url}`);
  } catch {
    // No path that a URL can have.
    return undefined;
  }
}

function isBelow(path: string, prefix: string): boolean {
  return path === prefix || path.startsWith(`${prefix}/`);
}

const badAddress: Refusal = {
  status: 400,
  error: 'bad-address',
  message: 'The address of this request cannot be read. It is a path that starts with "/".',
};

function notFound(url: URL): Refusal {
  return { status: 404, error: 'not-found', message: `There is nothing at ${url.pathname.slice(0, 200)}.` };
}

/** A person who follows a link gets a page, a program gets JSON. */
function refuse({ headers }: IncomingMessage, response: ServerResponse, refusal: Refusal): void {
  const isPerson = headers['sec-fetch-mode'] === 'navigate' || headers.accept?.includes('text/html');
  if (refusal.status !== 401 || !isPerson) return sendRefusal(response, refusal);
  const site = headers['sec-fetch-site'];
  sendHtml(response, 401, signInPage(refusal.message, site === 'cross-site' || site === 'same-site'));
}

function describe(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
