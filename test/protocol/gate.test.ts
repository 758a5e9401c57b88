/** The whole gate over every route and every upgrade path the server has: a new one is covered by itself. */
import { existsSync } from 'node:fs';
import type { OutgoingHttpHeaders } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ServerWorld } from './serverWorld.ts';

let world: ServerWorld;

beforeAll(async () => {
  world = await ServerWorld.start({ files: { 'a.txt': 'content' } });
});
afterAll(() => world[Symbol.asyncDispose]());

/** Paths under a route's prefix that exist, for those whose prefix alone names nothing. */
function pathsOf(prefix: string): string[] {
  switch (prefix) {
    case '/files':
      return [world.contentPath('a.txt'), world.contentPath('new.txt')];
    case '/outside':
      return ['/outside?uri=file:///etc/hostname'];
    case '/relay/lsp':
      return ['/relay/lsp/typescript7', '/relay/lsp/nope'];
    case '/relay/dap':
      return ['/relay/dap/pwa-node', '/relay/dap/nope', '/relay/dap/pwa-node?parent=nope'];
    default:
      return [prefix];
  }
}

/** By name, as ARCHITECTURE.md lists them: nothing here tells or changes anything of the user's. */
const withoutToken = (prefix: string) =>
  prefix === '/health' ||
  prefix === '/assets' ||
  prefix === '/webview' ||
  /^\/[\w-]+\.(svg|png|ico|json|webmanifest)$/.test(prefix);

interface Attack {
  readonly name: string;
  readonly headers: () => OutgoingHttpHeaders;
  readonly error: string;
  /** It is the token that is missing, which some routes do without. */
  readonly lacksToken?: true;
  /** The WebSocket client used here cannot do that. */
  readonly onlyHttp?: true;
}

const cookie = (token = world.server.token) => ({ cookie: `mooring-${world.server.port}=${token}` });

const attacks: readonly Attack[] = [
  { name: 'no token', headers: () => ({}), error: 'token', lacksToken: true },
  {
    name: 'a wrong token',
    headers: () => ({ authorization: 'Bearer wrong' }),
    error: 'token',
    lacksToken: true,
  },
  {
    name: 'a wrong cookie',
    headers: () => ({ ...cookie('wrong'), origin: world.origin }),
    error: 'token',
    lacksToken: true,
  },
  { name: "a program's cookie alone", headers: () => cookie(), error: 'token', lacksToken: true },
  {
    name: 'a foreign Origin',
    headers: () => ({ ...world.bearer, ...cookie(), origin: 'http://evil.example' }),
    error: 'origin',
  },
  {
    name: 'a null Origin',
    headers: () => ({ ...world.bearer, ...cookie(), origin: 'null' }),
    error: 'origin',
  },
  { name: 'an empty Origin', headers: () => ({ ...world.bearer, ...cookie(), origin: '' }), error: 'origin' },
  {
    name: "another port's Origin",
    headers: () => ({ ...world.bearer, ...cookie(), origin: 'http://localhost:1' }),
    error: 'origin',
  },
  {
    name: "a sub-domain's Origin",
    headers: () => ({ ...world.bearer, ...cookie(), origin: `http://x.${world.host}` }),
    error: 'origin',
  },
  {
    name: "the extension host's Origin, not allowed",
    headers: () => ({ ...world.bearer, origin: 'http://v--abc.localhost:3000' }),
    error: 'origin',
  },
  {
    name: 'an https Origin',
    headers: () => ({ ...world.bearer, ...cookie(), origin: `https://${world.host}` }),
    error: 'origin',
  },
  {
    name: 'a longer Origin',
    headers: () => ({ ...world.bearer, ...cookie(), origin: `${world.origin}.evil.example` }),
    error: 'origin',
  },
  {
    name: 'a foreign Host',
    headers: () => ({ ...world.bearer, ...cookie(), host: 'evil.example' }),
    error: 'host',
  },
  {
    name: 'a foreign Host with our port',
    headers: () => ({ ...world.bearer, host: `evil.example:${world.server.port}` }),
    error: 'host',
  },
  { name: "another port's Host", headers: () => ({ ...world.bearer, host: 'localhost:1' }), error: 'host' },
  {
    name: 'a foreign Host that forwards ours',
    headers: () => ({ ...world.bearer, host: 'evil.example', 'x-forwarded-host': world.host }),
    error: 'host',
  },
  { name: 'no Host', onlyHttp: true, headers: () => ({ ...world.bearer, host: '' }), error: 'host' },
  {
    name: "another site's page, without Origin",
    headers: () => ({ ...cookie(), 'sec-fetch-site': 'cross-site' }),
    error: 'sec-fetch-site',
  },
  {
    name: "a sibling's page, without Origin",
    headers: () => ({ ...cookie(), 'sec-fetch-site': 'same-site', 'sec-fetch-mode': 'no-cors' }),
    error: 'sec-fetch-site',
  },
  {
    name: "a webview's Origin",
    headers: () => ({ ...world.bearer, ...ofWebview(), origin: `http://${world.webviewHost}` }),
    error: 'origin',
  },
  {
    name: "a webview's picture",
    headers: () => ({ ...ofWebview(), 'sec-fetch-mode': 'no-cors', 'sec-fetch-dest': 'image' }),
    error: 'sec-fetch-site',
  },
  {
    name: "a webview's frame",
    headers: () => ({ ...ofWebview(), 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'iframe' }),
    error: 'sec-fetch-site',
  },
  {
    name: "a webview's picture, in a browser that does not tell whose it is",
    headers: () => ({ ...cookie(), host: world.workbenchHost }),
    error: 'token',
    lacksToken: true,
  },
];

/** It is of the workbench's site: whatever it asks for carries the cookie. */
const ofWebview = () => ({ ...cookie(), host: world.workbenchHost, 'sec-fetch-site': 'same-site' });

