import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createServer, type Server } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { AddressBook } from '../../server/http/addressBook.ts';
import { CrossOrigin } from '../../server/http/crossOrigin.ts';
import { Gate } from '../../server/http/gate.ts';
import { HttpFront } from '../../server/http/httpFront.ts';
import type { HttpRoute, UpgradeRoute } from '../../server/http/route.ts';
import { workbenchRoutes } from '../../server/http/workbenchRoutes.ts';
import { write } from './serverWorld.ts';

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
    write(join(folder, 'webview/abc/index.html'), '<title>Webview</title>');
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

  it('leaves the frames of extension host and webviews their own policy', async () => {
    for (const path of ['/assets/host-ABC.html', '/webview/abc/index.html']) {
      const frame = await front.get(path);
      expect(frame.headers.get('content-security-policy')).toBe("frame-ancestors 'self'");
      expect(frame.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
    }
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
