import { workbenchTest } from '../../harness/workbenchTest.ts';

const it = workbenchTest({
  files: {
    'ask.py': 'import sys\n\nwords = sys.argv[1:]\nprint("done", words)\n',
    '.vscode/launch.json': JSON.stringify({
      version: '0.2.0',
      configurations: [
        {
          name: 'in the terminal',
          type: 'debugpy',
          request: 'launch',
          program: '${workspaceFolder}/ask.py',
          args: ['a b', 'it\'s "quoted"', '$HOME'],
          console: 'integratedTerminal',
        },
      ],
    }),
  },
  trusted: true,
  needs: [['python3', '-c', 'import debugpy']],
});

it('runs a program in the terminal with its arguments as they are, and debugs it there (T074)', async ({
  workbench,
}) => {
  const { debugging, page } = workbench;
  await workbench.openFile('ask.py');
  await debugging.setBreakpoint(4);
  await debugging.startConfiguration('in the terminal');
  await page.locator('.terminal-wrapper .xterm').first().waitFor();
  await debugging.isStoppedAt(4);
  await debugging.evaluate('words == ["a b", \'it\\\'s "quoted"\', "$" + "HOME"]');
  await debugging.consoleHas(/^True$/m);
  await debugging.press('stop');
  await debugging.isOver();
  await debugging.hasNoProcess('ask.py');
});
