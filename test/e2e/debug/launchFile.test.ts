import { expect } from 'vitest';
import { until } from '../../harness/until.ts';
import { workbenchTest } from '../../harness/workbenchTest.ts';

const it = workbenchTest({
  files: {
    'app.js': 'console.log("ran");\n',
    'src/main.ts':
      'export function half(n: number): number {\n  return n / 2;\n}\n\nconsole.log(half(84));\n',
    // As a compiler writes it: every line of the source is the same line there.
    'out/main.js':
      'function half(n) {\n  return n / 2;\n}\n\nconsole.log(half(84));\n//# sourceMappingURL=main.js.map\n',
    'out/main.js.map': JSON.stringify({
      version: 3,
      file: 'main.js',
      sourceRoot: '',
      sources: ['../src/main.ts'],
      names: [],
      mappings: 'AAAA;AACA;AACA;AACA;AACA',
    }),
  },
  trusted: true,
});

it('is written into the folder by a click, completes its attributes, and runs', async ({
  workbench,
  workspace,
}) => {
  const { debugging, page } = workbench;
  await workbench.openFile('app.js');
  await page.keyboard.press('Control+Shift+d');
  await page.locator('.debug-viewlet, .pane-body').getByText('create a launch.json file').first().click();
  await workbench.hasActiveTab('launch.json');
  await until('it is on the disk', () => workspace.exists('.vscode/launch.json'));
  expect(workspace.read('.vscode/launch.json')).toContain('Launch Current File');
  await workbench.editor.placeCaret('"request"');
  await workbench.editor.type('"stopOn');
  await workbench.editor.suggestions('stopOnEntry');
  await page.keyboard.press('Escape');
  await workbench.run('File: Revert File');
  await workbench.openFile('app.js');
  await debugging.startConfiguration('Launch Current File');
  await debugging.console.has('ran');
  await debugging.isOver();
});

it('names compiled TypeScript, which is debugged as it was written', async ({ workbench, workspace }) => {
  const { debugging } = workbench;
  workspace.write(
    '.vscode/launch.json',
    JSON.stringify({
      version: '0.2.0',
      configurations: [
        {
          name: 'compiled',
          type: 'node',
          request: 'launch',
          program: '${workspaceFolder}/out/main.js',
          outFiles: ['${workspaceFolder}/out/**/*.js'],
        },
      ],
    }),
  );
  await workbench.openFile('src/main.ts');
  await debugging.gutter.setBreakpoint(2);
  await debugging.startConfiguration('compiled');
  await debugging.isStoppedAt(2);
  await debugging.views.hasFrame(/half.*main\.ts/);
  await debugging.views.hasVariable('n = 84');
  await debugging.press('stop');
  await debugging.isOver();
  await debugging.gutter.removeBreakpoints();
});

it('may name tasks, which Mooring does not have: it says so and debugs anyway, and remembers that', async ({
  workbench,
  workspace,
}) => {
  const { debugging } = workbench;
  // VS Code writes what it notifies of as an error into the console too.
  workbench.expectConsoleErrors(/The task “clean” was not run/);
  const configuration = { type: 'node', request: 'launch', program: '${workspaceFolder}/app.js' };
  workspace.write(
    '.vscode/launch.json',
    JSON.stringify({
      version: '0.2.0',
      configurations: [
        { ...configuration, name: 'with tasks', preLaunchTask: 'build', postDebugTask: 'clean' },
        { ...configuration, name: 'with another', preLaunchTask: { type: 'npm', script: 'compile' } },
      ],
    }),
  );
  await workbench.openFile('app.js');
  await debugging.startConfiguration('with tasks');
  const told = /The task “build” was not run: Mooring has no tasks\. .*terminal/;
  await workbench.clickDialogButton(told, 'Cancel');
  await debugging.isOver();
  await debugging.startConfiguration('with tasks');
  await workbench.clickDialogButton(told, 'Open launch.json');
  await workbench.hasActiveTab('launch.json');

  await debugging.startConfiguration('with tasks');
  await (await workbench.dialog(told)).locator('.monaco-checkbox').click();
  await workbench.clickDialogButton(told, 'Debug Anyway');
  await debugging.console.has('ran');
  await debugging.isOver();
  await workbench.hasNotification('The task “clean” was not run: Mooring has no tasks.');
  await debugging.clearTraces();
  await workbench.run('Notifications: Clear All Notifications');
  await debugging.startConfiguration('with tasks');
  await debugging.console.has('ran');
  await debugging.isOver();
  await workbench.hasNotification('The task “clean” was not run');

  await debugging.startConfiguration('with another');
  await workbench.clickDialogButton('The task “npm: compile” was not run', 'Debug Anyway');
  await debugging.isOver();
});
