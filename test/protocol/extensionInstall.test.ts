import { existsSync, readdirSync, readFileSync, symlinkSync } from 'node:fs';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Boot } from '../../server/protocol/boot.ts';
import type { InstallLine, OwnExtension } from '../../server/protocol/extensionInstall.ts';
import { brokenOff, FixtureRegistry } from '../harness/registry.ts';
import { until } from '../harness/until.ts';
import { vsix, zip } from '../harness/zip.ts';
import { ServerWorld, write } from './serverWorld.ts';

const manifest = (name: string, version = '1.0.0') => ({
  name,
  publisher: 'test',
  version,
  displayName: `The ${name}`,
});
let world: ServerWorld;
beforeEach(async () => {
  world = await ServerWorld.start({
    files: {
      'mine/package.json': JSON.stringify(manifest('mine')),
      'mine/node_modules/x/index.js': '',
      'mine/.git/HEAD': '',
      'nothing/readme.md': '',
    },
  });
});
afterEach(() => world[Symbol.asyncDispose]());

const extensions = () => join(world.dataDir, 'extensions');
/** What lies there, with what may be left of work. */
const inFolder = () => (existsSync(extensions()) ? readdirSync(extensions()).sort() : []);
const post = async (path: string, body?: Uint8Array): Promise<InstallLine> => {
  const answer = await world.send('POST', `/api/extensions/${path}`, world.bearer, body);
  return JSON.parse(answer.text.trim().split('\n').at(-1) ?? '') as InstallLine;
};
const own = async () => JSON.parse((await world.get('/api/extensions/own')).text) as OwnExtension[];
const isLoaded = async (id: string) =>
  (JSON.parse((await world.get('/api/boot')).text) as Boot).extensions.some(
    (extension) => extension.id === id,
  );
const remove = (id: string) => world.send('DELETE', `/api/extensions/own?id=${id}`, world.bearer);

