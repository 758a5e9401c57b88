import { execFileSync } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import {
  chmodSync,
  existsSync,
  linkSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { request } from 'node:http';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ReadGrants } from '../../server/files/readGrants.ts';
import { until } from '../harness/until.ts';
import { ServerWorld, write, type ChannelClient } from './serverWorld.ts';

let world: ServerWorld;
let channel: ChannelClient;

const odd = 'a b#c%20d?é漢';

beforeEach(async () => {
  world = await ServerWorld.start({
    name: odd,
    files: { 'a.txt': 'one', 'sub/b.txt': 'two', [`${odd}/${odd}.txt`]: 'odd', 'empty/': '' },
  });
  write(join(world.root, 'secret.txt'), 'secret');
  symlinkSync(join(world.root, 'secret.txt'), world.path('secret-link'));
  symlinkSync(world.root, world.path('out'));
  symlinkSync('sub/b.txt', world.path('inner-link'));
  symlinkSync('nowhere', world.path('dangling'));
  channel = await world.channel();
});
afterEach(() => world[Symbol.asyncDispose]());

const code = (text: string) => (JSON.parse(text) as { code: string }).code;

describe('reading', () => {
  it('gives the bytes with a strong tag, and 304 while they are the same', async () => {
    const first = await world.get(world.contentPath('a.txt'));
    expect([first.status, first.text]).toEqual([200, 'one']);
    expect(first.headers.etag).toMatch(/^"[\w-]+"$/);
    const again = await world.get(world.contentPath('a.txt'), { 'if-none-match': first.headers.etag });
    expect([again.status, again.text]).toEqual([304, '']);
    write(world.path('a.txt'), 'two');
    const changed = await world.get(world.contentPath('a.txt'), { 'if-none-match': first.headers.etag });
    expect([changed.status, changed.text]).toEqual([200, 'two']);
  });

  it('gives names with reserved characters, and a file behind a link in the folder (T048, KI-P22)', async () => {
    expect((await world.get(world.contentPath(odd, `${odd}.txt`))).text).toBe('odd');
    expect((await world.get(world.contentPath('inner-link'))).text).toBe('two');
  });

  it('never says what a file is, so that no page of the project runs with the powers of this origin', async () => {
    write(world.path('evil.html'), '<script>alert(1)</script>');
    const { headers } = await world.get(world.contentPath('evil.html'));
    expect(headers['content-type']).toBe('application/octet-stream');
    expect(headers['x-content-type-options']).toBe('nosniff');
    expect(headers['content-security-policy']).toContain('sandbox');
  });

  it('streams a file of 60 MB, binary or not', async () => {
    const bytes = randomBytes(60 * 1024 * 1024);
    writeFileSync(world.path('big.bin'), bytes);
    const answer = await world.get(world.contentPath('big.bin'));
    expect(answer.bytes.equals(bytes)).toBe(true);
  });

  it('says what is not there, is a folder, or no file at all, and goes on', async () => {
    const missing = await world.get(world.contentPath('nope.txt'));
    expect([missing.status, code(missing.text)]).toEqual([404, 'not-found']);
    const folder = await world.get(world.contentPath('sub'));
    expect([folder.status, code(folder.text)]).toEqual([409, 'is-a-folder']);
    expect((await world.get(world.contentPath('a.txt', 'x'))).status).toBe(409);
    expect((await world.get('/files/nofolder/a.txt')).status).toBe(404);
    execFileSync('mkfifo', [world.path('pipe')]);
    expect((await world.get(world.contentPath('pipe'))).status).toBe(409);
    expect((await world.get(world.contentPath('a.txt'))).status).toBe(200);
  });
});

