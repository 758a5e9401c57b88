import { once } from 'node:events';
import type { OutgoingHttpHeaders } from 'node:http';
import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ServerWorld } from './serverWorld.ts';

let world: ServerWorld;

beforeAll(async () => {
  world = await ServerWorld.start({ files: { 'a.txt': 'content' } });
});
afterAll(() => world[Symbol.asyncDispose]());

const cookie = () => ({ cookie: `mooring-${world.server.port}=${world.server.token}` });

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
