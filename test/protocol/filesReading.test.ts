import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, it } from 'vitest';
import { ReadGrants } from '../../server/files/readGrants.ts';
import { failureCode, filesWorld, odd } from './filesWorld.ts';
import { write } from './serverWorld.ts';

const at = filesWorld();

describe('reading', () => {
  it('gives the bytes with a strong tag, and 304 while they are the same', async () => {
    const first = await at.world.get(at.world.contentPath('a.txt'));
    expect([first.status, first.text]).toEqual([200, 'one']);
    expect(first.headers.etag).toMatch(/^"[\w-]+"$/);
    const again = await at.world.get(at.world.contentPath('a.txt'), { 'if-none-match': first.headers.etag });
    expect([again.status, again.text]).toEqual([304, '']);
    write(at.world.path('a.txt'), 'two');
    const changed = await at.world.get(at.world.contentPath('a.txt'), {
      'if-none-match': first.headers.etag,
    });
    expect([changed.status, changed.text]).toEqual([200, 'two']);
  });

  it('gives names with reserved characters, and a file behind a link in the folder (T048, KI-P22)', async () => {
    expect((await at.world.get(at.world.contentPath(odd, `${odd}.txt`))).text).toBe('odd');
    expect((await at.world.get(at.world.contentPath('inner-link'))).text).toBe('two');
  });

  it('never says what a file is, so that no page of the project runs with the powers of this origin', async () => {
    write(at.world.path('evil.html'), '<script>alert(1)</script>');
    const { headers } = await at.world.get(at.world.contentPath('evil.html'));
    expect(headers['content-type']).toBe('application/octet-stream');
    expect(headers['x-content-type-options']).toBe('nosniff');
    expect(headers['content-security-policy']).toContain('sandbox');
  });

  it('streams a file of 60 MB, binary or not', async () => {
    const bytes = randomBytes(60 * 1024 * 1024);
    writeFileSync(at.world.path('big.bin'), bytes);
    const answer = await at.world.get(at.world.contentPath('big.bin'));
    expect(answer.bytes.equals(bytes)).toBe(true);
  });

  it('says what is not there, is a folder, or no file at all, and goes on', async () => {
    const missing = await at.world.get(at.world.contentPath('nope.txt'));
    expect([missing.status, failureCode(missing.text)]).toEqual([404, 'not-found']);
    const folder = await at.world.get(at.world.contentPath('sub'));
    expect([folder.status, failureCode(folder.text)]).toEqual([409, 'is-a-folder']);
    expect((await at.world.get(at.world.contentPath('a.txt', 'x'))).status).toBe(409);
    expect((await at.world.get('/files/nofolder/a.txt')).status).toBe(404);
    execFileSync('mkfifo', [at.world.path('pipe')]);
    expect((await at.world.get(at.world.contentPath('pipe'))).status).toBe(409);
    expect((await at.world.get(at.world.contentPath('a.txt'))).status).toBe(200);
  });
});

describe('files outside the folder', () => {
  const outside = (uri: string) => at.world.get(`/outside?uri=${encodeURIComponent(uri)}`);

  it('are refused as long as no language server points at them', async () => {
    for (const uri of [
      'file:///etc/passwd',
      pathToFileURL(join(at.world.root, 'secret.txt')).href,
      at.world.uri('secret-link'),
      'file:///',
      'https://localhost/',
      'nonsense',
      '',
    ]) {
      const answer = await outside(uri);
      expect([uri, answer.status, failureCode(answer.text)]).toEqual([uri, 404, 'outside']);
    }
  });

  it('are readable by exact real path once they are granted, the oldest grants forgotten first', () => {
    const grants = new ReadGrants(2);
    const [secret, link] = [
      pathToFileURL(join(at.world.root, 'secret.txt')).href,
      at.world.uri('secret-link'),
    ];
    grants.grant(secret);
    expect([grants.allowed(secret), grants.allowed(link)]).toEqual([
      join(at.world.root, 'secret.txt'),
      join(at.world.root, 'secret.txt'),
    ]);
    expect(grants.allowed(pathToFileURL(at.world.root).href)).toBeUndefined();
    for (const uri of [at.world.uri('a.txt'), 'untitled:x', 'file:///nowhere', at.world.uri('sub', 'b.txt')])
      grants.grant(uri);
    expect(grants.allowed(secret)).toBeUndefined();
  });
});
