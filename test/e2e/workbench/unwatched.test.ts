import { fileURLToPath } from 'node:url';
import { describe, expect } from 'vitest';
import { workbenchTest } from '../../harness/workbenchTest.ts';

const noWatches = fileURLToPath(new URL('../../fixtures/noWatches.cjs', import.meta.url));
const NODE_OPTIONS = `--require ${JSON.stringify(noWatches)}`;
const says =
  /Changes in .*project.* will not be noticed: this machine's limit of watched folders is used up\. Raise it/;

describe('On a machine that can watch no more folders', () => {
  const it = workbenchTest({ files: { 'a.txt': 'one\n' }, env: { NODE_OPTIONS } });

  it('says so once, with what to do, and everything else works', async ({ workbench, workspace }) => {
    const { page } = workbench;
    await workbench.hasNotification(says);
    await workbench.openFile('a.txt');
    await workbench.editor.type('more than ');
    await workbench.save();
    expect(workspace.read('a.txt')).toBe('more than one\n');
    workspace.write('b.txt', 'two\n');
    await workbench.explorer.refresh();
    await workbench.explorer.has('b.txt');
    expect(await page.locator('.notification-list-item', { hasText: says }).count()).toBe(1);
    const loaded = page.waitForEvent('load');
    await workbench.clickNotificationButton(says, 'Reload Page');
    await loaded;
    await workbench.isReady();
    await workbench.hasNotification(says);
  });
});

describe('When the last watch is used up by a folder that appears', () => {
  const it = workbenchTest({
    files: { 'a.txt': 'one\n' },
    env: { NODE_OPTIONS, MOORING_TEST_WATCHES: 'present' },
  });

  it('says so too, while the rest is still watched', async ({ workbench, workspace }) => {
    workspace.write('b.txt', 'two\n');
    await workbench.explorer.has('b.txt');
    workspace.write('new/deep/c.txt', 'three\n');
    await workbench.explorer.has('new');
    await workbench.hasNotification(/limit of watched folders is used up/);
    workspace.write('d.txt', 'four\n');
    await workbench.explorer.has('d.txt');
  });
});
