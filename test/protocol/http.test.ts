import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createServer, type Server } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { brotliCompressSync, brotliDecompressSync, gunzipSync, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Boot } from '../../server/protocol/boot.ts';
import { AddressBook } from '../../server/http/addressBook.ts';
import { CrossOrigin } from '../../server/http/crossOrigin.ts';
import { Gate } from '../../server/http/gate.ts';
import { HttpFront } from '../../server/http/httpFront.ts';
import type { HttpRoute, UpgradeRoute } from '../../server/http/route.ts';
import { workbenchRoutes } from '../../server/http/workbenchRoutes.ts';
import { ServerWorld, write } from './serverWorld.ts';

const token = 'a-token-for-this-test';

/** Routes behind the gate, on a port of their own. */
class Front implements AsyncDisposable {
  readonly origin: string;
  readonly log: string[] = [];
  readonly #http: Server;

  private constructor(
    http: Server,
    port: number,
    routes: readonly HttpRoute[],
    upgradeRoutes: readonly UpgradeRoute[],
  ) {
    const say = (_fields: object, message: string) => void this.log.push(message);
    const addresses = new AddressBook({ port, host: '127.0.0.1', allowHosts: [], allowOrigins: [] });
    const gate = new Gate({ addresses, port, token });
    const front = new HttpFront({
      routes,
      upgradeRoutes,
      gate,
      crossOrigin: new CrossOrigin(addresses),
      port,
      token,
      log: { debug: say, info: say, warn: say, error: say },
    });
    this.origin = `http://127.0.0.1:${port}`;
    this.#http = http.on('request', front.request).on('upgrade', front.upgrade);
  }

  static async start(
    routes: readonly HttpRoute[],
    upgradeRoutes: readonly UpgradeRoute[] = [],
  ): Promise<Front> {
    const http = createServer().listen(0, '127.0.0.1');
    await once(http, 'listening');
    return new Front(http, (http.address() as AddressInfo).port, routes, upgradeRoutes);
  }

  get(path: string, headers: Record<string, string> = {}): Promise<Response> {
    return fetch(this.origin + path, { headers: { authorization: `Bearer ${token}`, ...headers } });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#http.closeAllConnections();
    this.#http.close();
    await once(this.#http, 'close');
  }
}

describe('the workbench', () => {
  let folder: string;
  let front: Front;

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'mooring-dist-'));
    const script = 'console.log("hello");'.repeat(100);
    write(join(folder, 'index.html'), '<!doctype html><title>Mooring</title><script>boot()</script>');
    write(join(folder, 'favicon.svg'), '<svg/>');
    write(join(folder, 'assets/main-ABC.js'), script);
    write(join(folder, 'assets/main-ABC.js.br'), brotliCompressSync(script));
    write(join(folder, 'assets/main-ABC.js.gz'), gzipSync(script));
    write(join(folder, 'assets/host-ABC.html'), '<meta http-equiv="Content-Security-Policy" content="x" />');
    write(join(folder, 'assets/onig-ABC.wasm'), 'wasm');
    front = await Front.start(workbenchRoutes({ folder, port: 1, token }));
  });
  afterAll(async () => {
    await front[Symbol.asyncDispose]();
    rmSync(folder, { recursive: true });
  });

  it('is a page that is asked for anew each time, under a policy that lets nothing else in', async () => {
    const page = await front.get('/');
    expect(await page.text()).toContain('<title>Mooring');
    expect(page.headers.get('content-type')).toMatch(/^text\/html;\s*charset=utf-8$/);
    expect(page.headers.get('cache-control')).toBe('no-cache');
    const policy = page.headers.get('content-security-policy') ?? '';
    for (const part of [
      "default-src 'self'",
      "worker-src 'self' blob:",
      "frame-ancestors 'self'",
      "object-src 'none'",
      `ws://${new URL(front.origin).host}`,
    ])
      expect(policy).toContain(part);
    const scripts = /script-src-elem ([^;]*)/.exec(policy)?.[1];
    expect(scripts).toBe(`'self' 'sha256-${createHash('sha256').update('boot()').digest('base64')}'`);
    for (const [name, value] of [
      ['x-content-type-options', 'nosniff'],
      ['referrer-policy', 'same-origin'],
      ['cross-origin-opener-policy', 'same-origin'],
      ['cross-origin-resource-policy', 'same-origin'],
    ] as const)
      expect(page.headers.get(name)).toBe(value);
    const again = await front.get('/', { 'if-none-match': page.headers.get('etag') ?? '' });
    expect(again.status).toBe(304);
  });

  it('has files named after their content, which browsers keep, precompressed', async () => {
    const asked = await front.get('/assets/main-ABC.js', { 'accept-encoding': 'gzip, deflate, br, zstd' });
    expect([asked.headers.get('content-encoding'), asked.headers.get('vary')]).toEqual([
      'br',
      'Origin, Accept-Encoding',
    ]);
    expect(asked.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
    expect(asked.headers.get('content-type')).toContain('text/javascript');
    expect(await asked.text()).toContain('hello');
    expect(
      (await front.get('/assets/main-ABC.js', { 'accept-encoding': 'gzip' })).headers.get('content-encoding'),
    ).toBe('gzip');
    expect(
      (await front.get('/assets/main-ABC.js', { 'accept-encoding': 'identity' })).headers.get(
        'content-encoding',
      ),
    ).toBeNull();
    expect((await front.get('/assets/onig-ABC.wasm')).headers.get('content-type')).toBe('application/wasm');
    expect((await front.get('/favicon.svg')).headers.get('content-type')).toBe('image/svg+xml');
  });

  it("leaves the extension host's frame its own policy", async () => {
    const frame = await front.get('/assets/host-ABC.html');
    expect(frame.headers.get('content-security-policy')).toBe("frame-ancestors 'self'");
  });

  it('says that a file is not there, and that nothing is built', async () => {
    const missing = await front.get('/assets/old.js');
    expect([missing.status, ((await missing.json()) as { error: string }).error]).toEqual([404, 'not-found']);
    for (const path of ['/assets/../index.html/x', '/assets/..%2findex.html', '/index.html.br'])
      expect((await front.get(path)).status).toBe(404);
    await using bare = await Front.start(workbenchRoutes({ folder: join(folder, 'nope'), port: 1, token }));
    const unbuilt = await bare.get('/');
    expect([unbuilt.status, await unbuilt.text()]).toEqual([
      503,
      expect.stringContaining('node esbuild.mjs'),
    ]);
  });
});

