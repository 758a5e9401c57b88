/** Pages of other origins, such as stock VS Code for the Web: only those that were named, and never by the cookie. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ServerWorld } from './serverWorld.ts';

const page = 'http://v--0a1b2c.localhost:3000';
let world: ServerWorld;

beforeAll(async () => {
  world = await ServerWorld.start({
    files: { 'a.txt': 'content' },
    allowOrigins: ['http://v--*.localhost:3000'],
  });
});
afterAll(() => world[Symbol.asyncDispose]());

const preflight = (method: string) => ({
  'access-control-request-method': method,
  'access-control-request-headers': 'authorization,if-match',
});

describe('a page of an allowed origin', () => {
  it('reads what it asks for with the token, ETag and all', async () => {
    const answer = await world.send('GET', world.contentPath('a.txt'), { origin: page, ...world.bearer });
    expect([answer.status, answer.text]).toEqual([200, 'content']);
    expect(answer.headers['access-control-allow-origin']).toBe(page);
    expect(answer.headers['access-control-expose-headers']).toBe('ETag');
    expect(answer.headers['access-control-allow-credentials']).toBeUndefined();
    expect(answer.headers.vary).toMatch(/\bOrigin\b/);
  });

  it('may ask beforehand, without the token, and is told the methods of the route', async () => {
    const path = world.contentPath('a.txt');
    const answer = await world.send('OPTIONS', path, { origin: page, ...preflight('PUT') });
    expect(answer.status).toBe(204);
    expect(answer.headers['access-control-allow-methods']).toBe('GET, HEAD, PUT');
    expect(answer.headers['access-control-allow-headers']).toMatch(/Authorization.*If-Match/);
    expect(answer.headers['access-control-allow-origin']).toBe(page);
    expect(answer.headers['access-control-allow-private-network']).toBeUndefined();
    const fromAfar = { 'access-control-request-private-network': 'true' };
    const again = await world.send('OPTIONS', path, { origin: page, ...preflight('PUT'), ...fromAfar });
    expect(again.headers['access-control-allow-private-network']).toBe('true');
  });

  it('can read why it is not let in', async () => {
    const answer = await world.send('GET', '/api/boot', { origin: page, authorization: 'Bearer wrong' });
    expect(answer.status).toBe(401);
    expect(answer.headers['access-control-allow-origin']).toBe(page);
  });

  it('is not let in by the cookie', async () => {
    const cookie = `mooring-${world.server.port}=${world.server.token}`;
    const answer = await world.send('GET', '/api/boot', { origin: page, cookie });
    expect([answer.status, (JSON.parse(answer.text) as { error: string }).error]).toEqual([401, 'token']);
  });

  it('learns by asking beforehand nothing that is behind the token', async () => {
    const answer = await world.send('OPTIONS', '/api/boot', { origin: page, ...preflight('GET') });
    expect([answer.status, answer.text]).toEqual([204, '']);
    const request = await world.send('OPTIONS', '/api/boot', { origin: page });
    expect(request.status).toBe(401);
  });
});

describe('a page of any other origin', () => {
  it.each([
    'http://evil.example',
    'http://v--0a1b2c.localhost:3001',
    'https://v--0a1b2c.localhost:3000',
    'null',
  ])('may neither ask nor ask beforehand: %s (T088, T089)', async (origin) => {
    for (const headers of [{ ...world.bearer }, preflight('PUT')]) {
      const method = 'authorization' in headers ? 'GET' : 'OPTIONS';
      const answer = await world.send(method, world.contentPath('a.txt'), { origin, ...headers });
      expect(answer.status).toBe(403);
      expect(Object.keys(answer.headers).filter((name) => name.startsWith('access-control'))).toEqual([]);
      expect(answer.headers.vary).toMatch(/\bOrigin\b/);
    }
  });
});
