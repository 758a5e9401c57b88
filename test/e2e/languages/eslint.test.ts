import { symlinkSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect } from 'vitest';
import { workbenchTest } from '../../harness/workbenchTest.ts';

const eslint = fileURLToPath(new URL('../../../node_modules/eslint', import.meta.url));

describe("The folder's own ESLint", () => {
  const it = workbenchTest({
    files: {
      'package.json': '{ "name": "linted", "version": "1.0.0", "type": "module" }\n',
      'eslint.config.js':
        'export default [{ rules: { "no-var": "error", "no-debugger": "warn", eqeqeq: "error" } }];\n',
      'main.js': 'var one = 1;\nexport const same = (other) => other == one;\n',
      'node_modules/.keep': '',
    },
    prepare: (workspace) => symlinkSync(eslint, workspace.path('node_modules/eslint')),
  });

  it('does not run before the folder is trusted, and says so (A-29, T101)', async ({ workbench }) => {
    const { languageServer, quickInput } = workbench;
    await workbench.openFile('main.js');
    await languageServer.says(/^ESLint: needs trust/);
    expect(await languageServer.open('ESLint')).toContain('starts once the folder is trusted');
    await quickInput.has(/Manage Workspace Trust$/);
    await quickInput.close();
    expect(languageServer.pids('vscode-eslint-language-server')).toEqual([]);
  });

  it('reports what its rules say once the folder is trusted (A-31, A-36)', async ({ workbench }) => {
    const { editor, problems } = workbench;
    await workbench.trustFolder();
    await workbench.openFile('main.js');
    await problems.has('Unexpected var, use let or const instead.');
    await editor.replace('var one', 'const one');
    await problems.hasNot('Unexpected var');
  });

  it('fixes a problem, and all of a file', async ({ workbench }) => {
    const { editor, problems } = workbench;
    await workbench.openFile('main.js');
    await problems.has('Unexpected var');
    await editor.placeCaret('var one', { into: 1 });
    await editor.quickFix(/Fix this no-var problem/);
    await editor.hasText('let one = 1;');
    await problems.hasNot('Unexpected var');
  });

  it('follows a change of its configuration (T069)', async ({ workbench, workspace }) => {
    const { problems } = workbench;
    await workbench.openFile('main.js');
    await problems.has("Expected '===' and instead saw '=='.");
    workspace.write('eslint.config.js', 'export default [{ rules: {} }];\n');
    await problems.hasNot("Expected '===");
  });
});
