import { describe } from 'vitest';
import { until } from '../../harness/until.ts';
import { workbenchTest } from '../../harness/workbenchTest.ts';

describe('Go', () => {
  const it = workbenchTest({
    needs: [
      ['gopls', 'version'],
      ['go', 'version'],
    ],
    files: {
      'go.mod': 'module example.com/tides\n\ngo 1.19\n',
      'main.go':
        'package main\n\nimport (\n\t"fmt"\n\n\t"example.com/tides/tide"\n)\n\nfunc main() {\n\tfmt.Println(tide.High(3))\n}\n',
      'tide/tide.go':
        'package tide\n\n// High says when the tide is high.\nfunc High(hour int) string {\n\treturn "at " + string(rune(hour))\n}\n',
    },
  });

  it('shows an error while it is there and no longer (A-31, A-36)', async ({ workbench }) => {
    const { editor, problems } = workbench;
    await workbench.openFile('main.go');
    await editor.replace('High(3)', 'High("3")');
    await problems.has(/cannot use "3" .*as int value in argument to tide\.High/, { seconds: 80 });
    await editor.replace('"3"', '3');
    await problems.hasNot('cannot use "3"');
  });

  it('renames across closed files, and formats (T061)', async ({ workbench, workspace }) => {
    const { editor } = workbench;
    await workbench.openFile('tide/tide.go');
    await editor.placeCaret('High(hour', { into: 2 });
    await editor.rename('Peak');
    await editor.hasText('func Peak(hour');
    await until('the other file is renamed on disk', () =>
      workspace.read('main.go').includes('tide.Peak(3)'),
    );

    await editor.replace('hour int', 'hour   int');
    await workbench.run('Format Document');
    await editor.hasText('Peak(hour int)');
  });

  it('explains, completes and goes to a definition in another package (A-37, A-40, A-41)', async ({
    workbench,
  }) => {
    const { editor } = workbench;
    // gopls colours the name it makes up behind a dot at the end of a line, and VS Code remarks on it.
    workbench.expectConsoleErrors(/Invalid Semantic Tokens Data/);
    await workbench.openFile('main.go');
    await editor.placeCaret('High', { into: 2 });
    await editor.hover('High says when the tide is high.');
    await editor.goToDefinition();
    await workbench.hasActiveTab('tide.go');
    await editor.isAt({ line: 4, column: 6 });

    await workbench.openFile('main.go');
    await editor.placeCaret('High(3))', { after: true });
    await editor.type('\ntide.');
    await editor.suggestions('High');
    await editor.press('Escape');
  });
});