describe('a fault in one handler', () => {
  it('is answered with 500 and logged, and the others are served', async () => {
    const fail = () => {
      throw new Error('Bug: on purpose');
    };
    const routes: HttpRoute[] = [
      { methods: ['GET'], prefix: '/throws', handle: fail },
      { methods: ['GET'], prefix: '/rejects', handle: async () => fail() },
      {
        methods: ['GET'],
        prefix: '/breaks',
        handle: (_request, response) => (response.writeHead(200), response.write('half'), fail()),
      },
      { methods: ['GET'], prefix: '/good', handle: (_request, response) => void response.end('good') },
    ];
    const upgrades: UpgradeRoute[] = [
      { prefix: '/socket', admit: fail },
      { prefix: '/served', admit: () => fail },
    ];
    await using front = await Front.start(routes, upgrades);
    for (const path of ['/throws', '/rejects']) {
      const answer = await front.get(path);
      expect([answer.status, await answer.json()]).toEqual([
        500,
        { error: 'internal', message: expect.stringContaining('log') },
      ]);
    }
    await expect(front.get('/breaks').then((answer) => answer.text())).rejects.toThrow();
    const { WebSocket } = await import('ws');
    const connect = (path: string) =>
      new WebSocket(front.origin.replace('http', 'ws') + path, {
        headers: { authorization: `Bearer ${token}` },
      });
    const [, refused] = (await once(connect('/socket'), 'unexpected-response')) as [
      unknown,
      { statusCode: number; resume(): void },
    ];
    refused.resume();
    expect(refused.statusCode).toBe(500);
    const [code] = (await once(connect('/served'), 'close')) as [number];
    expect(code).toBe(4009);
    expect(front.log.filter((line) => line.includes('failed') || line.includes('could not'))).toHaveLength(5);
    expect(await (await front.get('/good')).text()).toBe('good');
  });
});

const grammar = JSON.stringify({
  patterns: Array.from({ length: 500 }, (_, at) => ({ match: `word ${at}` })),
});

