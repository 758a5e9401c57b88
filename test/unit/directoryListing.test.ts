import { mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import type * as FileSystem from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it, vi } from 'vitest';
import { listOf } from '../../server/files/fileStat.ts';
import { openFolder } from '../../server/files/folders.ts';

const vanishing = 'vanishes.txt';

/** Another program deletes a file between the two looks that a link takes. */
vi.mock('node:fs/promises', async (original) => {
  const actual = await original<typeof FileSystem>();
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
    const links = list.filter(({ symlink }) => symlink).map(({ name, kind }) => `${name}: ${kind}`);
    expect(links.toSorted()).toEqual(['link to stays.txt: file', 'link to vanishes.txt: unknown']);
  } finally {
    rmSync(folder, { recursive: true });
  }
});
