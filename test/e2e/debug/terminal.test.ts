import { describe, expect } from 'vitest';
import { Terminal, terminalEnvironment, terminalSettings } from '../../harness/terminal.ts';
import type { Workbench } from '../../harness/workbench.ts';
import { workbenchTest } from '../../harness/workbenchTest.ts';

const args = ['a b', 'it\'s "quoted"', '$HOME', String.raw`back\slash`];
/** As JSON, which both programs write alike. */
const written = JSON.stringify(args);

const it = workbenchTest({
  files: {
    'ask.py': [
      'import json, os, sys',
      'print("args", json.dumps(sys.argv[1:], separators=(",", ":")))',
      'print("in", os.environ["PLACE"], sys.stdout.isatty(), os.getcwd())',
      'print("done", input("name? "))',
      '',
    ].join('\n'),
    'ask.js': [
      'const { createInterface } = require("node:readline");',
      'console.log("args", JSON.stringify(process.argv.slice(2)));',
      'console.log("in", process.env.PLACE, process.stdout.isTTY, process.cwd());',
      'const lines = createInterface({ input: process.stdin, output: process.stdout });',
      'lines.question("name? ", (name) => { console.log("done", name); lines.close(); });',
      '',
    ].join('\n'),
    'sub folder/readme.txt': '',
    '.vscode/settings.json': terminalSettings,
    '.vscode/launch.json': JSON.stringify({
      version: '0.2.0',
      configurations: [
        { name: 'Python there', type: 'debugpy', program: '${workspaceFolder}/ask.py' },
        { name: 'Node there', type: 'node', program: '${workspaceFolder}/ask.js' },
      ].map((configuration) => ({
        ...configuration,
        request: 'launch',
        args,
        cwd: '${workspaceFolder}/sub folder',
        env: { PLACE: 'a "quoted" $place' },
        console: 'integratedTerminal',
      })),
    }),
  },
  env: terminalEnvironment,
  trusted: true,
  needs: [['python3', '-c', 'import debugpy']],
});

async function stopThere(workbench: Workbench, language: string, file: string, line: number): Promise<void> {
  const { debugging } = workbench;
  await workbench.openFile(file);
  await debugging.gutter.removeBreakpoints();
  await debugging.gutter.setBreakpoint(line);
  await debugging.startConfiguration(`${language} there`);
  await debugging.isStoppedAt(line);
}

describe('debugging in the terminal', () => {
  for (const [language, file, line, expression, yes] of [
    ['Python', 'ask.py', 3, `sys.argv[1:] == json.loads(r'''${written}''')`, /^True$/m],
    ['Node', 'ask.js', 3, `JSON.stringify(process.argv.slice(2)) === ${JSON.stringify(written)}`, /^true$/m],
  ] as const) {
    it(`runs a ${language} program there with its arguments as they are, stops it at a breakpoint, and leaves nothing (T074)`, async ({
      workbench,
      workspace,
    }) => {
      const { debugging, page } = workbench;
      const terminal = new Terminal(page);
      await stopThere(workbench, language, file, line);
      await debugging.console.evaluate(expression);
      await debugging.console.has(yes);
      await debugging.press('continue');
      await workbench.run('Terminal: Focus Terminal');
      await terminal.shows(/name\? $|name\?$/m);
      const shown = (await terminal.text()).replaceAll('\n', '');
      expect(shown).toContain(`args ${written}`);
      expect(shown.toLowerCase()).toContain(
        `in a "quoted" $place true ${workspace.folder}/sub folder`.toLowerCase(),
      );
      await terminal.run('some body');
      await terminal.shows(/^done some body$/m);
      await debugging.isOver();
      await debugging.hasNoProcess(file);
      await terminal.isReady();
    });

    it(`goes on with a ${language} program there after a reload, in the same terminal (T082)`, async ({
      workbench,
    }) => {
      const { debugging, page } = workbench;
      const terminal = new Terminal(page);
      await stopThere(workbench, language, file, line);
      const before = debugging.processIds(file);
      await page.reload();
      await debugging.isStoppedAt(line);
      expect(debugging.processIds(file)).toEqual(before);
      await debugging.press('continue');
      await workbench.run('Terminal: Focus Terminal');
      await terminal.shows(/name\? $|name\?$/m);
      await terminal.run('any body');
      await terminal.shows(/^done any body$/m);
      await debugging.isOver();
      await debugging.hasNoProcess(file);
      await terminal.isReady();
    });

    it(`ends a ${language} program there when it is stopped, and leaves the terminal to the user`, async ({
      workbench,
    }) => {
      const { debugging, page } = workbench;
      const terminal = new Terminal(page);
      await workbench.openFile(file);
      await debugging.gutter.removeBreakpoints();
      await debugging.startConfiguration(`${language} there`);
      await terminal.shows(/name\? ?$/m);
      expect(debugging.processes(file)).not.toEqual([]);
      await debugging.press('stop');
      await debugging.isOver();
      await debugging.hasNoProcess(file);
      await terminal.run('echo still "he"re');
      await terminal.shows(/^still here$/m);
    });
  }
});
