import { describe } from 'vitest';
import { missing } from '../../harness/programs.ts';
import { workbenchTest } from '../../harness/workbenchTest.ts';

// One folder for the languages whose files need nothing around them.
const it = workbenchTest({
  files: {
    Dockerfile: 'FROM node:20 AS build\nWORKDIR /app\nCOPY --from=build /a /b\nCMD ["node"]\n',
    'greet.sh':
      '#!/usr/bin/env bash\n\n# Greets somebody by name.\ngreet() {\n  echo "hello $1"\n}\n\nname="you"\ngreet "$name"\n',
    'other.sh': '#!/usr/bin/env bash\nsource ./greet.sh\ngreet me\n',
    'data.yaml': 'base: &base\n  size: 1\nother:\n  <<: *base\n  list: [1, 2]\n',
    'compose.yaml': 'services:\n  web:\n    image: nginx\n',
    '.github/workflows/check.yml':
      'name: check\non: push\njobs:\n  check:\n    runs-on: ubuntu-latest\n    steps:\n      - run: npm test\n',
    'README.md': '# Start\n\nSee [the guide](docs/guide.md#steps).\n\n## More\n\nText.\n',
    'docs/guide.md': '# Guide\n\n## Steps\n\nBack to [the start](../README.md).\n',
  },
});

describe('Dockerfile', () => {
  it('shows an error while it is there and no longer (A-31, A-36)', async ({ workbench }) => {
    const { editor, problems } = workbench;
    await workbench.openFile('Dockerfile');
    await editor.replace('WORKDIR', 'WORKING');
    await problems.has('Unknown instruction: WORKING');
    await editor.replace('WORKING', 'WORKDIR');
    await problems.hasNot('Unknown instruction');
  });

  it('completes instructions, explains them, and goes to a stage (A-37, A-40, A-41)', async ({
    workbench,
  }) => {
    const { editor } = workbench;
    await workbench.openFile('Dockerfile');
    await editor.placeCaret('WORKDIR', { into: 2 });
    await editor.hover(/working directory/i);
    await editor.placeCaret('--from=build', { into: 8 });
    await editor.goToDefinition();
    await editor.isAt({ line: 1, column: 17 });
    await editor.placeCaret('CMD ["node"]', { after: true });
    await editor.insert('\nEXPO');
    await editor.suggestions(/^EXPOSE/);
    await editor.press('Escape');
  });
});

describe('Shell script', () => {
  it('shows what shellcheck finds, while it is there and no longer (A-36)', async ({ workbench, skip }) => {
    const lack = missing([['shellcheck', '--version']]);
    if (lack) skip(lack);
    const { editor, problems } = workbench;
    await workbench.openFile('greet.sh');
    await editor.replace('"hello $1"', 'hello $1');
    await problems.has('Double quote to prevent globbing and word splitting');
    await editor.replace('hello $1', '"hello $1"');
    await problems.hasNot('Double quote');
  });

  it('completes functions and options, and says what a function is for (A-37, A-40)', async ({
    workbench,
  }) => {
    const { editor } = workbench;
    await workbench.openFile('greet.sh');
    await editor.placeCaret('greet "$name"', { into: 2 });
    await editor.hover('Greets somebody by name.');
    await editor.placeCaret('greet "$name"', { after: true });
    await editor.insert('\ngre');
    await editor.suggestions('greet');
    await editor.press('Escape');
  });

  it('goes to a function in another file, and renames it in its own (A-41)', async ({ workbench }) => {
    const { editor } = workbench;
    await workbench.openFile('other.sh');
    await editor.placeCaret('greet me', { into: 2 });
    await editor.goToDefinition();
    await workbench.hasActiveTab('greet.sh');
    await editor.isAt({ line: 4, column: 1 });
    await editor.rename('salute');
    await editor.hasText('salute "$name"');
  });

  it('outlines the file', async ({ workbench }) => {
    await workbench.openFile('greet.sh');
    await workbench.run('Explorer: Focus on Outline View');
    await workbench.page.locator('.outline-tree .monaco-list-row', { hasText: 'greet' }).waitFor();
  });
});

