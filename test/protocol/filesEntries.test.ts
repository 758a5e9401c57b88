import { existsSync, linkSync, readdirSync, readFileSync, renameSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { filesWorld, odd } from './filesWorld.ts';
import { write } from './serverWorld.ts';

const at = filesWorld();

describe('entries of folders', () => {
  it('are listed with what links lead to', async () => {
    const entries = await at.channel.request('files/list', { uri: at.world.uri() });
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
    expect(await at.channel.failure('files/list', { uri: at.world.uri('a.txt') })).toBe('not-a-folder');
    expect(await at.channel.failure('files/list', { uri: at.world.uri('nope') })).toBe('not-found');
  });

  it('have what the editor wants to know', async () => {
    const stat = await at.channel.request('files/stat', { uri: at.world.uri(odd, `${odd}.txt`) });
    expect(stat).toMatchObject({ kind: 'file', symlink: false, size: 3, readOnly: false });
    expect(stat.etag).toBe((await at.world.get(at.world.contentPath(odd, `${odd}.txt`))).headers.etag);
    expect(Math.abs(stat.mtime - Date.now())).toBeLessThan(60_000);
    expect(await at.channel.request('files/stat', { uri: at.world.uri('inner-link') })).toMatchObject({
      kind: 'file',
      symlink: true,
    });
    expect(await at.channel.request('files/stat', { uri: at.world.uri('dangling') })).toMatchObject({
      kind: 'unknown',
      symlink: true,
    });
    expect(await at.channel.request('files/stat', { uri: `${at.world.uri()}/` })).toMatchObject({
      kind: 'folder',
    });
  });

  it('are made, moved, copied and deleted', async () => {
    await at.channel.request('files/createFolder', { uri: at.world.uri('new ? #') });
    expect(await at.channel.failure('files/createFolder', { uri: at.world.uri('new ? #') })).toBe('exists');
    expect(await at.channel.failure('files/createFolder', { uri: at.world.uri('x', 'y') })).toBe('not-found');
    await at.channel.request('files/rename', {
      from: at.world.uri('sub'),
      to: at.world.uri('new ? #', 'sub'),
      overwrite: false,
    });
    await at.channel.request('files/copy', {
      from: at.world.uri('new ? #'),
      to: at.world.uri('copy'),
      overwrite: false,
    });
    expect(readFileSync(at.world.path('copy', 'sub', 'b.txt'), 'utf8')).toBe('two');
    expect(await at.channel.failure('files/delete', { uri: at.world.uri('copy'), recursive: false })).toBe(
      'not-empty',
    );
    await at.channel.request('files/delete', { uri: at.world.uri('copy'), recursive: true });
    await at.channel.request('files/delete', { uri: at.world.uri('empty'), recursive: false });
    await at.channel.request('files/delete', { uri: at.world.uri('dangling'), recursive: false });
    expect(await at.channel.failure('files/delete', { uri: at.world.uri('copy'), recursive: true })).toBe(
      'not-found',
    );
    expect([at.world.path('copy'), at.world.path('empty')].filter(existsSync)).toEqual([]);
  });

  it('replace others only if asked to, files and folders alike', async () => {
    write(at.world.path('target.txt'), 'target');
    write(at.world.path('folder', 'x'), 'x');
    for (const method of ['files/copy', 'files/rename'] as const) {
      write(at.world.path('from.txt'), 'from');
      expect(
        await at.channel.failure(method, {
          from: at.world.uri('from.txt'),
          to: at.world.uri('target.txt'),
          overwrite: false,
        }),
      ).toBe('exists');
      expect(
        await at.channel.failure(method, {
          from: at.world.uri('from.txt'),
          to: at.world.uri('folder'),
          overwrite: false,
        }),
      ).toBe('exists');
      await at.channel.request(method, {
        from: at.world.uri('from.txt'),
        to: at.world.uri('target.txt'),
        overwrite: true,
      });
      expect(readFileSync(at.world.path('target.txt'), 'utf8')).toBe('from');
    }
    await at.channel.request('files/rename', {
      from: at.world.uri('folder'),
      to: at.world.uri('sub'),
      overwrite: true,
    });
    expect(readdirSync(at.world.path('sub'))).toEqual(['x']);
    await at.channel.request('files/rename', {
      from: at.world.uri('sub'),
      to: at.world.uri('target.txt'),
      overwrite: true,
    });
    expect(readdirSync(at.world.path('target.txt'))).toEqual(['x']);
    expect(readdirSync(at.world.folder).filter((name) => name.includes('replaced'))).toEqual([]);
  });

  it('change the case of their names', async () => {
    await at.channel.request('files/rename', {
      from: at.world.uri('a.txt'),
      to: at.world.uri('A.txt'),
      overwrite: false,
    });
    expect(readdirSync(at.world.folder)).toContain('A.txt');
    expect(readdirSync(at.world.folder)).not.toContain('a.txt');
  });

  it('are never the opened folder, nor inside themselves; what is replaced stays when that fails', async () => {
    for (const uri of [at.world.uri(), `${at.world.uri()}/`]) {
      expect(await at.channel.failure('files/delete', { uri, recursive: true })).toBe('io');
      expect(
        await at.channel.failure('files/rename', { from: uri, to: at.world.uri('x'), overwrite: true }),
      ).toBe('io');
      expect(
        await at.channel.failure('files/copy', { from: at.world.uri('sub'), to: uri, overwrite: true }),
      ).toBe('io');
    }
    write(at.world.path('sub', 'inner', 'kept'), 'kept');
    for (const method of ['files/copy', 'files/rename'] as const) {
      expect(
        await at.channel.failure(method, {
          from: at.world.uri('sub'),
          to: at.world.uri('sub', 'inner'),
          overwrite: true,
        }),
      ).toBe('io');
      expect(
        await at.channel.failure(method, {
          from: at.world.uri('nope'),
          to: at.world.uri('sub'),
          overwrite: true,
        }),
      ).toBe('not-found');
      expect(readFileSync(at.world.path('sub', 'inner', 'kept'), 'utf8')).toBe('kept');
    }
    expect(
      await at.channel.failure('files/copy', {
        from: at.world.uri('sub'),
        to: at.world.uri('sub'),
        overwrite: true,
      }),
    ).toBe('exists');
    linkSync(at.world.path('a.txt'), at.world.path('hard'));
    await at.channel.request('files/copy', {
      from: at.world.uri('a.txt'),
      to: at.world.uri('hard'),
      overwrite: true,
    });
    expect(readFileSync(at.world.path('a.txt'), 'utf8')).toBe('one');
  });

  it('are gone with a clear word when the opened folder is, and back with it', async () => {
    renameSync(at.world.folder, `${at.world.folder}.away`);
    await expect(at.channel.request('files/list', { uri: at.world.uri() })).rejects.toThrow(
      'does not exist any more',
    );
    const gone = await at.world.get(at.world.contentPath('a.txt'));
    expect([gone.status, gone.text]).toEqual([404, expect.stringContaining('does not exist any more')]);
    expect((await at.world.put(at.world.contentPath('a.txt'), 'x')).text).toContain(
      'does not exist any more',
    );
    renameSync(`${at.world.folder}.away`, at.world.folder);
    expect((await at.world.get(at.world.contentPath('a.txt'))).text).toBe('one');
  });
});