describe('staying in the folder (T093)', () => {
  const outside = () => [
    world.contentPath('secret-link'),
    world.contentPath('out', 'secret.txt'),
    `/files/${world.folderId}/..%2fsecret.txt`,
    `/files/${world.folderId}/%2e%2e%2fsecret.txt`,
    `/files/${world.folderId}/sub%2f..%2f..%2fsecret.txt`,
    `/files/${world.folderId}//etc/passwd`,
    `/files/${world.folderId}/%00`,
    `/files/${world.folderId}/sub/%2e%2e%00/x`,
    `/files/${world.folderId}/%zz`,
  ];

  it('never reads nor writes outside of it, by whichever spelling', async () => {
    const paths = [
      ...outside(),
      `/files/${world.folderId}/../secret.txt`,
      `/files/${world.folderId}/%2e%2e/secret.txt`,
      `/files/${world.folderId}/..\\secret.txt`,
      `/files/${world.folderId}/..%5csecret.txt`,
      `/files/${world.folderId}/%252e%252e/secret.txt`,
      `/files/${world.folderId}/..%252fsecret.txt`,
    ];
    for (const path of paths) {
      const read = await world.get(path);
      expect([path, read.status]).toEqual([path, 404]);
      expect(read.text).not.toContain('secret\n');
    }
    for (const path of outside()) {
      const written = await world.put(path, 'owned');
      expect([path, written.status, code(written.text)]).toEqual([path, 404, 'outside']);
    }
    expect((await world.put(world.contentPath('out', 'new.txt'), 'owned')).status).toBe(404);
    expect(readFileSync(join(world.root, 'secret.txt'), 'utf8')).toBe('secret');
    expect(existsSync(join(world.root, 'new.txt'))).toBe(false);
  });

  it('never lists, makes, moves, copies or deletes outside of it', async () => {
    const out = [
      world.uri('out'),
      world.uri('out', 'data'),
      pathToFileURL(world.root).href,
      'file:///etc',
      `${world.uri()}/../data`,
      `${world.uri()}/%2e%2e/data`,
      `${world.uri()}/..%2fdata`,
      'https://localhost/x',
      'file://host/etc',
      'nonsense',
      '',
    ];
    for (const uri of out)
      expect([uri, await channel.failure('files/list', { uri })]).toEqual([uri, 'outside']);
    const there = world.uri('out', 'there');
    expect(await channel.failure('files/createFolder', { uri: there })).toBe('outside');
    expect(
      await channel.failure('files/rename', { from: world.uri('a.txt'), to: there, overwrite: true }),
    ).toBe('outside');
    expect(
      await channel.failure('files/copy', { from: world.uri('a.txt'), to: there, overwrite: true }),
    ).toBe('outside');
    expect(
      await channel.failure('files/copy', {
        from: world.uri('out', 'secret.txt'),
        to: world.uri('c'),
        overwrite: true,
      }),
    ).toBe('outside');
    expect(
      await channel.failure('files/delete', { uri: world.uri('out', 'secret.txt'), recursive: true }),
    ).toBe('outside');
    expect(await channel.failure('files/stat', { uri: world.uri('out', 'secret.txt') })).toBe('outside');
    expect(readdirSync(world.root).sort()).toEqual([odd, 'data', 'secret.txt'].sort());
  });

  it('tells of a link that leads out only that it is one, and lets it be removed or copied as such', async () => {
    expect(await channel.request('files/stat', { uri: world.uri('secret-link') })).toMatchObject({
      kind: 'unknown',
      symlink: true,
      readOnly: true,
    });
    await channel.request('files/copy', {
      from: world.uri('secret-link'),
      to: world.uri('copy'),
      overwrite: false,
    });
    expect(readlinkSync(world.path('copy'))).toBe(join(world.root, 'secret.txt'));
    await channel.request('files/delete', { uri: world.uri('out'), recursive: true });
    expect(existsSync(join(world.root, 'secret.txt'))).toBe(true);
    expect(existsSync(world.path('out'))).toBe(false);
  });
});

