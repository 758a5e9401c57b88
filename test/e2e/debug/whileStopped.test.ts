import { beforeEach, describe, expect } from 'vitest';
import { missing } from '../../harness/programs.ts';
import { until } from '../../harness/until.ts';
import { workbenchTest } from '../../harness/workbenchTest.ts';

const needs = [['python3', '-c', 'import debugpy']] as const;
const settings = JSON.stringify({ 'debug.inlineValues': 'on' });

const it = workbenchTest({
  workspace: 'debug',
  prepare: (workspace) => workspace.write('.vscode/settings.json', settings),
  trusted: true,
});

describe.each([
  { name: 'Node', file: 'app.js', hit: '>=3', frame: /global\.add app\.js 2:/, needs: [] },
  { name: 'Python', file: 'app.py', hit: '3', frame: /add app\.py 2:/, needs },
] as const)('While $name stands', ({ file, hit, frame, needs }) => {
  const lack = missing(needs);
  beforeEach(({ skip }) => {
    if (lack) skip(lack);
  });

  it('the editor shows values: behind the lines, and in a hover', async ({ workbench }) => {
    const { debugging, editor } = workbench;
    await workbench.openFile(file);
    await debugging.gutter.setBreakpoint(3);
    await debugging.start();
    await debugging.isStoppedAt(3);
    await editor.hasText(/total = a \+ b;? *.*total = 3/);
    await editor.goTo({ line: 3, column: 13 });
    expect(await debugging.views.hover()).toMatch(/^3$/m);
    await debugging.press('stop');
    await debugging.isOver();
    await until('the values are gone', async () => !(await editor.text()).includes('total = 3'));
    await debugging.gutter.removeBreakpoints();
  });

  it('the debug console completes what is in scope', async ({ workbench, workbench: { page } }) => {
    const { debugging, editor } = workbench;
    await workbench.openFile(file);
    await debugging.gutter.setBreakpoint(9);
    await debugging.start();
    await debugging.isStoppedAt(9);
    await debugging.console.type('cou');
    await page.keyboard.press('Control+Space');
    await until('count is offered', async () => (await editor.suggestionLabels()).includes('count'));
    await editor.acceptSuggestion('count');
    await page.keyboard.type(' * 1000');
    await page.keyboard.press('Enter');
    await debugging.console.has(/^3000$/m);
    await debugging.press('stop');
    await debugging.isOver();
    await debugging.gutter.removeBreakpoints();
  });

  it('a breakpoint has counted to the hit it waits for', async ({ workbench, workbench: { page } }) => {
    const { debugging } = workbench;
    await workbench.openFile(file);
    await debugging.gutter.click(9, 'right');
    await debugging.gutter.chooseInMenu('Add Conditional Breakpoint');
    const widget = page.locator('.breakpoint-widget');
    await widget.locator('select, .monaco-select-box').first().selectOption('Hit Count');
    await widget.locator('.monaco-editor').click();
    await page.keyboard.insertText(hit);
    await page.keyboard.press('Enter');
    await widget.waitFor({ state: 'detached' });
    await debugging.gutter.hasGlyph(9, 'conditional');
    await debugging.start();
    await debugging.isStoppedAt(9);
    await debugging.views.watch('i * 7');
    await debugging.views.hasWatch('i * 7 = 14');
    await debugging.press('stop');
    await debugging.isOver();
    await debugging.gutter.removeBreakpoints();
  });

  it('only what its debugger can do is offered', async ({ workbench, workbench: { page } }) => {
    const { debugging, quickInput } = workbench;
    const isNode = file === 'app.js';
    await workbench.openFile(file);
    await debugging.gutter.setBreakpoint(3);
    await debugging.start();
    await debugging.isStoppedAt(3);

    const frameMenu = await debugging.views.menuOf('Debug Call Stack', /^(global\.)?add/);
    expect(frameMenu.includes('Restart Frame')).toBe(isNode);
    await page.keyboard.press('Escape');
    // Neither debugger can watch an address.
    const variableMenu = await debugging.views.menuOf('Debug Variables', /^a ?=/);
    expect(variableMenu).not.toContain('Break on Value Change');
    await page.keyboard.press('Escape');
    await quickInput.open('F1', '>Jump to Cursor');
    await until('the palette is filled', async () => (await quickInput.labels()).length > 0);
    expect((await quickInput.labels()).includes('Debug: Jump to Cursor')).toBe(!isNode);
    await quickInput.close();

    if (isNode) {
      await debugging.views.menuOf('Debug Call Stack', /^(global\.)?add/);
      await debugging.gutter.chooseInMenu('Restart Frame');
      await debugging.isStoppedAt(2);
      await debugging.views.hasFrame(frame);
      await page.locator('.pane-header', { hasText: 'Loaded Scripts' }).click();
      await debugging.views.hasRow('Debug Loaded Scripts', /^app\.js/);
    } else {
      await workbench.editor.goTo({ line: 2, column: 5 });
      await workbench.run('Debug: Jump to Cursor');
      await debugging.isStoppedAt(2);
      await debugging.views.hasFrame(frame);
    }
    await debugging.press('stop');
    await debugging.isOver();
    await debugging.gutter.removeBreakpoints();
  });

  it('it stands where a function begins, or in the middle of a line', async ({ workbench }) => {
    const { debugging, editor } = workbench;
    await workbench.openFile(file);
    if (file === 'app.js') {
      await editor.goTo({ line: 8, column: 21 });
      await debugging.gutter.setInlineBreakpoint();
      await debugging.start();
      await debugging.views.hasFrame(/global\.work app\.js 8:21/);
    } else {
      await debugging.views.setFunctionBreakpoint('add');
      await debugging.start();
      await debugging.views.hasFrame(/^add app\.py [12]:/);
      await debugging.views.hasVariable('a = 0');
    }
    await debugging.press('stop');
    await debugging.isOver();
    await debugging.gutter.removeBreakpoints();
  });
});
