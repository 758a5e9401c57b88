import { describe, expect } from 'vitest';
import { workbenchTest } from '../../harness/workbenchTest.ts';

describe('Debugging Python', () => {
  const it = workbenchTest({
    workspace: 'debug',
    trusted: true,
    needs: [['python3', '-c', 'import debugpy']],
  });

  it('stops at a breakpoint set in the gutter, and shows where and with what (A-57, A-62…A-66, A-73, A-80)', async ({
    workbench,
  }) => {
    const { debugging } = workbench;
    await workbench.openFile('app.py');
    await debugging.gutter.setBreakpoint(9);
    await debugging.start();
    await debugging.isStoppedAt(9);
    await debugging.gutter.hasGlyph(9, 'verified');
    await debugging.views.hasFrame(/^work app\.py 9:\d+$/);
    await debugging.views.expand('data', "'a'", "'b'");
    await debugging.views.hasVariable("'c' = [1, 2, 3]");

    await debugging.press('stepInto');
    await debugging.isStoppedAt(2);
    await debugging.views.hasFrame(/^add app\.py 2:\d+$/);
    await debugging.press('stepOver');
    await debugging.isStoppedAt(3);
    await debugging.views.hasVariable('total = 3');
    await debugging.press('stepOut');
    // In the middle of the call's line, or behind it: debuggers differ.
    await debugging.isStoppedAt(9, 10);
    await debugging.views.watch('i * 100');
    await debugging.views.hasWatch('i * 100 = 0');
    await debugging.press('continue');
    await debugging.views.hasWatch('i * 100 = 100');
    await debugging.console.evaluate('len(data["a"]["b"]["c"]) + i');
    await debugging.console.has(/^4$/m);

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
    await workbench.openFile('app.py');
    await debugging.gutter.removeBreakpoints();
    await debugging.gutter.setBreakpoint(2);
    await debugging.start();
    await debugging.isStoppedAt(2);
    await debugging.press('continue');
    await debugging.views.hasVariable('a = 1');
    await debugging.press('restart');
    await debugging.views.hasVariable('a = 0');
    await debugging.press('stop');
    await debugging.isOver();
    await debugging.hasNoProcess('app.py');
  });
});
