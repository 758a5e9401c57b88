import { mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, vi } from 'vitest';
import { listOf } from '../../server/files/fileStat.ts';
import { openFolder } from '../../server/files/folders.ts';

const vanishing = 'vanishes.txt';

/** Another program deletes a file between the two looks that a link takes. */
vi.mock('node:fs/promises', async (original) => {
  const actual = await original<typeof import('node:fs/promises')>();
  const realpath = async (path: string) => {
    const real = await actual.realpath(path);
    if (real.endsWith(vanishing)) await actual.rm(real);
    return real;
  };
  return { ...actual, realpath };
});

it('A folder is listed though what a link in it leads to vanishes meanwhile', async () => {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'listing-')));
  try {
    for (const name of ['stays.txt', vanishing]) {
      writeFileSync(join(folder, name), '');
      symlinkSync(name, join(folder, `link to ${name}`));
    }
    const list = await listOf({ folder: openFolder(folder), path: folder });
    const shown = list.map(({ name, kind, symlink }) => [name, kind, symlink]);
    expect(shown.filter(([, , symlink]) => symlink).sort()).toEqual([
      ['link to stays.txt', 'file', true],
      ['link to vanishes.txt', 'unknown', true],
    ]);
  } finally {
    rmSync(folder, { recursive: true });
  }
});
