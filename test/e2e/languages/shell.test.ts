import { describe } from 'vitest';
import { missing } from '../../harness/programs.ts';
import { workbenchTest } from '../../harness/workbenchTest.ts';

describe('Shell script', () => {
  const it = workbenchTest({
    files: {
      'greet.sh':
        '#!/usr/bin/env bash\n\n# Greets somebody by name.\ngreet() {\n  echo "hello $1"\n}\n\nname="you"\ngreet "$name"\n',
      'other.sh': '#!/usr/bin/env bash\nsource ./greet.sh\ngreet me\n',
    },
  });

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
