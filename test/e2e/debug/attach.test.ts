import { spawn, type ChildProcess } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { describe, expect } from 'vitest';
import { freePort } from '../../../scripts/setup/freePort.mjs';
import { pathOf, type Program } from '../../harness/programs.ts';
import { until } from '../../harness/until.ts';
import { workbenchTest } from '../../harness/workbenchTest.ts';

const files = {
  'loop.js': 'let turns = 0;\nsetInterval(() => {\n  turns += 1;\n  console.log(`turn ${turns}`);\n}, 50);\n',
  'loop.py':
    'import time\nturns = 0\nwhile True:\n    turns += 1\n    print(f"turn {turns}", flush=True)\n    time.sleep(0.05)\n',
};

/** A program that somebody else started, and what it has written so far. */
class Running implements AsyncDisposable {
  readonly #child: ChildProcess;
  #turns = 0;

  constructor(command: string, args: readonly string[], cwd: string) {
    this.#child = spawn(command, args, { cwd, stdio: ['ignore', 'pipe', 'ignore'] });
    this.#child.stdout?.on('data', () => (this.#turns += 1));
  }

  get pid(): number | undefined {
    return this.#child.pid;
  }

  async goesOn(): Promise<void> {
    const before = this.#turns;
    await until('the program goes on', () => this.#turns > before + 3);
    expect(this.#child.exitCode).toBe(null);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    const gone = new Promise((resolve) => this.#child.once('exit', resolve));
    this.#child.kill('SIGKILL');
    await gone;
  }
}

describe('A Node program that runs already', () => {
  const it = workbenchTest({ files, trusted: true });

  it('is attached to by its port, stopped and looked into, and runs on when it is disconnected from (A-60)', async ({
    workbench,
    workspace,
  }) => {
    const { debugging } = workbench;
    const port = await freePort();
    await using program = new Running(
      process.execPath,
      [`--inspect=127.0.0.1:${port}`, 'loop.js'],
      workspace.folder,
    );
    await program.goesOn();
    const attach = { name: 'attach', type: 'node', request: 'attach', port };
    workspace.write('.vscode/launch.json', JSON.stringify({ version: '0.2.0', configurations: [attach] }));
    await workbench.openFile('loop.js');
    await debugging.gutter.setBreakpoint(3);
    await debugging.startConfiguration('attach');
    await debugging.isStoppedAt(3);
    await debugging.console.evaluate('turns > 3');
    await debugging.console.has(/^true$/m);
    await debugging.press('disconnect');
    await debugging.isOver();
    await program.goesOn();
    await debugging.hasNoProcess('js-debug');
  });
});

describe('A Python program that is started elsewhere', () => {
  const debugpy: Program = ['python3', '-c', 'import debugpy'];
  const it = workbenchTest({ files, trusted: true, needs: [debugpy] });

  it('calls the debugger that waits for it, is stopped and looked into, and runs on when it is disconnected from (A-60)', async ({
    workbench,
    workspace,
  }) => {
    const { debugging } = workbench;
    const port = await freePort();
    const listen = { host: '127.0.0.1', port };
    const attach = { name: 'attach', type: 'debugpy', request: 'attach', listen };
    workspace.write('.vscode/launch.json', JSON.stringify({ version: '0.2.0', configurations: [attach] }));
    await workbench.openFile('loop.py');
    await debugging.gutter.setBreakpoint(4);
    await debugging.startConfiguration('attach');
    await until('the debugger waits', () => isOpen(port));
    await using program = new Running(
      pathOf(debugpy) ?? 'python3',
      ['-m', 'debugpy', '--connect', `127.0.0.1:${port}`, 'loop.py'],
      workspace.folder,
    );
    await debugging.isStoppedAt(4);
    await debugging.console.evaluate('turns >= 0');
    await debugging.console.has(/^True$/m);
    await debugging.press('disconnect');
    await debugging.isOver();
    await program.goesOn();
  });

  it('is not waited for in vain where it waits itself: that is said, and what to do', async ({
    workbench,
    workspace,
  }) => {
    const { debugging, page } = workbench;
    const connect = { host: '127.0.0.1', port: 5678 };
    const attach = { name: 'reach', type: 'debugpy', request: 'attach', connect };
    workspace.write('.vscode/launch.json', JSON.stringify({ version: '0.2.0', configurations: [attach] }));
    await workbench.openFile('loop.py');
    await debugging.startConfiguration('reach');
    const dialog = page.locator('.monaco-dialog-box', { hasText: 'python -m debugpy --connect 5678' });
    await dialog.waitFor();
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'hidden' });
    await debugging.isOver();
    await debugging.hasNoProcess('debugpy');
  });
});

/** Whether somebody listens there, asked without connecting: to debugpy a connection is a program. */
function isOpen(port: number): boolean {
  const end = port.toString(16).toUpperCase().padStart(4, '0');
  return readFileSync('/proc/net/tcp', 'utf8').includes(`:${end} 00000000:0000 0A`);
}