describe('every route', () => {
  for (const attack of attacks) {
    it(`refuses ${attack.name} (T089, T091, T092)`, async () => {
      expect(world.server.routes.length).toBeGreaterThan(5);
      for (const route of world.server.routes) {
        const isOpen = attack.lacksToken === true && route.withoutToken === true;
        for (const path of pathsOf(route.prefix)) {
          for (const method of route.methods) {
            const answer = await world.send(
              method,
              path,
              attack.headers(),
              method === 'PUT' ? 'x' : undefined,
            );
            const what = `${method} ${path}`;
            if (isOpen) expect([200, 404], what).toContain(answer.status);
            else expect(answer.status, what).toBe(attack.error === 'token' ? 401 : 403);
            if (!isOpen && method !== 'HEAD') expect(JSON.parse(answer.text).error, what).toBe(attack.error);
          }
        }
      }
      expect(existsSync(world.path('new.txt'))).toBe(false);
    });
  }

  it('lets only those do without the token that are named here', () => {
    const open = world.server.routes.filter((route) => route.withoutToken).map(({ prefix }) => prefix);
    expect(open.filter((prefix) => !withoutToken(prefix))).toEqual([]);
    expect(open).toContain('/health');
  });

  it("refuses another site's form, whatever it carries, and writes nothing (T092)", async () => {
    for (const route of world.server.routes) {
      for (const path of pathsOf(route.prefix)) {
        const headers = {
          ...cookie(),
          origin: 'http://evil.example',
          'sec-fetch-site': 'cross-site',
          'sec-fetch-mode': 'navigate',
          'content-type': 'multipart/form-data; boundary=x',
        };
        const answer = await world.send('POST', path, headers, '--x\r\n\r\nowned\r\n--x--');
        expect(answer.status, path).toBe(403);
      }
    }
    expect(existsSync(world.path('new.txt'))).toBe(false);
  });

  it('names the header that failed, and serves the next request (T105)', async () => {
    const { text } = await world.send('GET', '/api/boot', { ...world.bearer, host: 'evil.example' });
    expect(text).toContain('Host header');
    expect(text).toContain('--allow-host');
    expect((await world.get('/api/boot')).status).toBe(200);
  });
});

describe("a webview's host", () => {
  const asks = (method: string, path: string, headers: OutgoingHttpHeaders = {}) =>
    world.send(method, path, { ...world.bearer, ...cookie(), host: world.webviewHost, ...headers });

  it('has what its frame is made of, and no other route, whatever it is asked with', async () => {
    const frames = world.server.routes.filter(({ forWebviews }) => forWebviews);
    expect(frames.map(({ prefix }) => prefix)).toEqual(['/webview']);
    for (const route of world.server.routes.filter(({ forWebviews }) => !forWebviews)) {
      for (const path of [...pathsOf(route.prefix), `${route.prefix}?token=${world.server.token}`]) {
        for (const method of route.methods) {
          const answer = await asks(method, path, { 'sec-fetch-site': 'same-origin' });
          expect([answer.status, answer.headers['set-cookie']], `${method} ${path}`).toEqual([
            403,
            undefined,
          ]);
          if (method !== 'HEAD') expect(JSON.parse(answer.text).error).toBe('host');
        }
      }
    }
    for (const { prefix } of world.server.upgradeRoutes) {
      const headers = { ...world.bearer, host: world.webviewHost };
      expect((await world.upgrade(prefix, headers)).status, prefix).toBe(403);
    }
  });

  it('is opened in a frame of the workbench, and by itself, but by nobody else', async () => {
    const frame = { 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'iframe' };
    const statusOf = async (headers: OutgoingHttpHeaders) => (await asks('GET', '/webview', headers)).status;
    expect(await statusOf({ ...frame, 'sec-fetch-site': 'same-site' })).toBe(404);
    expect(await statusOf({ 'sec-fetch-site': 'same-origin' })).toBe(404);
    expect(await statusOf({ ...frame, 'sec-fetch-site': 'cross-site' })).toBe(403);
    expect(await statusOf({ 'sec-fetch-mode': 'no-cors', 'sec-fetch-site': 'same-site' })).toBe(403);
    expect(await statusOf({ origin: `http://${world.webviewHost}` })).toBe(403);
  });
});

describe('every upgrade path', () => {
  for (const attack of attacks.filter(({ onlyHttp }) => !onlyHttp)) {
    it(`refuses ${attack.name} (KI-P27, T088, T095)`, async () => {
      expect(world.server.upgradeRoutes.map(({ prefix }) => prefix)).toContain('/relay/lsp');
      for (const route of world.server.upgradeRoutes) {
        for (const path of pathsOf(route.prefix)) {
          const { status, text } = await world.upgrade(path, attack.headers());
          expect([path, status, JSON.parse(text).error]).toEqual([
            path,
            attack.error === 'token' ? 401 : 403,
            attack.error,
          ]);
        }
      }
      expect(world.lines.join('\n')).not.toContain('Language server started');
    });
  }

  it('refuses a wrong token in the subprotocol, and never tells tokens (T095, T096)', async () => {
    for (const route of world.server.upgradeRoutes) {
      for (const path of pathsOf(route.prefix)) {
        const { status, text } = await world.upgrade(path, {}, ['mooring.v1', 'mooring.token.wrong-secret']);
        expect(status).toBe(401);
        expect(text).not.toContain('wrong-secret');
      }
    }
    expect(world.lines.join('\n')).not.toContain('wrong-secret');
  });

  it('is nothing but a WebSocket', async () => {
    for (const { prefix } of world.server.upgradeRoutes) {
      expect((await world.get(prefix)).status).toBe(426);
    }
  });
});