describe('writing', () => {
  it('replaces the version that was read, and makes new files', async () => {
    const { headers } = await world.get(world.contentPath('a.txt'));
    const written = await world.put(world.contentPath('a.txt'), 'next', { 'if-match': headers.etag });
    expect(written.status).toBe(200);
    expect(written.headers.etag).toBe((await world.get(world.contentPath('a.txt'))).headers.etag);
    const made = await world.put(world.contentPath(odd, 'new é.txt'), 'new', { 'if-none-match': '*' });
    expect([made.status, readFileSync(world.path(odd, 'new é.txt'), 'utf8')]).toEqual([201, 'new']);
    expect((await world.put(world.contentPath('empty.txt'), '')).status).toBe(201);
    expect(readFileSync(world.path('empty.txt'), 'utf8')).toBe('');
  });

  it('refuses to overwrite what changed, was deleted or is there, and says which version is', async () => {
    const { headers } = await world.get(world.contentPath('a.txt'));
    write(world.path('a.txt'), 'theirs');
    const conflict = await world.put(world.contentPath('a.txt'), 'mine', { 'if-match': headers.etag });
    expect([conflict.status, code(conflict.text)]).toEqual([412, 'conflict']);
    expect(conflict.headers.etag).toBe((await world.get(world.contentPath('a.txt'))).headers.etag);
    expect(readFileSync(world.path('a.txt'), 'utf8')).toBe('theirs');
    const exists = await world.put(world.contentPath('a.txt'), 'mine', { 'if-none-match': '*' });
    expect([exists.status, code(exists.text)]).toEqual([412, 'exists']);
    rmSync(world.path('a.txt'));
    expect(
      code((await world.put(world.contentPath('a.txt'), 'mine', { 'if-match': headers.etag })).text),
    ).toBe('conflict');
    expect((await world.put(world.contentPath('a.txt'), 'mine')).status).toBe(201);
  });

  it('notices a change within the same second and of the same size', async () => {
    const { headers } = await world.get(world.contentPath('a.txt'));
    const { atime, mtime } = statSync(world.path('a.txt'));
    rmSync(world.path('a.txt'));
    write(world.path('a.txt'), 'ONE');
    utimesSync(world.path('a.txt'), atime, mtime);
    expect((await world.put(world.contentPath('a.txt'), 'two', { 'if-match': headers.etag })).status).toBe(
      412,
    );
  });

  it('lets one of many who write the same version win', async () => {
    const { headers } = await world.get(world.contentPath('a.txt'));
    const writers = Array.from({ length: 20 }, (_, n) =>
      world.put(world.contentPath('a.txt'), `writer ${n}`, { 'if-match': headers.etag }),
    );
    const statuses = (await Promise.all(writers)).map(({ status }) => status);
    expect(statuses.filter((status) => status === 200)).toHaveLength(1);
    expect(statuses.filter((status) => status === 412)).toHaveLength(19);
    expect(readFileSync(world.path('a.txt'), 'utf8')).toBe(`writer ${statuses.indexOf(200)}`);
  });

  it('is never seen half done by a reader', async () => {
    const versions = ['x', 'y'].map((letter) => letter.repeat(3_000_000));
    const seen = new Set<string>();
    let isWriting = true;
    const read = async () => {
      while (isWriting) {
        const bytes = (await world.get(world.contentPath('a.txt'))).text;
        seen.add(`${bytes.length} ${new Set(bytes).size}`);
        const onDisk = readFileSync(world.path('a.txt'), 'utf8');
        seen.add(`${onDisk.length} ${new Set(onDisk).size}`);
      }
    };
    await world.put(world.contentPath('a.txt'), versions[0] ?? '');
    const reading = read();
    for (let n = 0; n < 20; n++) await world.put(world.contentPath('a.txt'), versions[n % 2] ?? '');
    isWriting = false;
    await reading;
    expect([...seen]).toEqual(['3000000 1']);
  });

  it('keeps mode and links, and writes through a link in the folder', async () => {
    chmodSync(world.path('sub', 'b.txt'), 0o755);
    await world.put(world.contentPath('inner-link'), 'through');
    expect(readFileSync(world.path('sub', 'b.txt'), 'utf8')).toBe('through');
    expect(statSync(world.path('sub', 'b.txt')).mode & 0o777).toBe(0o755);
    expect(lstatSync(world.path('inner-link')).isSymbolicLink()).toBe(true);
    expect(readdirSync(world.path('sub'))).toEqual(['b.txt']);
  });

  it('takes 60 MB', async () => {
    const bytes = randomBytes(60 * 1024 * 1024);
    expect((await world.put(world.contentPath('big.bin'), bytes)).status).toBe(201);
    const hash = (data: Buffer) => createHash('sha256').update(data).digest('hex');
    expect(hash(readFileSync(world.path('big.bin')))).toBe(hash(bytes));
  });

  it('says why it cannot, loses nothing, and serves the next', async () => {
    chmodSync(world.path('a.txt'), 0o444);
    const readOnly = await world.put(world.contentPath('a.txt'), 'x');
    expect([readOnly.status, code(readOnly.text)]).toEqual([409, 'read-only']);
    expect(await channel.request('files/stat', { uri: world.uri('a.txt') })).toMatchObject({
      readOnly: true,
    });
    expect(code((await world.put(world.contentPath('sub'), 'x')).text)).toBe('is-a-folder');
    expect(code((await world.put(world.contentPath('nope', 'x'), 'x')).text)).toBe('not-found');
    expect(code((await world.put(world.contentPath('a.txt', 'x'), 'x')).text)).toBe('not-a-folder');
    expect(code((await world.put(world.contentPath('dangling'), 'x')).text)).toBe('not-found');
    expect(code((await world.put(world.contentPath('x'.repeat(300)), 'x')).text)).toBe('io');
    const large = await world.put(world.contentPath('large'), 'x', { 'content-length': 300 * 1024 * 1024 });
    expect([large.status, code(large.text)]).toEqual([413, 'too-large']);
    expect(readFileSync(world.path('a.txt'), 'utf8')).toBe('one');
    expect((await world.put(world.contentPath('sub', 'b.txt'), 'x')).status).toBe(200);
  });

  it('leaves the file alone when the writer goes in the middle', async () => {
    for (const length of [10, 10_000_000]) {
      const sent = request({
        host: '127.0.0.1',
        port: world.server.port,
        method: 'PUT',
        path: world.contentPath('a.txt'),
        headers: { host: world.host, ...world.bearer, 'content-length': length },
      });
      sent.on('error', () => {});
      sent.write('half');
      await until('the server has the start of it', () => world.server.port > 0);
      sent.destroy();
    }
    await until('the rest is cleared away', () =>
      readdirSync(process.env['TMPDIR'] ?? '').every((name) => !name.startsWith('mooring-upload')),
    );
    expect(readFileSync(world.path('a.txt'), 'utf8')).toBe('one');
    expect((await world.put(world.contentPath('a.txt'), 'whole')).status).toBe(200);
  });

  it.skipIf(process.getuid?.() !== 0)('says that the disk is full, and keeps the old version', async () => {
    mkdirSync(world.path('disk'));
    try {
      execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=1m', 'tmpfs', world.path('disk')], {
        stdio: 'ignore',
      });
    } catch {
      // Not every container may mount.
      return;
    }
    try {
      write(world.path('disk', 'f'), 'old');
      const full = await world.put(world.contentPath('disk', 'f'), randomBytes(3_000_000));
      expect([full.status, code(full.text)]).toEqual([507, 'no-space']);
      expect(readFileSync(world.path('disk', 'f'), 'utf8')).toBe('old');
      expect(readdirSync(world.path('disk'))).toEqual(['f']);
      await channel.request('files/rename', {
        from: world.uri('sub'),
        to: world.uri('disk', 'sub'),
        overwrite: false,
      });
      expect(readFileSync(world.path('disk', 'sub', 'b.txt'), 'utf8')).toBe('two');
      expect(existsSync(world.path('sub'))).toBe(false);
    } finally {
      execFileSync('umount', [world.path('disk')]);
    }
  });
});

