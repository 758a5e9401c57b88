import { describe } from 'vitest';
import { workbenchTest } from '../../harness/workbenchTest.ts';

describe('YAML', () => {
  const it = workbenchTest({
    files: {
      'data.yaml': 'base: &base\n  size: 1\nother:\n  <<: *base\n  list: [1, 2]\n',
      'compose.yaml': 'services:\n  web:\n    image: nginx\n',
      '.github/workflows/check.yml':
        'name: check\non: push\njobs:\n  check:\n    runs-on: ubuntu-latest\n    steps:\n      - run: npm test\n',
    },
  });

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
