import { existsSync, readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, it } from 'vitest';
import { failureCode, filesWorld, odd } from './filesWorld.ts';

const at = filesWorld();

describe('staying in the folder (T093)', () => {
  const outside = () => [
    at.world.contentPath('secret-link'),
    at.world.contentPath('out', 'secret.txt'),
    `/files/${at.world.folderId}/..%2fsecret.txt`,
    `/files/${at.world.folderId}/%2e%2e%2fsecret.txt`,
    `/files/${at.world.folderId}/sub%2f..%2f..%2fsecret.txt`,
    `/files/${at.world.folderId}//etc/passwd`,
    `/files/${at.world.folderId}/%00`,
    `/files/${at.world.folderId}/sub/%2e%2e%00/x`,
    `/files/${at.world.folderId}/%zz`,
  ];

  it('never reads nor writes outside of it, by whichever spelling', async () => {
    const paths = [
      ...outside(),
      `/files/${at.world.folderId}/../secret.txt`,
      `/files/${at.world.folderId}/%2e%2e/secret.txt`,
      `/files/${at.world.folderId}/..\\secret.txt`,
      `/files/${at.world.folderId}/..%5csecret.txt`,
      `/files/${at.world.folderId}/%252e%252e/secret.txt`,
      `/files/${at.world.folderId}/..%252fsecret.txt`,
    ];
    for (const path of paths) {
      const read = await at.world.get(path);
      expect([path, read.status]).toEqual([path, 404]);
      expect(read.text).not.toContain('secret\n');
    }
    for (const path of outside()) {
      const written = await at.world.put(path, 'owned');
      expect([path, written.status, failureCode(written.text)]).toEqual([path, 404, 'outside']);
    }
    expect((await at.world.put(at.world.contentPath('out', 'new.txt'), 'owned')).status).toBe(404);
    expect(readFileSync(join(at.world.root, 'secret.txt'), 'utf8')).toBe('secret');
    expect(existsSync(join(at.world.root, 'new.txt'))).toBe(false);
  });

  it('never lists, makes, moves, copies or deletes outside of it', async () => {
    const out = [
      at.world.uri('out'),
      at.world.uri('out', 'data'),
      pathToFileURL(at.world.root).href,
      'file:///etc',
      `${at.world.uri()}/../data`,
      `${at.world.uri()}/%2e%2e/data`,
      `${at.world.uri()}/..%2fdata`,
      'https://localhost/x',
      'file://host/etc',
      'nonsense',
      '',
    ];
    for (const uri of out)
      expect([uri, await at.channel.failure('files/list', { uri })]).toEqual([uri, 'outside']);
    const there = at.world.uri('out', 'there');
    expect(await at.channel.failure('files/createFolder', { uri: there })).toBe('outside');
    expect(
      await at.channel.failure('files/rename', { from: at.world.uri('a.txt'), to: there, overwrite: true }),
    ).toBe('outside');
    expect(
      await at.channel.failure('files/copy', { from: at.world.uri('a.txt'), to: there, overwrite: true }),
    ).toBe('outside');
    expect(
      await at.channel.failure('files/copy', {
        from: at.world.uri('out', 'secret.txt'),
        to: at.world.uri('c'),
        overwrite: true,
      }),
    ).toBe('outside');
    expect(
      await at.channel.failure('files/delete', { uri: at.world.uri('out', 'secret.txt'), recursive: true }),
    ).toBe('outside');
    expect(await at.channel.failure('files/stat', { uri: at.world.uri('out', 'secret.txt') })).toBe(
      'outside',
    );
    expect(readdirSync(at.world.root).sort()).toEqual([odd, 'data', 'secret.txt'].sort());
  });

  it('tells of a link that leads out only that it is one, and lets it be removed or copied as such', async () => {
    expect(await at.channel.request('files/stat', { uri: at.world.uri('secret-link') })).toMatchObject({
      kind: 'unknown',
      symlink: true,
      readOnly: true,
    });
    await at.channel.request('files/copy', {
      from: at.world.uri('secret-link'),
      to: at.world.uri('copy'),
      overwrite: false,
    });
    expect(readlinkSync(at.world.path('copy'))).toBe(join(at.world.root, 'secret.txt'));
    await at.channel.request('files/delete', { uri: at.world.uri('out'), recursive: true });
    expect(existsSync(join(at.world.root, 'secret.txt'))).toBe(true);
    expect(existsSync(at.world.path('out'))).toBe(false);
  });
});