describe('entries of folders', () => {
  it('are listed with what links lead to', async () => {
    const entries = await channel.request('files/list', { uri: world.uri() });
    expect(
      Object.fromEntries(
        entries.map(({ name, kind, symlink }) => [name, `${kind}${symlink ? ' link' : ''}`]),
      ),
    ).toEqual({
      'a.txt': 'file',
      [odd]: 'folder',
      sub: 'folder',
      empty: 'folder',
      'secret-link': 'unknown link',
      out: 'unknown link',
      'inner-link': 'file link',
      dangling: 'unknown link',
    });
    expect(await channel.failure('files/list', { uri: world.uri('a.txt') })).toBe('not-a-folder');
    expect(await channel.failure('files/list', { uri: world.uri('nope') })).toBe('not-found');
  });

  it('have what the editor wants to know', async () => {
    const stat = await channel.request('files/stat', { uri: world.uri(odd, `${odd}.txt`) });
    expect(stat).toMatchObject({ kind: 'file', symlink: false, size: 3, readOnly: false });
    expect(stat.etag).toBe((await world.get(world.contentPath(odd, `${odd}.txt`))).headers.etag);
    expect(Math.abs(stat.mtime - Date.now())).toBeLessThan(60_000);
    expect(await channel.request('files/stat', { uri: world.uri('inner-link') })).toMatchObject({
      kind: 'file',
      symlink: true,
    });
    expect(await channel.request('files/stat', { uri: world.uri('dangling') })).toMatchObject({
      kind: 'unknown',
      symlink: true,
    });
    expect(await channel.request('files/stat', { uri: `${world.uri()}/` })).toMatchObject({ kind: 'folder' });
  });

  it('are made, moved, copied and deleted', async () => {
    await channel.request('files/createFolder', { uri: world.uri('new ? #') });
    expect(await channel.failure('files/createFolder', { uri: world.uri('new ? #') })).toBe('exists');
    expect(await channel.failure('files/createFolder', { uri: world.uri('x', 'y') })).toBe('not-found');
    await channel.request('files/rename', {
      from: world.uri('sub'),
      to: world.uri('new ? #', 'sub'),
      overwrite: false,
    });
    await channel.request('files/copy', {
      from: world.uri('new ? #'),
      to: world.uri('copy'),
      overwrite: false,
    });
    expect(readFileSync(world.path('copy', 'sub', 'b.txt'), 'utf8')).toBe('two');
    expect(await channel.failure('files/delete', { uri: world.uri('copy'), recursive: false })).toBe(
      'not-empty',
    );
    await channel.request('files/delete', { uri: world.uri('copy'), recursive: true });
    await channel.request('files/delete', { uri: world.uri('empty'), recursive: false });
    await channel.request('files/delete', { uri: world.uri('dangling'), recursive: false });
    expect(await channel.failure('files/delete', { uri: world.uri('copy'), recursive: true })).toBe(
      'not-found',
    );
    expect([world.path('copy'), world.path('empty')].filter(existsSync)).toEqual([]);
  });

  it('replace others only if asked to, files and folders alike', async () => {
    write(world.path('target.txt'), 'target');
    write(world.path('folder', 'x'), 'x');
    for (const method of ['files/copy', 'files/rename'] as const) {
      write(world.path('from.txt'), 'from');
      expect(
        await channel.failure(method, {
          from: world.uri('from.txt'),
          to: world.uri('target.txt'),
          overwrite: false,
        }),
      ).toBe('exists');
      expect(
        await channel.failure(method, {
          from: world.uri('from.txt'),
          to: world.uri('folder'),
          overwrite: false,
        }),
      ).toBe('exists');
      await channel.request(method, {
        from: world.uri('from.txt'),
        to: world.uri('target.txt'),
        overwrite: true,
      });
      expect(readFileSync(world.path('target.txt'), 'utf8')).toBe('from');
    }
    await channel.request('files/rename', {
      from: world.uri('folder'),
      to: world.uri('sub'),
      overwrite: true,
    });
    expect(readdirSync(world.path('sub'))).toEqual(['x']);
    await channel.request('files/rename', {
      from: world.uri('sub'),
      to: world.uri('target.txt'),
      overwrite: true,
    });
    expect(readdirSync(world.path('target.txt'))).toEqual(['x']);
    expect(readdirSync(world.folder).filter((name) => name.includes('replaced'))).toEqual([]);
  });

  it('change the case of their names', async () => {
    await channel.request('files/rename', {
      from: world.uri('a.txt'),
      to: world.uri('A.txt'),
      overwrite: false,
    });
    expect(readdirSync(world.folder)).toContain('A.txt');
    expect(readdirSync(world.folder)).not.toContain('a.txt');
  });

  it('are never the opened folder, nor inside themselves; what is replaced stays when that fails', async () => {
    for (const uri of [world.uri(), `${world.uri()}/`]) {
      expect(await channel.failure('files/delete', { uri, recursive: true })).toBe('io');
      expect(await channel.failure('files/rename', { from: uri, to: world.uri('x'), overwrite: true })).toBe(
        'io',
      );
      expect(await channel.failure('files/copy', { from: world.uri('sub'), to: uri, overwrite: true })).toBe(
        'io',
      );
    }
    write(world.path('sub', 'inner', 'kept'), 'kept');
    for (const method of ['files/copy', 'files/rename'] as const) {
      expect(
        await channel.failure(method, {
          from: world.uri('sub'),
          to: world.uri('sub', 'inner'),
          overwrite: true,
        }),
      ).toBe('io');
      expect(
        await channel.failure(method, { from: world.uri('nope'), to: world.uri('sub'), overwrite: true }),
      ).toBe('not-found');
      expect(readFileSync(world.path('sub', 'inner', 'kept'), 'utf8')).toBe('kept');
    }
    expect(
      await channel.failure('files/copy', { from: world.uri('sub'), to: world.uri('sub'), overwrite: true }),
    ).toBe('exists');
    linkSync(world.path('a.txt'), world.path('hard'));
    await channel.request('files/copy', { from: world.uri('a.txt'), to: world.uri('hard'), overwrite: true });
    expect(readFileSync(world.path('a.txt'), 'utf8')).toBe('one');
  });

  it('are gone with a clear word when the opened folder is, and back with it', async () => {
    renameSync(world.folder, `${world.folder}.away`);
    await expect(channel.request('files/list', { uri: world.uri() })).rejects.toThrow(
      'does not exist any more',
    );
    const gone = await world.get(world.contentPath('a.txt'));
    expect([gone.status, gone.text]).toEqual([404, expect.stringContaining('does not exist any more')]);
    expect((await world.put(world.contentPath('a.txt'), 'x')).text).toContain('does not exist any more');
    renameSync(`${world.folder}.away`, world.folder);
    expect((await world.get(world.contentPath('a.txt'))).text).toBe('one');
  });
});