describe('boot and extensions', () => {
  let world: ServerWorld;

  beforeAll(async () => {
    const extensions = mkdtempSync(join(tmpdir(), 'mooring-extensions-'));
    write(
      join(extensions, 'mine/package.json'),
      JSON.stringify({ name: 'mine', publisher: 'test', version: '1.2.3', engines: { vscode: '*' } }),
    );
    write(join(extensions, 'mine/README.md'), '# Mine');
    write(join(extensions, 'mine/grammar.json'), grammar);
    write(join(extensions, 'mine/picture.png'), new Uint8Array(5_000));
    write(join(extensions, 'mine/sub/a b#c%20d?é漢.json'), '{}');
    write(join(extensions, 'mine/page.html'), '<script>alert(1)</script>');
    write(join(extensions, 'mine/secret'), 'inside');
    write(join(extensions, 'secret'), 'outside');
    symlinkSync(join(extensions, 'secret'), join(extensions, 'mine/link'));
    symlinkSync(extensions, join(extensions, 'mine/up'));
    world = await ServerWorld.start({ extensionsDirs: [extensions] });
    return () => rmSync(extensions, { recursive: true });
  });
  afterAll(() => world[Symbol.asyncDispose]());

  const boot = async () => JSON.parse((await world.get('/api/boot')).text) as Boot;
  const mine = async () => (await boot()).extensions.find(({ id }) => id === 'test.mine')?.location ?? '';

  it('tells the workbench what it must know', async () => {
    const { folder, home, platform, version, extensions } = await boot();
    expect(folder).toEqual({ id: world.folderId, name: 'folder', uri: world.uri() });
    expect(home).toMatch(/^file:\/\/\//);
    expect(['linux', 'mac', 'windows']).toContain(platform);
    expect(version).toMatch(/^\d+\.\d+\.\d+$/);
    expect(extensions.find(({ id }) => id === 'test.mine')).toMatchObject({
      source: 'user',
      readme: 'README.md',
      manifest: { name: 'mine' },
    });
  });

  it('is compressed, and not sent again while nothing changed', async () => {
    const packed = await world.get('/api/boot', { 'accept-encoding': 'gzip' });
    expect(packed.headers['content-encoding']).toBe('gzip');
    expect(gunzipSync(packed.bytes).equals((await world.get('/api/boot')).bytes)).toBe(true);
    expect((await world.get('/api/boot', { 'if-none-match': packed.headers.etag })).status).toBe(304);
  });

  it("gives extensions' files to be kept by browsers, typed, and harmless as pages", async () => {
    const base = await mine();
    const file = await world.get(`${base}/sub/${encodeURIComponent('a b#c%20d?é漢.json')}`);
    expect([file.status, file.text, file.headers['content-type']]).toEqual([
      200,
      '{}',
      'application/json; charset=utf-8',
    ]);
    expect(file.headers['cache-control']).toContain('immutable');
    expect((await world.get(`${base}/README.md`)).headers['content-type']).toContain('text/markdown');
    expect((await world.get(`${base}/page.html`)).headers['content-security-policy']).toContain('sandbox');
    const earlier = await world.get('/extensions/test.mine/0.0.1-000000000000/README.md');
    expect([earlier.status, earlier.headers['cache-control']]).toEqual([200, 'no-cache']);
  });

  it("sends extensions' texts compressed to browsers that take it, and by its own tag", async () => {
    const path = `${await mine()}/grammar.json`;
    const plain = await world.get(path, { 'accept-encoding': 'identity' });
    expect(plain.headers['content-encoding']).toBeUndefined();
    expect(plain.text).toBe(grammar);
    for (const [accepted, coding, expand] of [
      ['gzip, deflate, br, zstd', 'br', brotliDecompressSync],
      ['gzip, deflate', 'gzip', gunzipSync],
      ['gzip, br;q=0', 'gzip', gunzipSync],
    ] as const) {
      const headers = { 'accept-encoding': accepted };
      const first = await world.get(path, headers);
      expect(first.headers).toMatchObject({
        'content-encoding': coding,
        'content-type': 'application/json; charset=utf-8',
        'content-length': String(first.bytes.length),
      });
      expect(first.headers.vary).toContain('Accept-Encoding');
      expect(first.bytes.length).toBeLessThan(grammar.length / 2);
      expect(expand(first.bytes).toString()).toBe(grammar);
      const etag = first.headers.etag ?? '';
      expect(etag).not.toBe(plain.headers.etag);
      expect((await world.get(path, { ...headers, 'if-none-match': etag })).status).toBe(304);
      // Kept, and the same.
      expect((await world.get(path, headers)).bytes.equals(first.bytes)).toBe(true);
    }
    // Too small to gain anything, or no text.
    for (const name of ['README.md', 'picture.png']) {
      const answer = await world.get(`${await mine()}/${name}`, { 'accept-encoding': 'br' });
      expect(answer.headers['content-encoding'], name).toBeUndefined();
    }
  });

  it('never leaves the folder of an extension (T093)', async () => {
    const base = await mine();
    const attempts = [
      '..%2f..%2fetc%2fpasswd',
      '..%2fsecret',
      '%2e%2e/%2e%2e/secret',
      '../../../../etc/passwd',
      '..\\secret',
      '..%5csecret',
      '%252e%252e%252fsecret',
      '..%252fsecret',
      'link',
      'up/secret',
      '/etc/passwd',
      '%2fetc%2fpasswd',
      '%00',
      'secret%00.json',
      '%zz',
      '',
      '.',
      'sub',
      'nope',
    ];
    for (const attempt of attempts) {
      const answer = await world.get(`${base}/${attempt}`);
      expect([attempt, answer.status]).toEqual([attempt, 404]);
      expect(answer.text).not.toContain('root:');
    }
    for (const path of [
      '/extensions',
      '/extensions/',
      '/extensions/nope/1/x',
      '/extensions/%zz/1/x',
      '/extensions/../package.json',
      '/extensions/__proto__/1/x',
    ])
      expect((await world.get(path)).status).toBe(404);
    expect((await world.get(`${base}/secret`)).text).toBe('inside');
  });
});
