import { existsSync, readdirSync, readFileSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { join } from 'node:path';
import sirv from 'sirv';
import { sendJson, sendRefusal } from './answers.ts';
import { signInCookie } from './credentials.ts';
import type { HttpRoute } from './route.ts';
import { framePolicy, workbenchPolicy } from './securityHeaders.ts';

export interface WorkbenchOptions {
  /** `dist/workbench` of the product. */
  readonly folder: string;
  readonly port: number;
  readonly token: string;
}

/** The built workbench: its page, and what lies beside it. Everything but the page is named after its content. */
export function workbenchRoutes(options: WorkbenchOptions): readonly HttpRoute[] {
  if (!existsSync(join(options.folder, 'index.html'))) return [missing];
  const page = readFileSync(join(options.folder, 'index.html'), 'utf8');
  const serve = sirv(options.folder, {
    etag: true,
    brotli: true,
    gzip: true,
    setHeaders: (response, path) => setHeaders(response, path),
  });
  const handle = (request: IncomingMessage, response: ServerResponse, url: URL) => {
    if (url.pathname === '/') {
      const { port, token } = options;
      // Using it keeps a browser signed in.
      response.setHeader('set-cookie', signInCookie(port, token));
      response.setHeader(
        'content-security-policy',
        workbenchPolicy(page, request.headers.host ?? 'localhost'),
      );
    }
    serve(request, response, () =>
      sendJson(response, 404, {
        error: 'not-found',
        message: `The workbench has no file ${url.pathname}. Reload the page if the server is newer than it.`,
      }),
    );
  };
  // What the folder holds is what there is, so that no other path is a matter of the workbench.
  const prefixes = [
    '/',
    ...readdirSync(options.folder)
      .filter((name) => !/\.(br|gz|html)$/.test(name))
      .map((name) => `/${name}`),
  ];
  return prefixes.map((prefix) => ({
    methods: ['GET', 'HEAD'],
    prefix,
    handle,
    // Browsers fetch the module service worker of webviews without cookies. What lies beside the page is the
    // product's public code: nothing in it is a secret.
    ...(prefix !== '/' && { withoutToken: true as const }),
  }));
}

function setHeaders(response: ServerResponse, path: string): void {
  response.setHeader('vary', 'Origin, Accept-Encoding');
  const isPage = path === '/' || !path.startsWith('/assets/');
  response.setHeader('cache-control', isPage ? 'no-cache' : 'public, max-age=31536000, immutable');
  if (path.endsWith('.html')) response.setHeader('content-security-policy', framePolicy);
}

const missing: HttpRoute = {
  methods: ['GET', 'HEAD'],
  prefix: '/',
  handle: (_request, response) =>
    sendRefusal(response, {
      status: 503,
      error: 'not-built',
      message: 'The workbench is not built. Run "node esbuild.mjs", then start the server again.',
    }),
};
