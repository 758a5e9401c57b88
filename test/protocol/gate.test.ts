/** The whole gate over every route and every upgrade path the server has: a new one is covered by itself. */
import { existsSync } from 'node:fs';
import { connect } from 'node:net';
import { once } from 'node:events';
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
    default:
      return [prefix];
  }
}

/** By name, as ARCHITECTURE.md lists them: nothing here tells or changes anything of the user's. */
const withoutToken = (prefix: string) =>
  prefix === '/health' || prefix === '/assets' || /^\/[\w-]+\.(svg|png|ico|json|webmanifest)$/.test(prefix);

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
];

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

describe('every upgrade path', () => {
  for (const attack of attacks.filter(({ onlyHttp }) => !onlyHttp)) {
    it(`refuses ${attack.name} (T088, T095)`, async () => {
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

describe('who is let in', () => {
  it('is a page of this origin with the cookie', async () => {
    const page = { ...cookie(), 'sec-fetch-site': 'same-origin' };
    expect((await world.send('GET', '/api/boot', page)).status).toBe(200);
    expect((await world.upgrade('/channel', { ...cookie(), origin: world.origin })).status).toBe(101);
    const written = await world.send(
      'PUT',
      world.contentPath('b.txt'),
      { ...cookie(), origin: world.origin },
      'x',
    );
    expect(written.status).toBe(201);
  });

  it('is a person who comes by a bookmark, but no form or script', async () => {
    const typed = { ...cookie(), 'sec-fetch-site': 'none', 'sec-fetch-mode': 'navigate' };
    expect((await world.send('GET', '/api/boot', typed)).status).toBe(200);
    expect((await world.send('PUT', world.contentPath('c.txt'), typed, 'x')).status).toBe(401);
  });

  it('is a program with the bearer token', async () => {
    expect((await world.get('/api/boot')).status).toBe(200);
    expect((await world.upgrade('/channel', world.bearer)).status).toBe(101);
  });

  it('is a socket with the token as a subprotocol, which is not echoed', async () => {
    const offered = ['mooring.v1', `mooring.token.${world.server.token}`];
    expect(await world.upgrade('/channel', {}, offered)).toMatchObject({
      status: 101,
      protocol: 'mooring.v1',
    });
  });

  it('is whoever opens the printed address, which then holds no token any more (T106)', async () => {
    const { pathname, search } = new URL(world.server.url);
    const answer = await world.send('GET', `${pathname}${search}&folder=x`, {
      'sec-fetch-site': 'cross-site',
      'sec-fetch-mode': 'navigate',
      'sec-fetch-dest': 'document',
    });
    expect(answer.status).toBe(303);
    expect(answer.headers.location).toBe('/?folder=x');
    const [set = ''] = answer.headers['set-cookie'] ?? [];
    expect(set).toMatch(new RegExp(`^mooring-${world.server.port}=`));
    for (const part of ['HttpOnly', 'SameSite=Strict', 'Path=/']) expect(set).toContain(part);
    const page = { cookie: set.split(';')[0], 'sec-fetch-site': 'none', 'sec-fetch-mode': 'navigate' };
    expect((await world.send('GET', '/', page)).status).not.toBe(401);
  });

  it('is nobody by a wrong printed address', async () => {
    expect((await world.send('GET', '/?token=wrong')).status).toBe(401);
    expect((await world.send('GET', `/api/boot?token=${world.server.token}`)).status).toBe(401);
  });

  it('tells a person without the token how to get in, in words of their own', async () => {
    const page = await world.send('GET', '/', { accept: 'text/html' });
    expect(page.status).toBe(401);
    expect(page.headers['content-type']).toContain('text/html');
    expect(page.text).toContain('/?token=');
    expect(page.text).not.toContain('http-equiv="refresh"');
    // A link from elsewhere brings no strict cookie; asking once more does.
    const followed = {
      accept: 'text/html',
      'sec-fetch-site': 'cross-site',
      'sec-fetch-mode': 'navigate',
      'sec-fetch-dest': 'document',
    };
    expect((await world.send('GET', '/', followed)).text).toContain('http-equiv="refresh"');
  });
});

describe('what is no request of ours', () => {
  it('gets 404 for an unknown path, 405 for a method, 400 for an odd address', async () => {
    expect((await world.get('/nope')).status).toBe(404);
    expect((await world.get('/filesystem')).status).toBe(404);
    const wrong = await world.send('DELETE', '/api/boot', world.bearer);
    expect([wrong.status, wrong.headers.allow]).toEqual([405, 'GET, HEAD']);
    expect((await world.send('OPTIONS', '*', world.bearer)).status).toBe(400);
    expect((await world.get('http://evil.example/api/boot')).status).toBe(400);
    expect((await world.get('//evil.example/api/boot')).status).toBe(404);
    expect((await world.upgrade('/nope', world.bearer)).status).toBe(404);
  });

  it('is refused when it is no HTTP at all, and others are served', async () => {
    const socket = connect(world.server.port, '127.0.0.1');
    await once(socket, 'connect');
    socket.write('nonsense\r\n\r\n');
    const [answer] = (await once(socket, 'data')) as [Buffer];
    expect(String(answer)).toContain('400');
    socket.destroy();
    expect((await world.get('/health')).status).toBe(200);
  });
});

describe('other names and origins', () => {
  it('work when they are configured (T105)', async () => {
    await using proxied = await ServerWorld.start({ allowHosts: ['code.example.com', 'b.internal'] });
    const get = (headers: OutgoingHttpHeaders) => proxied.get('/api/boot', headers);
    expect((await get({ host: 'code.example.com', origin: 'https://code.example.com' })).status).toBe(200);
    expect((await get({ host: 'b.internal', origin: 'https://code.example.com' })).status).toBe(200);
    expect((await get({ host: `code.example.com:${proxied.server.port}` })).status).toBe(200);
    expect((await get({ host: '', 'x-forwarded-host': 'code.example.com, b.internal' })).status).toBe(200);
    const refused = await get({ host: '', 'x-forwarded-host': 'evil.example, code.example.com' });
    expect(refused.status).toBe(403);
    expect(refused.text).toContain('X-Forwarded-Host');
    expect((await get({ host: 'code.example.com', origin: 'https://evil.code.example.com' })).status).toBe(
      403,
    );
  });

  it('let a foreign page in by pattern, if it brings the token itself', async () => {
    await using open = await ServerWorld.start({ allowOrigins: ['http://v--*.localhost:3000'] });
    const origin = 'http://v--1a2b.localhost:3000';
    const protocols = ['mooring.v1', `mooring.token.${open.server.token}`];
    expect(
      (await open.upgrade('/channel', { origin, 'sec-fetch-site': 'cross-site' }, protocols)).status,
    ).toBe(101);
    const withCookie = { origin, cookie: `mooring-${open.server.port}=${open.server.token}` };
    expect((await open.upgrade('/channel', withCookie)).status).toBe(401);
    for (const other of [
      'http://v--.localhost:3000',
      'http://v--x.evil.localhost:3000',
      'http://v--x.localhost:3001',
      'https://v--x.localhost:3000',
      'http://localhost:3000',
    ]) {
      expect((await open.upgrade('/channel', { origin: other }, protocols)).status, other).toBe(403);
    }
  });
});
