import { chmodSync, statSync } from 'node:fs';
import { expect } from 'vitest';
import { until } from '../../harness/until.ts';
import { workbenchTest } from '../../harness/workbenchTest.ts';

const it = workbenchTest({
  files: {
    'notes.txt': 'first line\nsecond line\n',
    'windows.txt': 'one\r\ntwo\r\n',
    'run.sh': '#!/bin/sh\necho hello\n',
    'locked.txt': 'locked\n',
    'picture.bin': new Uint8Array([0, 1, 2, 3, 255, 254, 0, 0, 7]),
  },
  prepare: (workspace) => {
    chmodSync(workspace.path('run.sh'), 0o755);
    workspace.write('huge.log', `${'0123456789abcdef'.repeat(6)}\n`.repeat(620_000));
  },
});

it('saves what was typed, and keeps line ends and mode as they were', async ({ workbench, workspace }) => {
  await workbench.openFile('windows.txt');
  await workbench.editor.placeCaret('two', { after: true });
  await workbench.editor.type(' and three');
  await workbench.hasDirtyTab('windows.txt');
  await workbench.save();
  expect(workspace.read('windows.txt')).toBe('one\r\ntwo and three\r\n');

  await workbench.openFile('run.sh');
  await workbench.editor.replace('hello', 'goodbye');
  await workbench.save();
  expect(workspace.read('run.sh')).toBe('#!/bin/sh\necho goodbye\n');
  expect(statSync(workspace.path('run.sh')).mode & 0o777).toBe(0o755);
});

it('takes up what another program wrote, while nothing is unsaved', async ({ workbench, workspace }) => {
  await workbench.openFile('notes.txt');
  workspace.write('notes.txt', 'written by somebody else\n');
  await workbench.editor.hasText('written by somebody else');
  await workbench.hasDirtyTab('notes.txt', false);
});

it('asks before it overwrites what another program wrote meanwhile, and loses neither', async ({
  workbench,
  workspace,
}) => {
  await workbench.openFile('notes.txt');
  await workbench.editor.placeCaret('first', { after: true });
  await workbench.editor.type(' mine');
  workspace.write('notes.txt', 'theirs, and longer than before\n');
  workbench.expectConsoleErrors(/status of 412/, /Failed to save 'notes.txt'/);
  await workbench.page.keyboard.press('Control+s');
  await workbench.hasNotification(/content of the file is newer/);
  expect(workspace.read('notes.txt')).toBe('theirs, and longer than before\n');

  await workbench.clickNotificationButton(/content of the file is newer/, 'Compare');
  const diff = workbench.page.locator('.monaco-diff-editor');
  await diff.waitFor();
  await until('both sides show', async () => {
    const text = (await diff.innerText()).replaceAll('\u00a0', ' ');
    return text.includes('first mine line') && text.includes('theirs, and longer');
  });
  await workbench.run('File: Revert File');
  await workbench.closeAllEditors();
  await workbench.openFile('notes.txt');
  await workbench.editor.hasText('theirs, and longer than before');
});

it('shows a read-only file as such, and says why it cannot be saved', async ({ workbench, workspace }) => {
  chmodSync(workspace.path('locked.txt'), 0o444);
  await workbench.openFile('locked.txt');
  await workbench.editor.type('x');
  await workbench.page.locator('.monaco-editor-overlaymessage', { hasText: 'read-only' }).waitFor();
  expect(workspace.read('locked.txt')).toBe('locked\n');
  chmodSync(workspace.path('locked.txt'), 0o644);
});

it('says of a binary file that it is one', async ({ workbench }) => {
  await workbench.explorer.open('picture.bin');
  await workbench.page.locator('.monaco-editor-pane-placeholder', { hasText: /binary/ }).waitFor();
});

it('opens a file of 60 MB, and stays usable (T046)', async ({ workbench }) => {
  await workbench.explorer.open('huge.log');
  await workbench.hasActiveTab('huge.log');
  const placeholder = workbench.page.locator('.monaco-editor-pane-placeholder');
  await until('the file or a question shows', async () => {
    if (await placeholder.isVisible()) await placeholder.locator('.monaco-button').first().click();
    return (await workbench.editor.text()).includes('0123456789abcdef');
  });
  await workbench.editor.goTo({ line: 600_000, column: 5 });
  await workbench.openFile('notes.txt');
  await workbench.editor.hasText('first line');
});

it('keeps unsaved text over a reload', async ({ workbench, workspace }) => {
  await workbench.openFile('notes.txt');
  await workbench.editor.placeCaret('second', { after: true });
  await workbench.editor.type(' unsaved');
  await workbench.hasBackup('second unsaved line');
  await workbench.reload();
  await workbench.hasDirtyTab('notes.txt');
  await workbench.openFile('notes.txt');
  await workbench.editor.hasText('second unsaved line');
  expect(workspace.read('notes.txt')).toBe('first line\nsecond line\n');
});
