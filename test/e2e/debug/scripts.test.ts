import { beforeEach, describe, expect } from 'vitest';
import { restart, walkThrough } from '../../harness/debugWalk.ts';
import { missing } from '../../harness/programs.ts';
import { workbenchTest } from '../../harness/workbenchTest.ts';

const it = workbenchTest({ workspace: 'debug', trusted: true });

describe('Debugging Node', () => {
  it('stops at a breakpoint set in the gutter, and shows where and with what (A-57, A-62…A-66, T073)', async ({
    workbench,
  }) => {
    const { debugging } = workbench;
    await walkThrough(workbench, {
      file: 'app.js',
      call: 9,
      add: 2,
      frames: { work: /^global\.work app\.js 9:\d+$/, add: /^global\.add app\.js 2:\d+$/ },
      opened: ['Local: work', 'data', 'a', 'b'],
      holds: ['c = (3) [1, 2, 3]'],
      expression: 'data.a.b.c.length + i',
      result: /^4$/m,
    });
    await debugging.views.expand('Local: work');
    await debugging.views.setVariable('count', '2');
    await debugging.views.hasVariable('count = 2');
    await debugging.press('continue');
    await debugging.console.has('value 3');
    await debugging.console.has('done');
    await debugging.isOver();
    await debugging.hasNoProcess('app.js');
    await debugging.hasNoProcess('js-debug');
    expect(await workbench.page.locator('.notification-list-item').count()).toBe(0);
  });

  it('restarts, and ends the program when it is stopped (A-67)', async ({ workbench }) => {
    const { debugging } = workbench;
    await restart(workbench, 'app.js', 2);
    expect(debugging.processes('app.js')).toHaveLength(1);
    await debugging.press('stop');
    await debugging.isOver();
    await debugging.hasNoProcess('app.js');
  });

  it('steps into the call that is chosen among those of the line', async ({ workbench, workspace }) => {
    const { debugging, quickInput } = workbench;
    workspace.write(
      'calls.js',
      'function one() {\n  return 1;\n}\n\nfunction two() {\n  return 2;\n}\n\nconsole.log(one() + two());\n',
    );
    await workbench.openFile('calls.js');
    await debugging.gutter.removeBreakpoints();
    await debugging.gutter.setBreakpoint(9);
    await debugging.start();
    await debugging.isStoppedAt(9);
    // The list of calls opens in the place of the palette.
    await quickInput.open('F1', '>Debug: Step Into Target');
    await quickInput.choose('Debug: Step Into Target');
    await quickInput.has(/\bone\b/);
    await quickInput.choose(/\btwo\b/);
    await debugging.isStoppedAt(6);
    await debugging.press('stop');
    await debugging.isOver();
    await debugging.gutter.removeBreakpoints();
  });
});

describe('Debugging Python', () => {
  const lack = missing([['python3', '-c', 'import debugpy']]);
  beforeEach(({ skip }) => {
    if (lack) skip(lack);
  });

  it('stops at a breakpoint set in the gutter, and shows where and with what (A-57, A-62…A-66, A-73, A-80)', async ({
    workbench,
  }) => {
    const { debugging } = workbench;
    await walkThrough(workbench, {
      file: 'app.py',
      call: 9,
      add: 2,
      frames: { work: /^work app\.py 9:\d+$/, add: /^add app\.py 2:\d+$/ },
      opened: ['data', "'a'", "'b'"],
      holds: ["'c' = [1, 2, 3]"],
      expression: 'len(data["a"]["b"]["c"]) + i',
      result: /^4$/m,
    });
    await debugging.views.setVariable('count', '2');
    await debugging.views.hasVariable('count = 2');
    await debugging.press('continue');
    await debugging.views.hasWatch('i * 100 = 200');
    await debugging.press('continue');
    await debugging.console.has('done');
    await debugging.isOver();
    await debugging.hasNoProcess('app.py');
    await debugging.hasNoProcess('debugpy');
    expect(await workbench.page.locator('.notification-list-item').count()).toBe(0);
  });

  it('restarts, and ends the program when it is stopped (A-67)', async ({ workbench }) => {
    const { debugging } = workbench;
    await restart(workbench, 'app.py', 2);
    await debugging.press('stop');
    await debugging.isOver();
    await debugging.hasNoProcess('app.py');
  });
});
