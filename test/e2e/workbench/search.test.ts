import { expect } from 'vitest';
import { until } from '../../harness/until.ts';
import { workbenchTest } from '../../harness/workbenchTest.ts';

const it = workbenchTest({
  files: {
    'one.txt': 'The needle is here.\nAnd a second Needle.\n',
    'deep/er/two.txt': '😀 needle after an emoji\n',
    'ignored/three.txt': 'needle that git ignores\n',
    '.gitignore': 'ignored\n',
    'none.txt': 'hay\n',
  },
});

it('finds text in all files but ignored ones', async ({ workbench }) => {
  await workbench.search.find('needle');
  await workbench.search.says('3 results in 2 files');
  expect(await workbench.search.files()).toEqual(['one.txt', 'two.txt']);

  await workbench.search.toggle('Match Case');
  await workbench.search.says('2 results in 2 files');
  await workbench.search.toggle('Match Case');
});

it('goes from a match to its place, behind an emoji too', async ({ workbench }) => {
  await workbench.search.find('needle after');
  await workbench.search.says('1 result in 1 file');
  await workbench.search.openMatch('needle after');
  await workbench.hasActiveTab('two.txt');
  await workbench.statusItem('(12 selected)').waitFor();
  await workbench.focusEditor();
  expect(await workbench.editor.selectedText()).toBe('needle after');
});

it('searches by regular expression, and says what is wrong with one', async ({ workbench }) => {
  await workbench.search.toggle('Use Regular Expression');
  await workbench.search.find('^And .* Needle');
  await workbench.search.says('1 result in 1 file');
  await workbench.search.find('needle(');
  await workbench.search.says(/[Uu]nclosed group|Invalid regular expression|Unterminated group/);
  await workbench.search.toggle('Use Regular Expression');
});

it('replaces in all files at once', async ({ workbench, workspace }) => {
  await workbench.search.find('needle');
  await workbench.search.says('3 results in 2 files');
  await workbench.search.replaceAll('pin');
  await until('every file is changed on disk', () =>
    workspace.read('deep/er/two.txt').includes('😀 pin after'),
  );
  expect(workspace.read('one.txt')).toBe('The pin is here.\nAnd a second pin.\n');
  expect(workspace.read('ignored/three.txt')).toBe('needle that git ignores\n');
});

it('opens a file by a few letters of its path', async ({ workbench }) => {
  await workbench.quickInput.open('Control+p', 'dptwo');
  await workbench.quickInput.choose('two.txt');
  await workbench.hasActiveTab('two.txt');
});
