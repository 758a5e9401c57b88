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

/** The frames of webviews, which the build puts into a folder of their own. */
const webviewPath = '/webview';

/** The built workbench: its page, and what lies beside it. Everything but the page is named after its content. */
export function workbenchRoutes(options: WorkbenchOptions): readonly HttpRoute[] {
  if (!existsSync(join(options.folder, 'index.html'))) return [missing];
  const page = readFileSync(join(options.folder, 'index.html'), 'utf8');
  const serve = sirv(options.folder, { etag: true, brotli: true, gzip: true, setHeaders });
  const handle = (request: IncomingMessage, response: ServerResponse, url: URL) => {
    const host = request.headers.host ?? 'localhost';
    if (url.pathname.endsWith('.html')) response.setHeader('content-security-policy', framePolicy(host));
    if (url.pathname === '/') {
      const { port, token } = options;
      // Using it keeps a browser signed in.
      response.setHeader('set-cookie', signInCookie(port, token));
      // Webviews are of the same site: browsers would run them in the page's own process.
      response.setHeader('origin-agent-cluster', '?1');
      response.setHeader('content-security-policy', workbenchPolicy(page, host));
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
    ...(prefix === webviewPath && { forWebviews: true as const }),
  }));
}

function setHeaders(response: ServerResponse, path: string): void {
  response.setHeader('vary', 'Origin, Accept-Encoding');
  const isNamedAfterContent = path.startsWith('/assets/') || path.startsWith(`${webviewPath}/`);
  response.setHeader(
    'cache-control',
    isNamedAfterContent ? 'public, max-age=31536000, immutable' : 'no-cache',
  );
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
