import { expect } from 'vitest';
import { until } from '../../harness/until.ts';
import { workbenchTest } from '../../harness/workbenchTest.ts';

const it = workbenchTest({
  name: 'a b#c%20d?é漢',
  files: {
    'notes.txt': 'first\n',
    'other.txt': 'other\n',
    'Main # query? 100%.kt': 'fun main() {}\n',
    'docs/inner.txt': 'inner\n',
  },
});

it('creates a file and a folder on disk', async ({ workbench, workspace }) => {
  const { explorer } = workbench;
  await explorer.select('notes.txt');
  await explorer.create('New File...', 'new #1.txt');
  await workbench.hasActiveTab('new #1.txt');
  await until('the file is there', () => workspace.exists('new #1.txt'));

  await explorer.select('notes.txt');
  await explorer.create('New Folder...', 'sub');
  await explorer.has('sub');
  await until('the folder is there', () => workspace.exists('sub'));
});

it('renames a file, and its open editor goes with it', async ({ workbench, workspace }) => {
  const { explorer } = workbench;
  await workbench.openFile('notes.txt');
  await explorer.rename('notes.txt', 'renamed 100%.txt');
  await explorer.has('renamed 100%.txt');
  await workbench.hasActiveTab('renamed 100%.txt');
  expect(workspace.read('renamed 100%.txt')).toBe('first\n');
  expect(workspace.exists('notes.txt')).toBe(false);
});

it('deletes a file after asking', async ({ workbench, workspace }) => {
  await workbench.explorer.select('other.txt');
  await workbench.page.keyboard.press('Delete');
  await workbench.clickDialogButton('other.txt', 'Delete');
  await workbench.explorer.hasNot('other.txt');
  expect(workspace.exists('other.txt')).toBe(false);
});

it('moves a file that is dragged onto a folder', async ({ workbench, workspace }) => {
  await workbench.explorer.drag('notes.txt', 'docs');
  await workbench.clickDialogButton('notes.txt', 'Move');
  await until('the file is in the folder', () => workspace.exists('docs/notes.txt'));
  expect(workspace.exists('notes.txt')).toBe(false);
});

it('opens, edits and saves a file whose name is full of reserved characters (KI-P22, T048)', async ({
  workbench,
  workspace,
}) => {
  await workbench.openFile('Main # query? 100%.kt');
  await workbench.editor.replace('{}', '{ }');
  await workbench.save();
  expect(workspace.read('Main # query? 100%.kt')).toBe('fun main() { }\n');
});

it('shows what another program does to the folder', async ({ workbench, workspace }) => {
  const { explorer } = workbench;
  workspace.write('from outside é.txt', 'outside\n');
  await explorer.has('from outside é.txt');
  workspace.delete('from outside é.txt');
  await explorer.hasNot('from outside é.txt');
});
