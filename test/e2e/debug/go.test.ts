import { delimiter } from 'node:path';
import { describe, expect } from 'vitest';
import { restart, walkThrough } from '../../harness/debugWalk.ts';
import { delveFits, goEnvironment, installedByGo, pinnedBy } from '../../harness/goInstall.ts';
import { workbenchTest } from '../../harness/workbenchTest.ts';

// One that fits the machine's Go: the pinned one, or, where that cannot be had, the one that is there.
const delve = await installedByGo(pinnedBy('go-debug'));
const lacks = 'lacks' in delve && !delveFits() ? delve.lacks : undefined;
const path = 'bin' in delve ? [delve.bin] : [];

describe('Debugging Go', () => {
  const it = workbenchTest({
    workspace: 'go',
    trusted: true,
    needs: [['go', 'version']],
    env: { ...goEnvironment(), PATH: [...path, process.env['PATH'] ?? ''].join(delimiter) },
    ...(lacks !== undefined && { lacks }),
  });

  it('stops at a breakpoint set in the gutter, and shows where and with what (A-57, A-62…A-66, A-80)', async ({
    workbench,
  }) => {
    const { debugging } = workbench;
    await walkThrough(workbench, {
      file: 'main.go',
      call: 20,
      add: 13,
      head: 12,
      thread: /^\* \[Go 1\]/,
      frames: { work: /^main\.work main\.go 20$/, add: /^main\.add main\.go 12$/ },
      opened: ['data', 'a', 'b', 'c'],
      holds: ['[2] = 3'],
      expression: 'len(data.a.b.c) + i',
      result: /^4$/m,
    });
    await debugging.views.setVariable('count', '2');
    await debugging.press('continue');
    await debugging.console.has('value 3');
    await debugging.console.has('done');
    await debugging.isOver();
    await debugging.hasNoProcess('dlv');
    await debugging.hasNoProcess('__debug_bin');
    expect(await workbench.page.locator('.notification-list-item').count()).toBe(0);
  });

  it('restarts, and ends the program when it is stopped (A-67, A-68)', async ({ workbench }) => {
    const { debugging } = workbench;
    await restart(workbench, 'main.go', 13);
    await debugging.press('stop');
    await debugging.isOver();
    await debugging.hasNoProcess('dlv');
    await debugging.hasNoProcess('__debug_bin');
  });

  it('debugs the tests of a package when a test file is open', async ({ workbench }) => {
    const { debugging } = workbench;
    await workbench.openFile('main_test.go');
    await debugging.gutter.removeBreakpoints();
    await debugging.gutter.setBreakpoint(7);
    await debugging.start();
    await debugging.isStoppedAt(7);
    await debugging.views.hasFrame(/tides\.TestAdd main_test\.go 7$/);
    await debugging.views.hasVariable('got = 42');
    await debugging.press('continue');
    await debugging.console.has('PASS');
    await debugging.isOver();
    await debugging.hasNoProcess('__debug_bin');
  });

  it('shows goroutines as threads, each with a stack of its own (A-64)', async ({ workbench }) => {
    const { debugging } = workbench;
    await workbench.openFile('crew.go');
    await debugging.gutter.removeBreakpoints();
    await debugging.gutter.setBreakpoint(19);
    await debugging.start();
    await debugging.isStoppedAt(19);
    await debugging.views.hasFrame(/^main\.main crew\.go 19$/);
    await debugging.views.hasRow('Debug Call Stack', /^\[Go \d+\] main\.hand/);
    const hands = (await debugging.views.callStack()).filter((row) => /^\[Go \d+\] main\.hand/.test(row));
    expect(hands).toHaveLength(3);
    await debugging.views.expandRow('Debug Call Stack', /^\[Go \d+\] main\.hand/);
    await debugging.views.hasFrame(/^main\.hand crew\.go 8$/);
    await debugging.views.row('Debug Call Stack', /^main\.hand/).click();
    await debugging.isStoppedAt(8);
    await debugging.views.hasVariable(/^name = "(bow|mast|stern)"$/);
    await debugging.stop();
    await debugging.hasNoProcess('__debug_bin');
  });

  it('stops where a program panics', async ({ workbench }) => {
    const { debugging } = workbench;
    await workbench.openFile('panics.go');
    await debugging.gutter.removeBreakpoints();
    await debugging.start();
    await debugging.isStoppedAt(6);
    await debugging.views.hasRow('Debug Call Stack', /^\* \[Go 1\] .*PANIC$/i);
    await debugging.views.hasFrame(/^main\.main panics\.go 6$/);
    await debugging.views.hasVariable(/^depths = .*nil/);
    await debugging.stop();
    await debugging.hasNoProcess('__debug_bin');
  });
});
