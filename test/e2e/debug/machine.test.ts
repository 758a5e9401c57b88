import { execFileSync } from 'node:child_process';
import { expect } from 'vitest';
import { gdbs, onlyOnPath } from '../../harness/nativeDebuggers.ts';
import { until } from '../../harness/until.ts';
import { workbenchTest } from '../../harness/workbenchTest.ts';

const it = workbenchTest({
  workspace: 'native',
  trusted: true,
  needs: [['gcc', '--version']],
  prepare: (workspace) =>
    void execFileSync('gcc', ['-g', '-O0', '-o', 'app', 'app.c'], { cwd: workspace.folder }),
  ...onlyOnPath(gdbs),
});

it('stops where a value changes, for as long as the session lasts', async ({ workbench }) => {
  const { debugging, page } = workbench;
  await workbench.openFile('app.c');
  await debugging.gutter.setBreakpoint(27);
  await debugging.start();
  await debugging.isStoppedAt(27);
  await debugging.views.menuOf('Debug Variables', /^last/);
  await debugging.gutter.chooseInMenu('Break on Value Change');
  await debugging.views.hasBreakpoint(/Data breakpoint for last Write/);
  await debugging.press('continue');
  await debugging.isStoppedAt(28);
  await debugging.views.hasVariable('last = 3');
  await page.locator('.pane-header', { hasText: 'Paused on data breakpoint' }).waitFor();
  // A local is not there at the start of the next session, so the breakpoint is not either.
  await debugging.press('restart');
  await debugging.isStoppedAt(27);
  await debugging.views.hasVariable('last = -1');
  expect(await debugging.views.row('Breakpoints', 'Data breakpoint').count()).toBe(0);
  await debugging.press('stop');
  await debugging.isOver();
  expect(await page.locator('.notification-list-item').count()).toBe(0);
});

it('shows the instructions, steps by one, and stops at one', async ({ workbench }) => {
  const { debugging, page } = workbench;
  await workbench.openFile('app.c');
  await debugging.gutter.removeBreakpoints();
  await debugging.gutter.setBreakpoint(27);
  await debugging.start();
  await debugging.isStoppedAt(27);
  await debugging.views.menuOf('Debug Call Stack', /^work/);
  await debugging.gutter.chooseInMenu('Open Disassembly View');
  const rows = page.locator('.disassembly-view .monaco-list-row');
  const current = rows.filter({ has: page.locator('.codicon-debug-stackframe') });
  const address = async () => /0x[0-9a-f]+/.exec(await current.first().innerText())?.[0];
  const first = await until('the instruction the program stands at is marked', address);
  await rows.filter({ hasText: 'last = add(i, count);' }).first().waitFor();

  // The second of them is a call, at which it is to stop next.
  await debugging.press('stepOver');
  await until('it stands at the next one', async () => {
    const next = await address();
    return next !== undefined && next !== first;
  });
  const call = rows.filter({ hasText: /call +0x[0-9a-f]+ <add>/ }).first();
  const callAddress = /0x[0-9a-f]+/.exec(await call.innerText())?.[0] ?? '';
  await call.locator('.monaco-table-td').first().click();
  await debugging.views.hasBreakpoint(callAddress.replace(/^0x0+/, '0x'));
  await debugging.press('continue');
  await until('it stands at the call', async () => (await address()) === callAddress);
  await debugging.press('stop');
  await debugging.isOver();
  await workbench.openFile('app.c');
  await debugging.gutter.removeBreakpoints();
});

it('shows the memory of a variable, and follows it', async ({ workbench }) => {
  const { debugging, page } = workbench;
  const memory = page.locator('.editor-group-container', { hasText: 'last (memory)' });
  const begins = async (text: RegExp) =>
    until(`the memory begins with ${String(text)}`, async () =>
      text.test((await memory.locator('.view-line').first().innerText()).replaceAll('\u00a0', ' ')),
    );
  await workbench.openFile('app.c');
  await debugging.gutter.removeBreakpoints();
  await debugging.gutter.setBreakpoint(28);
  await debugging.start();
  await debugging.isStoppedAt(28);
  const row = debugging.views.row('Debug Variables', /^last/);
  await row.hover();
  await row.getByRole('button', { name: 'View Binary Data' }).click();
  await workbench.hasActiveTab('last (memory)');
  await begins(/^0x[0-9a-f]{12} {2}03 00 00 00 /);
  await debugging.press('continue');
  await begins(/^0x[0-9a-f]{12} {2}04 00 00 00 /);
  await debugging.press('stop');
  await debugging.isOver();
  expect(await page.locator('.notification-list-item').count()).toBe(0);
});
