import { describe, expect } from 'vitest';
import { workbenchTest } from '../../harness/workbenchTest.ts';

describe('Debugging Node', () => {
  const it = workbenchTest({ workspace: 'debug', trusted: true });

  it('stops at a breakpoint set in the gutter, and shows where and with what (A-57, A-62…A-66, T073)', async ({
    workbench,
  }) => {
    const { debugging } = workbench;
    await workbench.openFile('app.js');
    await debugging.gutter.setBreakpoint(9);
    await debugging.start();
    await debugging.isStoppedAt(9);
    await debugging.gutter.hasGlyph(9, 'verified');
    await debugging.views.hasFrame(/^global\.work app\.js 9:\d+$/);
    await debugging.views.expand('Local: work', 'data', 'a', 'b');
    await debugging.views.hasVariable('c = (3) [1, 2, 3]');

    await debugging.press('stepInto');
    await debugging.isStoppedAt(2);
    await debugging.views.hasFrame(/^global\.add app\.js 2:\d+$/);
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
    await debugging.console.evaluate('data.a.b.c.length + i');
    await debugging.console.has(/^4$/m);

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
    await workbench.openFile('app.js');
    await debugging.gutter.removeBreakpoints();
    await debugging.gutter.setBreakpoint(2);
    await debugging.start();
    await debugging.isStoppedAt(2);
    await debugging.press('continue');
    await debugging.views.hasVariable('a = 1');
    await debugging.press('restart');
    await debugging.views.hasVariable('a = 0');
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

  it('leaves nothing behind that a second try of a test would stumble over', async ({ workbench }) => {
    const { debugging, page } = workbench;
    await workbench.openFile('app.js');
    await debugging.gutter.removeBreakpoints();
    for (let time = 1; time <= 2; time++) {
      await debugging.gutter.setBreakpoint(9);
      await debugging.start();
      await debugging.isStoppedAt(9);
      await debugging.views.watch('i * 100');
      await debugging.views.hasWatch('i * 100 = 0');
      await debugging.console.evaluate('"traces".length');
      await debugging.console.has(/^6$/m);
      await debugging.stop();
      await workbench.clearTraces();
      expect((await debugging.gutter.glyphs()).size).toBe(0);
      expect(await debugging.console.text()).toBe('');
      expect(await page.locator('.notification-list-item').count()).toBe(0);
    }
  });
});
