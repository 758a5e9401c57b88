import { expect } from 'vitest';
import { workbenchTest } from '../../harness/workbenchTest.ts';
import type { Workspace } from '../../harness/workspace.ts';

/** Debuggers that each fail in a way of their own. */
function extensions(workspace: Workspace): void {
  const types = ['absent', 'exits'];
  const manifest = {
    name: 'faulty',
    publisher: 'test',
    version: '1.0.0',
    engines: { vscode: '^1.91.0' },
    contributes: {
      debuggers: types.map((type) => ({
        type,
        label: `The ${type} one`,
        configurationAttributes: { launch: { properties: {} } },
      })),
      debugAdapters: [
        {
          type: 'absent',
          label: 'absent-adapter',
          command: [{ path: 'no-such-adapter' }],
          guidance: 'Get it from the harbour master.',
        },
        { type: 'exits', label: 'exits-adapter', command: [{ module: './exits.mjs' }] },
      ],
    },
  };
  workspace.write('../extensions/faulty/package.json', JSON.stringify(manifest));
  workspace.write(
    '../extensions/faulty/exits.mjs',
    "console.error('no licence for this harbour'); process.exit(3);\n",
  );
}

const configuration = (name: string, more: object) => ({ name, request: 'launch', ...more });

const it = workbenchTest({
  files: {
    'app.js': 'console.log("ran");\n',
    '.vscode/launch.json': JSON.stringify({
      version: '0.2.0',
      configurations: [
        configuration('unknown type', { type: 'cobol' }),
        configuration('absent adapter', { type: 'absent' }),
        configuration('exits at once', { type: 'exits' }),
        configuration('missing program', { type: 'node', program: '${workspaceFolder}/nothing.js' }),
        configuration('outside program', { type: 'node', program: '/etc/hostname' }),
        configuration('good one', { type: 'node', program: '${workspaceFolder}/app.js' }),
      ],
    }),
  },
  prepare: extensions,
  flags: (workspace) => ['--extensions-dir', workspace.outside('extensions')],
  trusted: true,
});

it('says what is wrong with a configuration, and starts nothing (A-53, A-54, A-71, A-75)', async ({
  workbench,
}) => {
  const { debugging } = workbench;
  const refusals: [string, RegExp][] = [
    ['unknown type', /debugger of the type "cobol"/],
    ['absent adapter', /absent-adapter was not found.*Get it from the harbour master/s],
    ['missing program', /nothing\.js does not exist/],
    ['outside program', /\/etc\/hostname is not in the opened folder/],
  ];
  for (const [name, text] of refusals) {
    await debugging.startConfiguration(name);
    await workbench.clickDialogButton(text, 'Cancel');
    await debugging.isOver();
  }
  expect(debugging.processes('nothing.js')).toEqual([]);
  await debugging.hasNoProcess('js-debug');
});

it('shows the exit code and the last words of an adapter that exits at once (A-70)', async ({
  workbench,
}) => {
  const { debugging } = workbench;
  await debugging.startConfiguration('exits at once');
  const dialog = await workbench.dialog(/exits-adapter/);
  const text = await dialog.innerText();
  expect(text).toContain('code 3');
  expect(text).toContain('no licence for this harbour');
  await workbench.clickDialogButton(/exits-adapter/, 'Cancel');
  await debugging.console.has('no licence for this harbour');
  await debugging.isOver();

  await debugging.startConfiguration('good one');
  await debugging.console.has('ran');
  await debugging.isOver();
});

it('says that launch.json is malformed, and where (A-75)', async ({ workbench, workspace }) => {
  workspace.write('.vscode/launch.json', '{ "version": "0.2.0", "configurations": [ { "name": }');
  await workbench.openFile('launch.json');
  await workbench.problems.has(/Value expected/);
  workbench.expectConsoleErrors(/launch\.json is malformed/);
  await workbench.page.keyboard.press('F5');
  await workbench.clickNotificationButton(
    /launch\.json is malformed in line 1, column 53/,
    'Open launch.json',
  );
  await workbench.editor.isAt({ line: 1, column: 53 });
});
