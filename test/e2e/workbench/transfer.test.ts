import { randomBytes } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { describe, expect } from 'vitest';
import { until } from '../../harness/until.ts';
import { workbenchTest } from '../../harness/workbenchTest.ts';
import type { Workbench } from '../../harness/workbench.ts';
import type { Workspace } from '../../harness/workspace.ts';

const small = randomBytes(3_000);
/** Above the size from which VS Code sends a file piece by piece. */
const large = randomBytes(3 * 1024 * 1024 + 1);

describe('Between the folder and the machine of the browser', () => {
  const it = workbenchTest({
    files: { 'target/here.txt': 'here\n', 'charts/a b#c.bin': small, 'charts/deep/large.bin': large },
  });

  it('a file is uploaded from the menu of a folder', async ({ workbench, workspace }) => {
    const { page } = workbench;
    const chosen = page.waitForEvent('filechooser');
    await workbench.explorer.chooseInMenu('target', 'Upload...');
    await (
      await chosen
    ).setFiles([
      { name: 'small #1.bin', mimeType: 'application/octet-stream', buffer: small },
      { name: 'large.bin', mimeType: 'application/octet-stream', buffer: large },
    ]);
    await holds(workspace, 'target/small #1.bin', small);
    await holds(workspace, 'target/large.bin', large);
    await workbench.explorer.has('large.bin');
  });

  it('files and folders are dropped into a folder, and replace what has their name after a question', async ({
    workbench,
    workspace,
  }) => {
    const dropped = workspace.outside('dropped');
    writeIn(`${dropped}/logs/one.bin`, small);
    writeIn(`${dropped}/logs/deep/two.bin`, large);
    writeIn(`${dropped}/here.txt`, Buffer.from('mine now\n'));
    // What was uploaded before is gone, and the tree rests.
    await workbench.explorer.hasNot('large.bin');
    await drop(workbench, 'target', [`${dropped}/logs`]);
    await holds(workspace, 'target/logs/one.bin', small);
    await holds(workspace, 'target/logs/deep/two.bin', large);

    await drop(workbench, 'target', [`${dropped}/here.txt`]);
    await workbench.clickDialogButton(/here\.txt' already exists/, 'Replace');
    await holds(workspace, 'target/here.txt', Buffer.from('mine now\n'));
  });

  it('a file is downloaded as it is', async ({ workbench }) => {
    const { explorer, page } = workbench;
    await explorer.expand('charts');
    const download = page.waitForEvent('download');
    await explorer.chooseInMenu('a b#c.bin', 'Download...');
    const path = await (await download).path();
    expect(readFileSync(path).equals(small)).toBe(true);
    expect((await download).suggestedFilename()).toBe('a b#c.bin');
  });

  it('a file of 40 MB is downloaded where the page may not write to folders (as over plain http)', async ({
    workbench,
    workspace,
  }) => {
    const { explorer, page } = workbench;
    const huge = Buffer.concat(Array.from({ length: 14 }, () => large));
    workspace.write('huge #2.bin', huge);
    await explorer.has('huge #2.bin');
    await page.evaluate(() => {
      Reflect.deleteProperty(window, 'showDirectoryPicker');
    });
    const download = page.waitForEvent('download');
    await explorer.chooseInMenu('huge #2.bin', 'Download...');
    const path = await (await download).path();
    expect(readFileSync(path).equals(huge)).toBe(true);
  });

  it('a folder is downloaded with all that is in it', async ({ workbench }) => {
    const { explorer, page } = workbench;
    // The browser's dialog cannot be driven: its private file system stands for the folder somebody would choose.
    await page.evaluate(() => {
      Object.assign(window, { showDirectoryPicker: () => navigator.storage.getDirectory() });
    });
    await explorer.chooseInMenu('charts', 'Download...');
    const sizes = { 'charts/a b#c.bin': small.length, 'charts/deep/large.bin': large.length };
    await until('everything came', async () => {
      const found = await page.evaluate(sizesInPrivateFileSystem);
      return JSON.stringify(found) === JSON.stringify(sizes);
    });
  });
});

async function holds(workspace: Workspace, path: string, content: Buffer): Promise<void> {
  await until(`${path} is on the disk`, () => readFileSync(workspace.path(path)).equals(content));
}

function writeIn(path: string, content: Buffer): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, content);
}

/** Drags files of the browser's machine onto a row of the explorer, as the system does it. */
async function drop({ page, explorer }: Workbench, onto: string, files: readonly string[]): Promise<void> {
  // The tree may be following the disk just now.
  const box = await until(`${onto} is on the screen`, () => explorer.row(onto).boundingBox());
  const place = { x: box.x + box.width / 2, y: box.y + box.height / 2 };
  const session = await page.context().newCDPSession(page);
  const data = { items: [], files: [...files], dragOperationsMask: 1 };
  for (const type of ['dragEnter', 'dragOver', 'dragOver', 'drop'] as const) {
    await session.send('Input.dispatchDragEvent', { type, ...place, data });
  }
  await session.detach();
}

/** Runs in the page. Size of each file by its path. */
async function sizesInPrivateFileSystem(): Promise<Record<string, number>> {
  const sizes: [string, number][] = [];
  const walk = async (folder: FileSystemDirectoryHandle, prefix: string): Promise<void> => {
    for await (const [name, entry] of folder.entries()) {
      if (entry.kind === 'file') sizes.push([prefix + name, (await entry.getFile()).size]);
      else await walk(entry, `${prefix}${name}/`);
    }
  };
  await walk(await navigator.storage.getDirectory(), '');
  return Object.fromEntries(sizes.sort(([a], [b]) => (a < b ? -1 : 1)));
}