describe('installing a packed extension', () => {
  it('puts it into the user’s folder, from where it is loaded, and removes it again', async () => {
    expect(await post('packed', vsix(manifest('tide'), { 'a.txt': 'a' }))).toEqual({
      kind: 'done',
      id: 'test.tide',
      version: '1.0.0',
    });
    expect(inFolder()).toEqual(['test.tide-1.0.0']);
    await until('it is loaded', () => isLoaded('test.tide'));
    expect(await own()).toEqual([
      {
        id: 'test.tide',
        title: 'The tide',
        version: '1.0.0',
        path: join(extensions(), 'test.tide-1.0.0'),
        isDroppedIn: false,
      },
    ]);
    expect((await remove('test.tide')).status).toBe(200);
    expect(inFolder()).toEqual([]);
    await until('it is gone', async () => !(await isLoaded('test.tide')));
  });

  it('replaces what it installed before, and nothing else', async () => {
    await post('packed', vsix(manifest('tide')));
    await until('it is loaded', () => isLoaded('test.tide'));
    await post('packed', vsix(manifest('tide', '2.0.0')));
    expect(inFolder()).toEqual(['test.tide-2.0.0']);
    write(join(extensions(), 'test.moon-1.0.0/package.json'), JSON.stringify(manifest('moon')));
    expect(await post('packed', vsix(manifest('moon')))).toEqual({
      kind: 'failed',
      message: expect.stringMatching(
        /test\.moon-1\.0\.0 is there already, and was not installed from here/,
      ) as string,
    });
    expect(inFolder()).toEqual(['test.moon-1.0.0', 'test.tide-2.0.0']);
  });

  it('is done by two pages at the same time as by one', async () => {
    const body = vsix(manifest('tide'), { 'a.txt': 'a' });
    const answers = await Promise.all([post('packed', body), post('packed', body), post('packed', body)]);
    expect(answers.map(({ kind }) => kind)).toEqual(['done', 'done', 'done']);
    expect(inFolder()).toEqual(['test.tide-1.0.0']);
    await until('it is loaded', () => isLoaded('test.tide'));
    expect((await own()).map(({ isDroppedIn }) => isDroppedIn)).toEqual([false]);
  });

  it('leaves one version, however quickly one follows the other', async () => {
    await post('packed', vsix(manifest('tide-table')));
    for (const version of ['1.0.0', '3.0.0', '2.0.0']) await post('packed', vsix(manifest('tide', version)));
    expect(inFolder()).toEqual(['test.tide-2.0.0', 'test.tide-table-1.0.0']);
  });

  it('refuses what is none, or means harm, with a reason, and leaves nothing', async () => {
    for (const [body, reason] of [
      [Buffer.from('no zip'), /^It is no zip archive/],
      [zip([['extension/../../evil', 'x']]), /relative path/],
      [zip([['extension/package.json', '{ "name": }']]), /package\.json:1:11: it is not valid JSON/],
      [vsix({ publisher: 'test', name: '../../evil', version: '1.0.0' }), /"name" must be/],
      [zip([['extension/readme.md', 'x']]), /holds no extension\/package\.json/],
    ] as const) {
      expect(await post('packed', body)).toEqual({
        kind: 'failed',
        message: expect.stringMatching(reason) as string,
      });
    }
    const odd = await post('packed', vsix(manifest('odd', '../../../evil')));
    expect(odd).toMatchObject({ kind: 'done', version: '.._.._.._evil' });
    expect(inFolder()).toEqual(['test.odd-.._.._.._evil']);
    expect(readdirSync(world.root).sort()).toEqual(['data', 'folder']);
  });

  it('is cancelled by going away, and leaves nothing', async () => {
    const body = vsix(manifest('tide'), { 'large.bin': 'x'.repeat(1_000_000) });
    const sent = request({
      host: '127.0.0.1',
      port: world.server.port,
      method: 'POST',
      path: '/api/extensions/packed',
      headers: { ...world.bearer, host: world.host, 'content-length': body.length },
    });
    sent.on('error', () => {});
    sent.write(body.subarray(0, body.length / 2));
    const received = () => readdirSync(tmpdir()).some((name) => name.startsWith('mooring-install-'));
    await until('the server receives it', received);
    sent.destroy();
    await until('the server noticed', () => world.lines.some((line) => line.includes('Did not install')));
    expect([inFolder(), received()]).toEqual([[], false]);
  });

  it('is nothing for those without the token, or of another site', async () => {
    const body = vsix(manifest('tide'));
    expect((await world.send('POST', '/api/extensions/packed', {}, body)).status).toBe(401);
    const foreign = { ...world.bearer, origin: 'https://evil.example' };
    expect((await world.send('POST', '/api/extensions/packed', foreign, body)).status).toBe(403);
    expect((await world.send('DELETE', '/api/extensions/own?id=x', {})).status).toBe(401);
    expect(inFolder()).toEqual([]);
  });
});

describe('installing a folder', () => {
  const folder = (uri: string) => post(`folder?uri=${encodeURIComponent(uri)}`);

  it('copies it, without its history', async () => {
    expect(await folder(world.uri('mine'))).toMatchObject({ kind: 'done', id: 'test.mine' });
    expect(readdirSync(join(extensions(), 'test.mine-1.0.0')).sort()).toEqual([
      'node_modules',
      'package.json',
    ]);
    expect(readFileSync(world.path('mine/package.json'), 'utf8')).toContain('The mine');
  });

  it('takes none outside of the opened folder, and no links', async () => {
    write(join(world.root, 'outside/package.json'), JSON.stringify(manifest('outside')));
    for (const uri of [
      pathToFileURL(join(world.root, 'outside')).href,
      `${world.uri()}/../outside`,
      'http://x/y',
      '',
    ])
      expect(await folder(uri)).toMatchObject({ kind: 'failed' });
    symlinkSync(join(world.root, 'outside'), world.path('mine/link'));
    expect(await folder(world.uri('mine'))).toMatchObject({
      kind: 'failed',
      message: expect.stringMatching(/mine\/link is a link/) as string,
    });
    expect(await folder(world.uri('nothing'))).toMatchObject({
      kind: 'failed',
      message: expect.stringMatching(/[Pp]ackage\.json: it is missing/) as string,
    });
    expect(inFolder()).toEqual([]);
  });
});

