import { expect } from 'vitest';
import { workbenchTest } from '../../harness/workbenchTest.ts';

const python = { type: 'debugpy', request: 'launch' };

const it = workbenchTest({
  files: {
    'server.js': "const port = 80;\nconsole.log('serving', port);\n",
    'client.py': 'port = 80\nprint("asking", port)\n',
    // One after the other: who stops while another thread stands there goes on with it.
    'threads.py':
      'import threading\n\n\ndef work(name, turn, next):\n    turn.wait()\n    print(name)\n    next.set()\n\n\nred, green, end = (threading.Event() for _ in range(3))\nthreading.Thread(target=work, args=("red", red, green), name="red").start()\nthreading.Thread(target=work, args=("green", green, end), name="green").start()\nred.set()\n',
    'harbour.py': 'import os\n\nprint("the harbour is", os.environ.get("HARBOUR"), os.environ.get("PIER"))\n',
    'harbour.js': "console.log('Node goes to', process.env.HARBOUR, process.env.PIER);\n",
    'config/harbour.env': '# where to go\nexport HARBOUR="Port # Isaac"\nPIER=7 # of nine\n',
    '.vscode/launch.json': JSON.stringify({
      version: '0.2.0',
      configurations: [
        { name: 'serve it', type: 'node', request: 'launch', program: '${workspaceFolder}/server.js' },
        { name: 'ask it', ...python, program: '${workspaceFolder}/client.py' },
        { name: 'two threads', ...python, program: '${workspaceFolder}/threads.py' },
        {
          name: 'with its harbour',
          ...python,
          program: '${workspaceFolder}/harbour.py',
          env: { PIER: '8' },
          envFile: '${workspaceFolder}/config/harbour.env',
        },
        {
          name: 'Node with its harbour',
          type: 'node',
          request: 'launch',
          program: '${workspaceFolder}/harbour.js',
          envFile: 'config/harbour.env',
        },
        {
          name: 'with no such harbour',
          ...python,
          program: '${workspaceFolder}/harbour.py',
          envFile: '${workspaceFolder}/nowhere.env',
        },
        {
          name: 'with a harbour elsewhere',
          ...python,
          program: '${workspaceFolder}/harbour.py',
          envFile: '/etc/environment',
        },
      ],
      compounds: [{ name: 'both of them', configurations: ['serve it', 'ask it'], stopAll: true }],
    }),
  },
  trusted: true,
  needs: [['python3', '-c', 'import debugpy']],
});

it('starts all of a compound, two sessions beside each other, and stops them together', async ({
  workbench,
}) => {
  const { debugging } = workbench;
  await workbench.openFile('client.py');
  await debugging.gutter.setBreakpoint(2);
  await workbench.openFile('server.js');
  await debugging.gutter.setBreakpoint(2);
  await debugging.startConfiguration('both of them');
  // Node's session is that of the program it runs. Only the one in focus is open.
  await debugging.views.hasFrame(/^server\.js \[\d+\] .*paused/i);
  await debugging.views.hasFrame(/^ask it .*paused/i);
  await debugging.views.expandRow('Debug Call Stack', /^server\.js \[/);
  await debugging.views.expandRow('Debug Call Stack', /^ask it/);
  await debugging.views.hasFrame(/<anonymous> server\.js 2/);
  await debugging.views.hasFrame(/<module> client\.py 2/);

  await debugging.views.row('Debug Call Stack', '<module>').click();
  await debugging.isStoppedAt(2);
  await workbench.hasActiveTab('client.py');
  await debugging.console.evaluate('f"{port} of Python"');
  await debugging.console.has('80 of Python');
  await debugging.views.row('Debug Call Stack', '<anonymous>').click();
  await workbench.hasActiveTab('server.js');
  await debugging.console.evaluate('`${port} of Node`');
  await debugging.console.has('80 of Node');

  await debugging.press('stop');
  await debugging.isOver();
  await debugging.hasNoProcess('server.js');
  await debugging.hasNoProcess('client.py');
  await debugging.gutter.removeBreakpoints();
});

it('shows every thread of a program with a stack of its own', async ({ workbench }) => {
  const { debugging } = workbench;
  await workbench.openFile('threads.py');
  await debugging.gutter.setBreakpoint(6);
  await debugging.startConfiguration('two threads');
  await debugging.isStoppedAt(6);
  await debugging.views.hasFrame(/^red /);
  await debugging.views.hasFrame(/^green /);
  await debugging.views.hasVariable(/^name = 'red'$/);
  await debugging.press('continue');
  await debugging.views.hasVariable(/^name = 'green'$/);
  await debugging.press('continue');
  await debugging.isOver();
  await debugging.gutter.removeBreakpoints();
});

it('runs a program without debugging it by Ctrl+F5', async ({ workbench, workspace }) => {
  const { debugging, page } = workbench;
  workspace.delete('.vscode/launch.json');
  for (const [file, said] of [
    ['server.js', 'serving 80'],
    ['client.py', 'asking 80'],
  ] as const) {
    await workbench.openFile(file);
    await debugging.gutter.setBreakpoint(2);
    await page.keyboard.press('Control+F5');
    await debugging.console.has(said);
    await debugging.isOver();
    await debugging.hasNoProcess(file);
    await debugging.gutter.removeBreakpoints();
  }
});

it('reads the environment of a program from a file of the folder', async ({ workbench }) => {
  const { debugging } = workbench;
  await debugging.startConfiguration('with its harbour');
  await debugging.console.has('the harbour is Port # Isaac 8');
  await debugging.isOver();

  await debugging.startConfiguration('Node with its harbour');
  await debugging.console.has('Node goes to Port # Isaac 7');
  await debugging.isOver();

  await debugging.startConfiguration('with no such harbour');
  await workbench.clickDialogButton(/nowhere\.env does not exist/, 'Cancel');
  await debugging.startConfiguration('with a harbour elsewhere');
  await workbench.clickDialogButton(/\/etc\/environment is not in the opened folder/, 'Cancel');
  await debugging.isOver();
  expect(debugging.processes('harbour.py')).toEqual([]);
});
