import { beforeEach, describe } from 'vitest';
import { missing } from '../../harness/programs.ts';
import { workbenchTest } from '../../harness/workbenchTest.ts';

const languages = [
  {
    name: 'Node',
    file: 'app.js',
    throwing: 'throws.js',
    stubborn: 'stubborn.js',
    condition: 'i === 2',
    caught: 'Caught Exceptions',
    uncaught: 'Uncaught Exceptions',
    needs: [],
  },
  {
    name: 'Python',
    file: 'app.py',
    throwing: 'throws.py',
    stubborn: 'stubborn.py',
    condition: 'i == 2',
    caught: 'Raised Exceptions',
    uncaught: 'Uncaught Exceptions',
    needs: [['python3', '-c', 'import debugpy']],
  },
] as const;

const it = workbenchTest({ workspace: 'debug', trusted: true });

describe.each(languages)('Breakpoints of $name', (language) => {
  const { file, throwing, stubborn, condition, caught, uncaught, needs } = language;
  const lack = missing(needs);
  beforeEach(({ skip }) => {
    if (lack) skip(lack);
  });

  it('stop when their condition holds, and not before (A-62)', async ({ workbench }) => {
    const { debugging } = workbench;
    await workbench.openFile(file);
    await debugging.gutter.setSpecialBreakpoint(10, 'Add Conditional Breakpoint', condition);
    await debugging.start();
    await debugging.isStoppedAt(10);
    await debugging.gutter.hasGlyph(10, 'conditional');
    await debugging.views.watch('i');
    await debugging.views.hasWatch('i = 2');
    await debugging.press('stop');
    await debugging.isOver();
    await debugging.gutter.removeBreakpoints();
  });

  it('write a message instead of stopping', async ({ workbench }) => {
    const { debugging } = workbench;
    await workbench.openFile(file);
    await debugging.gutter.setSpecialBreakpoint(9, 'Add Logpoint', 'round {i}');
    await debugging.gutter.hasGlyph(9, 'log');
    await debugging.start();
    await debugging.console.has(/round 0[\s\S]*round 2/);
    await debugging.isOver();
    await debugging.gutter.removeBreakpoints();
  });

  it('stop at exceptions, caught or not, as is chosen; one that nobody catches is shown', async ({
    workbench,
  }) => {
    const { debugging, page } = workbench;
    await workbench.openFile(throwing);
    await debugging.views.checkBreakpoint(caught);
    await debugging.start();
    await debugging.isStoppedAt(3);
    await page.locator('.exception-widget', { hasText: 'the harbour is closed' }).waitFor();
    await debugging.press('stop');
    await debugging.isOver();

    await debugging.views.checkBreakpoint(caught, false);
    await debugging.views.checkBreakpoint(uncaught);
    await debugging.start();
    await debugging.isStoppedAt(3);
    await debugging.console.has('caught');
    await debugging.views.checkBreakpoint(uncaught, false);
    await debugging.press('continue');
    await debugging.console.has('the harbour is closed');
    await debugging.isOver();
  });

  it('are not needed to end a program that ignores SIGTERM (A-68, T083)', async ({ workbench }) => {
    const { debugging } = workbench;
    await workbench.openFile(stubborn);
    await debugging.start();
    await debugging.console.has('deaf');
    await debugging.press('stop');
    await debugging.isOver();
    await debugging.hasNoProcess(stubborn);
  });
});
