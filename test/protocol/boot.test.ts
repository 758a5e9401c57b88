import { mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Boot } from '../../server/protocol/boot.ts';
import { ServerWorld, write } from './serverWorld.ts';

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