describe('files outside the folder', () => {
  const outside = (uri: string) => world.get(`/outside?uri=${encodeURIComponent(uri)}`);

  it('are refused as long as no language server points at them', async () => {
    for (const uri of [
      'file:///etc/passwd',
      pathToFileURL(join(world.root, 'secret.txt')).href,
      world.uri('secret-link'),
      'file:///',
      'https://localhost/',
      'nonsense',
      '',
    ]) {
      const answer = await outside(uri);
      expect([uri, answer.status, code(answer.text)]).toEqual([uri, 404, 'outside']);
    }
  });

  it('are readable by exact real path once they are granted, the oldest grants forgotten first', () => {
    const grants = new ReadGrants(2);
    const [secret, link] = [pathToFileURL(join(world.root, 'secret.txt')).href, world.uri('secret-link')];
    grants.grant(secret);
    expect([grants.allowed(secret), grants.allowed(link)]).toEqual([
      join(world.root, 'secret.txt'),
      join(world.root, 'secret.txt'),
    ]);
    expect(grants.allowed(pathToFileURL(world.root).href)).toBeUndefined();
    for (const uri of [world.uri('a.txt'), 'untitled:x', 'file:///nowhere', world.uri('sub', 'b.txt')])
      grants.grant(uri);
    expect(grants.allowed(secret)).toBeUndefined();
  });
});