describe('YAML', () => {
  it('shows an error while it is there and no longer (A-31, A-36)', async ({ workbench }) => {
    const { editor, problems } = workbench;
    await workbench.openFile('data.yaml');
    await editor.replace('[1, 2]', '[1, 2');
    await problems.has(/flow (sequence|collection)/i);
    await editor.replace('[1, 2', '[1, 2]');
    await problems.hasNot(/flow (sequence|collection)/i);
  });

  it('completes, explains and checks by the schema of a workflow, offline (A-36, A-37, A-40)', async ({
    workbench,
  }) => {
    const { editor, problems } = workbench;
    await workbench.openFile('.github/workflows/check.yml');
    await editor.placeCaret('runs-on', { into: 2 });
    await editor.hover(/runner|machine/i);
    await editor.placeCaret('ubuntu-latest', { after: true });
    await editor.type('\ntime');
    await editor.suggestions('timeout-minutes');
    await editor.press('Escape');
    await editor.type('s-of: 1');
    await problems.has('Property times-of is not allowed');
  });

  it('goes to an anchor, and outlines the file (A-41)', async ({ workbench }) => {
    const { editor } = workbench;
    await workbench.openFile('data.yaml');
    await editor.placeCaret('*base', { into: 2 });
    await editor.goToDefinition();
    await editor.isAt({ line: 2, column: 3 });
    await workbench.run('Explorer: Focus on Outline View');
    await workbench.page.locator('.outline-tree .monaco-list-row', { hasText: 'other' }).waitFor();
  });

  it('formats a file', async ({ workbench }) => {
    const { editor } = workbench;
    await workbench.openFile('data.yaml');
    await editor.replace('[1, 2]', '[ 1,2 ]');
    await workbench.run('Format Document');
    await editor.hasText('list: [1, 2]');
  });
});

describe('Markdown', () => {
  it('marks a broken link, and no whole one (A-36)', async ({ workbench, workspace }) => {
    const { editor, problems } = workbench;
    await workbench.openFile('README.md');
    await editor.replace('guide.md', 'lost.md');
    await problems.has('File does not exist at path');
    await editor.replace('lost.md', 'guide.md');
    await problems.hasNot('File does not exist');

    const guide = workspace.read('docs/guide.md');
    workspace.write('docs/guide.md', guide.replace('## Steps', '## Stages'));
    await problems.has('Header does not exist in file: steps');
    workspace.write('docs/guide.md', guide);
    await problems.hasNot('Header does not exist');
  });

  it('goes to where a link leads (A-41)', async ({ workbench }) => {
    const { editor } = workbench;
    await workbench.openFile('README.md');
    await editor.placeCaret('#steps', { into: 2 });
    await editor.goToDefinition();
    await workbench.hasActiveTab('guide.md');
    await editor.isAt({ line: 3, column: 1 });
  });

  it('completes paths and headings (A-37)', async ({ workbench }) => {
    const { editor } = workbench;
    await workbench.openFile('README.md');
    await editor.placeCaret('Text.', { after: true });
    await editor.insert(' [a](docs/');
    await editor.suggestions('guide.md');
    await editor.press('Escape');
    await editor.insert('guide.md#');
    await editor.suggestions('#steps');
    await editor.press('Escape');
  });

  it('outlines headings, and renames one with the links to it (T061)', async ({ workbench }) => {
    const { editor } = workbench;
    await workbench.openFile('docs/guide.md');
    await workbench.run('Explorer: Focus on Outline View');
    await workbench.page.locator('.outline-tree .monaco-list-row', { hasText: 'Steps' }).waitFor();
    await editor.placeCaret('Steps', { into: 2 });
    await editor.rename('Stages');
    await editor.hasText('## Stages');
    await workbench.openFile('README.md');
    await editor.hasText('docs/guide.md#stages');
  });
});
