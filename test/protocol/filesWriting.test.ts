import { execFileSync, spawnSync } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
} from 'node:fs';
import { request } from 'node:http';
import { describe, expect, it } from 'vitest';
import { until } from '../harness/until.ts';
import { failureCode, filesWorld, odd } from './filesWorld.ts';
import { write } from './serverWorld.ts';

const at = filesWorld();

describe('writing', () => {
  it('replaces the version that was read, and makes new files', async () => {
    const { headers } = await at.world.get(at.world.contentPath('a.txt'));
    const written = await at.world.put(at.world.contentPath('a.txt'), 'next', { 'if-match': headers.etag });
    expect(written.status).toBe(200);
    expect(written.headers.etag).toBe((await at.world.get(at.world.contentPath('a.txt'))).headers.etag);
    const made = await at.world.put(at.world.contentPath(odd, 'new é.txt'), 'new', { 'if-none-match': '*' });
    expect([made.status, readFileSync(at.world.path(odd, 'new é.txt'), 'utf8')]).toEqual([201, 'new']);
    expect((await at.world.put(at.world.contentPath('empty.txt'), '')).status).toBe(201);
    expect(readFileSync(at.world.path('empty.txt'), 'utf8')).toBe('');
  });

  it('refuses to overwrite what changed, was deleted or is there, and says which version is', async () => {
    const { headers } = await at.world.get(at.world.contentPath('a.txt'));
    write(at.world.path('a.txt'), 'theirs');
    const conflict = await at.world.put(at.world.contentPath('a.txt'), 'mine', { 'if-match': headers.etag });
    expect([conflict.status, failureCode(conflict.text)]).toEqual([412, 'conflict']);
    expect(conflict.headers.etag).toBe((await at.world.get(at.world.contentPath('a.txt'))).headers.etag);
    expect(readFileSync(at.world.path('a.txt'), 'utf8')).toBe('theirs');
    const exists = await at.world.put(at.world.contentPath('a.txt'), 'mine', { 'if-none-match': '*' });
    expect([exists.status, failureCode(exists.text)]).toEqual([412, 'exists']);
    rmSync(at.world.path('a.txt'));
    expect(
      failureCode(
        (await at.world.put(at.world.contentPath('a.txt'), 'mine', { 'if-match': headers.etag })).text,
      ),
    ).toBe('conflict');
    expect((await at.world.put(at.world.contentPath('a.txt'), 'mine')).status).toBe(201);
  });

  it('notices a change within the same second and of the same size', async () => {
    const { headers } = await at.world.get(at.world.contentPath('a.txt'));
    const { atime, mtime } = statSync(at.world.path('a.txt'));
    rmSync(at.world.path('a.txt'));
    write(at.world.path('a.txt'), 'ONE');
    utimesSync(at.world.path('a.txt'), atime, mtime);
    expect(
      (await at.world.put(at.world.contentPath('a.txt'), 'two', { 'if-match': headers.etag })).status,
    ).toBe(412);
  });

  it('lets one of many who write the same version win', async () => {
    const { headers } = await at.world.get(at.world.contentPath('a.txt'));
    const writers = Array.from({ length: 20 }, (_, n) =>
      at.world.put(at.world.contentPath('a.txt'), `writer ${n}`, { 'if-match': headers.etag }),
    );
    const statuses = (await Promise.all(writers)).map(({ status }) => status);
    expect(statuses.filter((status) => status === 200)).toHaveLength(1);
    expect(statuses.filter((status) => status === 412)).toHaveLength(19);
    expect(readFileSync(at.world.path('a.txt'), 'utf8')).toBe(`writer ${statuses.indexOf(200)}`);
  });

  it('is never seen half done by a reader', async () => {
    const versions = ['x', 'y'].map((letter) => Buffer.alloc(1_000_000, letter));
    const [first = Buffer.alloc(0), second = first] = versions;
    const isWhole = (bytes: Buffer) => bytes.equals(first) || bytes.equals(second);
    let isWriting = true;
    let reads = 0;
    const read = async () => {
      for (; isWriting; reads++) {
        expect(isWhole((await at.world.get(at.world.contentPath('a.txt'))).bytes)).toBe(true);
        expect(isWhole(readFileSync(at.world.path('a.txt')))).toBe(true);
      }
    };
    await at.world.put(at.world.contentPath('a.txt'), first);
    const reading = read();
    for (let n = 0; n < 10 || reads < 10; n++)
      await at.world.put(at.world.contentPath('a.txt'), n % 2 ? first : second);
    isWriting = false;
    await reading;
  });

  it('keeps mode and links, and writes through a link in the folder', async () => {
    chmodSync(at.world.path('sub', 'b.txt'), 0o755);
    await at.world.put(at.world.contentPath('inner-link'), 'through');
    expect(readFileSync(at.world.path('sub', 'b.txt'), 'utf8')).toBe('through');
    expect(statSync(at.world.path('sub', 'b.txt')).mode & 0o777).toBe(0o755);
    expect(lstatSync(at.world.path('inner-link')).isSymbolicLink()).toBe(true);
    expect(readdirSync(at.world.path('sub'))).toEqual(['b.txt']);
  });

  it('takes 60 MB', async () => {
    const bytes = randomBytes(60 * 1024 * 1024);
    expect((await at.world.put(at.world.contentPath('big.bin'), bytes)).status).toBe(201);
    const hash = (data: Buffer) => createHash('sha256').update(data).digest('hex');
    expect(hash(readFileSync(at.world.path('big.bin')))).toBe(hash(bytes));
  });

  it('says why it cannot, loses nothing, and serves the next', async () => {
    chmodSync(at.world.path('a.txt'), 0o444);
    const readOnly = await at.world.put(at.world.contentPath('a.txt'), 'x');
    expect([readOnly.status, failureCode(readOnly.text)]).toEqual([409, 'read-only']);
    expect(await at.channel.request('files/stat', { uri: at.world.uri('a.txt') })).toMatchObject({
      readOnly: true,
    });
    expect(failureCode((await at.world.put(at.world.contentPath('sub'), 'x')).text)).toBe('is-a-folder');
    expect(failureCode((await at.world.put(at.world.contentPath('nope', 'x'), 'x')).text)).toBe('not-found');
    expect(failureCode((await at.world.put(at.world.contentPath('a.txt', 'x'), 'x')).text)).toBe(
      'not-a-folder',
    );
    expect(failureCode((await at.world.put(at.world.contentPath('dangling'), 'x')).text)).toBe('not-found');
    expect(failureCode((await at.world.put(at.world.contentPath('x'.repeat(300)), 'x')).text)).toBe('io');
    const large = await at.world.put(at.world.contentPath('large'), 'x', {
      'content-length': 300 * 1024 * 1024,
    });
    expect([large.status, failureCode(large.text)]).toEqual([413, 'too-large']);
    expect(readFileSync(at.world.path('a.txt'), 'utf8')).toBe('one');
    expect((await at.world.put(at.world.contentPath('sub', 'b.txt'), 'x')).status).toBe(200);
  });

  it('leaves the file alone when the writer goes in the middle', async () => {
    for (const length of [10, 10_000_000]) {
      const sent = request({
        host: '127.0.0.1',
        port: at.world.server.port,
        method: 'PUT',
        path: at.world.contentPath('a.txt'),
        headers: { host: at.world.host, ...at.world.bearer, 'content-length': length },
      });
      sent.on('error', () => {});
      await new Promise((resolve) => sent.write('half', resolve));
      sent.destroy();
    }
    await until('the rest is cleared away', () =>
      readdirSync(process.env['TMPDIR'] ?? '').every((name) => !name.startsWith('mooring-upload')),
    );
    expect(readFileSync(at.world.path('a.txt'), 'utf8')).toBe('one');
    expect((await at.world.put(at.world.contentPath('a.txt'), 'whole')).status).toBe(200);
  });

  it('says that the disk is full, and keeps the old version', async ({ skip }) => {
    mkdirSync(at.world.path('disk'));
    const small = ['-t', 'tmpfs', '-o', 'size=1m', 'tmpfs', at.world.path('disk')];
    if (spawnSync('mount', small, { stdio: 'ignore' }).status !== 0)
      skip('no small disk can be mounted here');
    try {
      write(at.world.path('disk', 'f'), 'old');
      const full = await at.world.put(at.world.contentPath('disk', 'f'), randomBytes(3_000_000));
      expect([full.status, failureCode(full.text)]).toEqual([507, 'no-space']);
      expect(readFileSync(at.world.path('disk', 'f'), 'utf8')).toBe('old');
      expect(readdirSync(at.world.path('disk'))).toEqual(['f']);
      await at.channel.request('files/rename', {
        from: at.world.uri('sub'),
        to: at.world.uri('disk', 'sub'),
        overwrite: false,
      });
      expect(readFileSync(at.world.path('disk', 'sub', 'b.txt'), 'utf8')).toBe('two');
      expect(existsSync(at.world.path('sub'))).toBe(false);
    } finally {
      execFileSync('umount', [at.world.path('disk')]);
    }
  });
});