describe('removing an extension', () => {
  it('knows which were put there by hand, and touches none outside the user’s folder', async () => {
    write(join(extensions(), 'by-hand/package.json'), JSON.stringify(manifest('by-hand')));
    write(join(extensions(), 'packed.vsix'), vsix(manifest('packed')));
    write(join(extensions(), '@scope/scoped/package.json'), JSON.stringify(manifest('@scope/scoped')));
    await until('they are loaded', async () => (await own()).length === 3);
    expect((await own()).map(({ id, isDroppedIn }) => [id, isDroppedIn])).toEqual([
      ['test.scope-scoped', true],
      ['test.by-hand', true],
      ['test.packed', true],
    ]);
    for (const id of ['mooring.python', 'test.nope', '../by-hand']) {
      expect(await remove(encodeURIComponent(id))).toMatchObject({
        status: 409,
        text: expect.stringContaining('is not in') as string,
      });
    }
    expect((await remove('test.packed')).status).toBe(200);
    expect((await remove('test.scope-scoped')).status).toBe(200);
    expect(inFolder()).toEqual(['@scope', 'by-hand']);
    expect(readdirSync(join(extensions(), '@scope'))).toEqual([]);
    expect(await isLoaded('mooring.python')).toBe(true);
  });
});

describe('a registry', () => {
  it('is none unless the server is told of one, and says so', async () => {
    expect(await world.get('/api/extensions/search?query=x')).toMatchObject({
      status: 409,
      text: expect.stringContaining('--extensions-registry') as string,
    });
    expect(JSON.parse((await world.get('/api/boot')).text)).toMatchObject({ hasRegistry: false });
  });

  it('is searched and installed from by the server', async () => {
    await using registry = await FixtureRegistry.start({
      'test.tide': vsix(manifest('tide')),
      'test.broken': Buffer.from('x'),
    });
    await using other = await ServerWorld.start({ extensionsRegistry: registry.address });
    expect(JSON.parse((await other.get('/api/extensions/search?query=ti')).text)).toEqual([
      { id: 'test.tide', title: 'The tide', version: '1.0.0', description: 'About tide.' },
    ]);
    const install = async (id: string) =>
      (await other.send('POST', `/api/extensions/registry?id=${id}`, other.bearer)).text
        .trim()
        .split('\n')
        .at(-1);
    expect(await install('test.tide')).toBe('{"kind":"done","id":"test.tide","version":"1.0.0"}');
    expect(await install('test.broken')).toContain('no zip archive');
    expect(await install('test.nope')).toContain('has no such extension');
    expect(readdirSync(join(other.dataDir, 'extensions'))).toEqual(['test.tide-1.0.0']);
  });

  it('that is away is told as that', async () => {
    await using other = await ServerWorld.start({ extensionsRegistry: 'http://127.0.0.1:9' });
    expect(await other.get('/api/extensions/search?query=x')).toMatchObject({
      status: 409,
      text: expect.stringContaining('http://127.0.0.1:9 cannot be reached') as string,
    });
  });

  it('that breaks off its answer is told as that, and the server serves on', async () => {
    await using registry = await FixtureRegistry.start({ 'test.tide': vsix(manifest('tide')) });
    await using other = await ServerWorld.start({ extensionsRegistry: registry.address });
    expect(await other.get(`/api/extensions/search?query=${brokenOff}`)).toMatchObject({
      status: 409,
      text: expect.stringContaining('broke off its answer') as string,
    });
    expect((await other.get('/api/extensions/search?query=tide')).text).toContain('test.tide');
  });
});
