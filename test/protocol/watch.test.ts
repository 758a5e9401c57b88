import { mkdir, mkdtemp, realpath, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { FileChange } from '../../server/protocol/files.ts';
import { FolderWatcher } from '../../server/watch/folderWatcher.ts';

let folder: string;
let watcher: FolderWatcher;
let seen: FileChange[];
let batches: number;

beforeEach(async () => {
  folder = await realpath(await mkdtemp(join(tmpdir(), 'mooring watch #%20é-')));
  await mkdir(join(folder, 'src'));
  await mkdir(join(folder, 'ignored'));
  watcher = new FolderWatcher(folder, (error) => expect.unreachable(error.message));
  seen = [];
  batches = 0;
});

afterEach(async () => {
  await watcher.stop();
  await rm(folder, { recursive: true, force: true });
});

async function watch(path: string, recursive: boolean, excludes: string[] = []) {
  return watcher.watch({
    path,
    recursive,
    excludes,
    onChanges: (changes) => {
      batches++;
      seen.push(...changes);
    },
    onOverflow: () => expect.unreachable('No event is lost here.'),
  });
}

const uri = (...path: string[]) => pathToFileURL(join(folder, ...path)).href;

it('reports files created, changed, renamed and deleted by others', async () => {
  await watch(folder, true);
  await writeFile(join(folder, 'src', 'a.ts'), '1');
  await vi.waitFor(() => expect(seen).toContainEqual({ uri: uri('src', 'a.ts'), kind: 'created' }));
  await writeFile(join(folder, 'src', 'a.ts'), '2');
  await vi.waitFor(() => expect(seen).toContainEqual({ uri: uri('src', 'a.ts'), kind: 'changed' }));
  await rename(join(folder, 'src', 'a.ts'), join(folder, 'src', 'b.ts'));
  await vi.waitFor(() => {
    expect(seen).toContainEqual({ uri: uri('src', 'a.ts'), kind: 'deleted' });
    expect(seen).toContainEqual({ uri: uri('src', 'b.ts'), kind: 'created' });
  });
});

it('brings 500 files at once in few batches (T069)', async () => {
  await watch(folder, true);
  await Promise.all(Array.from({ length: 500 }, (_, n) => writeFile(join(folder, 'src', `f${n}.ts`), '')));
  await vi.waitFor(() => expect(new Set(seen.map((change) => change.uri)).size).toBe(500), { timeout: 5000 });
  expect(batches).toBeLessThan(50);
});

it('leaves out what is excluded, and what lies deeper than a flat watch', async () => {
  await watch(folder, true, ['ignored/**']);
  await writeFile(join(folder, 'ignored', 'x'), '');
  await writeFile(join(folder, 'src', 'seen'), '');
  await vi.waitFor(() => expect(seen).toContainEqual({ uri: uri('src', 'seen'), kind: 'created' }));
  expect(seen.map((change) => change.uri)).not.toContain(uri('ignored', 'x'));
});

it('says nothing more to a page that stopped watching, and goes on for the others', async () => {
  const first = await watch(folder, true);
  first.dispose();
  await watch(join(folder, 'src'), false);
  await writeFile(join(folder, 'src', 'a'), '');
  await vi.waitFor(() => expect(seen).toHaveLength(1));
});

it('says what to do when a folder cannot be watched', async () => {
  const failure = vi.fn();
  const gone = new FolderWatcher(join(folder, 'missing'), failure);
  await gone.watch({
    path: folder,
    recursive: true,
    excludes: [],
    onChanges: () => {},
    onOverflow: () => {},
  });
  expect(failure).toHaveBeenCalledOnce();
  expect(String(failure.mock.calls[0]?.[0])).toContain('Changes made outside Mooring are not noticed');
  await gone.stop();
});
