import { tmpdir } from 'node:os';
import type { Locator, Page } from 'playwright-core';
import { exactText } from './exactText.ts';
import { processesStartedWith, type ProcessInfo } from './processes.ts';
import type { QuickInput } from './quickInput.ts';
import { until } from './until.ts';

type Kind = 'verified' | 'unverified' | 'conditional' | 'log' | 'disabled';

type View = 'Debug Call Stack' | 'Debug Variables' | 'Debug Loaded Scripts' | 'Breakpoints';

const toolbarButtons = {
  continue: 'Continue',
  pause: 'Pause',
  stepOver: 'Step Over',
  stepInto: 'Step Into',
  stepOut: 'Step Out',
  restart: 'Restart',
  stop: 'Stop',
  disconnect: 'Disconnect',
} as const;

/** VS Code's debugging, as a user sees it: gutter, toolbar, views and console. Lines are 1-based. */
export class Debugging {
  readonly #page: Page;
  readonly #quickInput: QuickInput;

  constructor(page: Page, quickInput: QuickInput) {
    this.#page = page;
    this.#quickInput = quickInput;
  }

  /** Clicks into the gutter beside a line. */
  async clickGutter(line: number, button: 'left' | 'right' = 'left'): Promise<void> {
    const box = await until(`line ${line} is on the screen`, () => this.#lineNumber(line).boundingBox());
    await this.#page.mouse.click(box.x + 9, box.y + box.height / 2, { button });
  }

  /** Sets a breakpoint by a click, and waits for its dot. */
  async setBreakpoint(line: number): Promise<void> {
    await this.clickGutter(line);
    await until(`line ${line} has a breakpoint`, async () => (await this.glyphs()).has(line));
  }

  /** Sets a breakpoint of a kind that the gutter's menu offers, such as "Add Conditional Breakpoint...". */
  async setSpecialBreakpoint(line: number, item: string, text: string): Promise<void> {
    await this.clickGutter(line, 'right');
    await this.chooseInMenu(item);
    const widget = this.#page.locator('.breakpoint-widget');
    await widget.locator('.native-edit-context:focus, textarea:focus').waitFor({ state: 'attached' });
    await this.#page.keyboard.insertText(text);
    // The first Enter may take a suggestion.
    await until(
      'the breakpoint is accepted',
      async () => {
        await this.#page.keyboard.press('Enter');
        await widget.waitFor({ state: 'detached', timeout: 1_000 });
        return true;
      },
      { everyMilliseconds: 200 },
    );
    await until(`line ${line} has a breakpoint`, async () => (await this.glyphs()).has(line));
  }

  /** Sets a breakpoint at the caret, in the middle of a line. */
  async setInlineBreakpoint(): Promise<void> {
    await this.#page.keyboard.press('Shift+F9');
  }

  /** Adds a breakpoint in the Breakpoints view that stops wherever a function of this name is called. */
  async setFunctionBreakpoint(name: string): Promise<void> {
    const pane = this.#pane('Breakpoints');
    await pane.locator('.pane-header').hover();
    await pane.getByRole('button', { name: 'Add Function Breakpoint' }).click();
    const input = this.#list('Breakpoints').locator(
      'input[type=text], .inputBox input, .monaco-inputbox input',
    );
    await input.first().fill(name);
    await input.first().press('Enter');
    await this.hasBreakpoint(name);
  }

  /** Waits until a row of the Breakpoints view is, or holds, this. */
  async hasBreakpoint(text: string | RegExp): Promise<void> {
    await this.#hasRow('Breakpoints', text);
  }

  /** Opens the menu of a row of a debug view, and returns what it offers. */
  async menuOf(view: View, row: string | RegExp): Promise<string[]> {
    const labels = this.#page.locator('.monaco-menu .action-label');
    // The view is drawn anew now and then while it is filled.
    await until(
      `${String(row)} has a menu`,
      async () => {
        await this.row(view, row).click({ button: 'right', timeout: 1_000 });
        await labels.first().waitFor({ timeout: 1_000 });
        return true;
      },
      { everyMilliseconds: 500 },
    );
    return labels.allInnerTexts();
  }

  /** A row of a debug view by what it shows. */
  row(view: View, text: string | RegExp): Locator {
    return this.#list(view).locator('.monaco-list-row', { hasText: text }).first();
  }

  async hasRow(view: View, text: string | RegExp): Promise<void> {
    await this.#hasRow(view, text);
  }

  /** What the hover over a value says while the program stands. */
  async hover(): Promise<string> {
    const hover = this.#page.locator('.debug-hover-widget');
    await until(
      'the hover shows a value',
      async () => {
        await this.#page.keyboard.press('Control+k');
        await this.#page.keyboard.press('Control+i');
        await hover.locator('.value').first().waitFor({ timeout: 2_000 });
        return true;
      },
      { everyMilliseconds: 500 },
    );
    const text = (await hover.innerText()).replaceAll('\u00a0', ' ');
    await this.#page.keyboard.press('Escape');
    return text;
  }

  async chooseInMenu(item: string): Promise<void> {
    const label = this.#page.locator('.monaco-menu .action-label', { hasText: item }).first();
    await label.waitFor();
    await label.hover();
    await this.#page.keyboard.press('Enter');
    await label.waitFor({ state: 'hidden' });
  }

  /** What the breakpoints on the screen look like, by line. */
  async glyphs(): Promise<ReadonlyMap<number, Kind>> {
    const found = await this.#editor.evaluate((editor) => {
      const topOf = (element: Element) => (element as HTMLElement).style.top;
      const lines = new Map(
        [...editor.querySelectorAll('.margin-view-overlays > div')].map((row) => [
          topOf(row),
          Number(row.querySelector('.line-numbers')?.textContent),
        ]),
      );
      return [...editor.querySelectorAll('.glyph-margin-widgets > .cgmr')].flatMap((glyph) => {
        const name = /codicon-debug-(?:breakpoint|hint)[\w-]*/.exec(glyph.className)?.[0];
        const line = lines.get(topOf(glyph));
        return name && line ? [[line, name] as const] : [];
      });
    });
    return new Map(found.map(([line, name]) => [line, kindOf(name)]));
  }

  async hasGlyph(line: number, kind: Kind): Promise<void> {
    await until(`the breakpoint of line ${line} is ${kind}`, async () => {
      const found = (await this.glyphs()).get(line);
      if (found === kind) return true;
      throw new Error(`it is ${found ?? 'not there'}`);
    });
  }

  async removeBreakpoints(): Promise<void> {
    await this.#quickInput.take('F1', '>Remove All Breakpoints', 'Remove All Breakpoints');
    await until('no breakpoint is left', async () => (await this.glyphs()).size === 0);
  }

  /** Takes away all breakpoints, and the watch expressions and the output that are on the screen. */
  async clearTraces(): Promise<void> {
    await this.#quickInput.take('F1', '>Remove All Breakpoints', 'Remove All Breakpoints');
    const watches = this.#list('Debug Watch Expressions').locator('.monaco-list-row');
    if ((await watches.count()) > 0) {
      const pane = this.#pane('Debug Watch Expressions');
      await pane.locator('.pane-header').hover();
      await pane.getByRole('button', { name: 'Remove All Expressions' }).click();
      await watches.first().waitFor({ state: 'detached' });
    }
    // With the output of one session gone, it shows that of the one before.
    await until('the debug console is empty', async () => {
      if ((await this.console()) === '') return true;
      await this.#quickInput.take('F1', '>Clear Console', 'Clear Console');
      return false;
    });
  }

  async start(): Promise<void> {
    await this.#page.keyboard.press('F5');
    await this.toolbar.waitFor();
  }

  /** Starts a configuration of `launch.json` by its name. */
  async startConfiguration(name: string): Promise<void> {
    await this.#quickInput.take('F1', `debug ${name}`, name);
  }

  get toolbar(): Locator {
    return this.#page.locator('.debug-toolbar');
  }

  async press(button: keyof typeof toolbarButtons): Promise<void> {
    const label = new RegExp(`^${toolbarButtons[button]}( \\(|$|\\n)`);
    await this.toolbar
      .locator('.action-item:not(.disabled)')
      .getByRole('button', { name: label })
      .first()
      .click();
  }

  /** Waits until the program stands at one of these lines of the file in the editor. */
  async isStoppedAt(...lines: readonly number[]): Promise<void> {
    await until(`the program stops at line ${lines.join(' or ')}`, async () => {
      const found = await this.stoppedLine();
      if (found !== undefined && lines.includes(found)) return true;
      throw new Error(`it is at ${found ?? 'no line'}`);
    });
  }

  async stoppedLine(): Promise<number | undefined> {
    return this.#editor.evaluate((editor) => {
      const mark = editor.querySelector('.view-overlays .debug-top-stack-frame-line');
      const top = (mark?.parentElement ?? undefined)?.style.top;
      const rows = [...editor.querySelectorAll('.margin-view-overlays > div')] as HTMLElement[];
      const row = top === undefined ? undefined : rows.find(({ style }) => style.top === top);
      return row ? Number(row.querySelector('.line-numbers')?.textContent) : undefined;
    });
  }

  /** Waits until no session is left. */
  async isOver(): Promise<void> {
    await this.toolbar.waitFor({ state: 'hidden' });
  }

  async stop(): Promise<void> {
    if (await this.toolbar.isVisible()) await this.#page.keyboard.press('Shift+F5');
    await this.isOver();
  }

  /** "work main.py 10:1" for each frame and thread on the screen. */
  async callStack(): Promise<string[]> {
    return this.#rows('Debug Call Stack');
  }

  async hasFrame(text: string | RegExp): Promise<void> {
    await this.#hasRow('Debug Call Stack', text);
  }

  /** "total = 3" for each variable and scope on the screen. */
  async variables(): Promise<string[]> {
    return this.#rows('Debug Variables');
  }

  async hasVariable(text: string | RegExp): Promise<void> {
    await this.#hasRow('Debug Variables', text);
  }

  /** Opens variables one in another: `expand('data', 'a', 'b')`. */
  async expand(...path: readonly string[]): Promise<void> {
    for (const name of path) await this.#expand(name, this.#variable(name));
  }

  /** Opens a row of a debug view: a session, a thread. */
  async expandRow(view: View, text: string | RegExp): Promise<void> {
    await this.#expand(String(text), this.row(view, text));
  }

  async #expand(name: string, row: Locator): Promise<void> {
    const twistie = row.locator('.monaco-tl-twistie.collapsible');
    // The view is drawn anew now and then while it is filled.
    await until(
      `${name} is open`,
      async () => {
        const classes = await twistie.getAttribute('class', { timeout: 1_000 });
        if (classes !== null && !classes.includes('collapsed')) return true;
        await twistie.click({ timeout: 1_000 });
        return false;
      },
      { everyMilliseconds: 500 },
    );
  }

  /** Gives a variable another value, as a double click offers. */
  async setVariable(name: string, value: string): Promise<void> {
    const input = this.#list('Debug Variables').locator('input').filter({ visible: true });
    // The view is drawn anew now and then while it is filled, and what was typed is gone with it.
    await until(
      `${name} is ${value}`,
      async () => {
        await this.#variable(name).locator('.value').dblclick({ timeout: 1_000 });
        await input.fill(value, { timeout: 1_000 });
        await input.press('Enter', { timeout: 1_000 });
        return await until(
          'the view shows it',
          async () => (await this.#rows('Debug Variables')).includes(`${name} = ${value}`),
          { seconds: 5 },
        );
      },
      { everyMilliseconds: 500 },
    );
  }

  async watch(expression: string): Promise<void> {
    const pane = this.#pane('Debug Watch Expressions');
    await pane.locator('.pane-header').hover();
    await pane.getByRole('button', { name: 'Add Expression' }).click();
    const input = this.#list('Debug Watch Expressions').locator('input');
    await input.fill(expression);
    await input.press('Enter');
    await input.waitFor({ state: 'hidden' });
  }

  async hasWatch(text: string | RegExp): Promise<void> {
    await this.#hasRow('Debug Watch Expressions', text);
  }

  /** Ticks or unticks an exception breakpoint, or any other, in the Breakpoints view. */
  async checkBreakpoint(label: string, checked = true): Promise<void> {
    const box = this.#list('Breakpoints')
      .locator('.monaco-list-row', { hasText: exactText(label) })
      .locator('input[type=checkbox], .monaco-checkbox')
      .first();
    await box.waitFor();
    const isChecked =
      (await box.getAttribute('aria-checked')) === 'true' || (await box.isChecked().catch(() => false));
    if (isChecked !== checked) await box.click();
  }

  /** Ticks or unticks the breakpoint of a line, as the gutter's menu offers. */
  async checkBreakpointAt(line: number, checked: boolean): Promise<void> {
    await this.clickGutter(line, 'right');
    await this.chooseInMenu(checked ? 'Enable Breakpoint' : 'Disable Breakpoint');
  }

  /** Opens a value that the debug console shows. */
  async expandInConsole(text: string): Promise<void> {
    const row = this.#page.locator('.repl .monaco-list-row', { hasText: text }).first();
    await row.locator('.monaco-tl-twistie.collapsible').click();
  }

  /** All that the debug console shows. */
  async console(): Promise<string> {
    const rows = await this.#page.locator('.repl .monaco-list-row').allInnerTexts();
    return rows.join('\n').replaceAll('\u00a0', ' ');
  }

  async consoleHas(text: string | RegExp): Promise<void> {
    await this.showConsole();
    await until(`the debug console has ${String(text)}`, async () => {
      const shown = await this.console();
      if (typeof text === 'string' ? shown.includes(text) : text.test(shown)) return true;
      throw new Error(shown.slice(-500));
    });
  }

  async showConsole(): Promise<void> {
    if (await this.#page.locator('.repl').isVisible()) return;
    await this.#page.keyboard.press('Control+Shift+y');
    await this.#page.locator('.repl').waitFor();
  }

  /** Evaluates in the debug console. */
  async evaluate(expression: string): Promise<void> {
    await this.typeInConsole(expression);
    await this.#page.keyboard.press('Enter');
  }

  async typeInConsole(text: string): Promise<void> {
    await this.showConsole();
    const input = this.#page.locator('.repl-input-wrapper .monaco-editor');
    const focused = input.locator('.native-edit-context:focus, textarea:focus');
    // A program that has just stopped takes the focus to the editor.
    await until(
      'the debug console has the focus',
      async () => {
        // At its beginning: a notification may lie over the other end.
        await input.click({ timeout: 1_000, position: { x: 20, y: 8 } });
        await focused.waitFor({ state: 'attached', timeout: 1_000 });
        return true;
      },
      { everyMilliseconds: 200 },
    );
    await this.#page.keyboard.insertText(text);
  }

  /** Command lines of processes below this test's server that hold `part`. */
  processes(part: string): string[] {
    return this.#processes(part).map(({ command }) => command);
  }

  /** The same processes, by their ids. */
  processIds(part: string): number[] {
    return this.#processes(part).map(({ pid }) => pid);
  }

  #processes(part: string): readonly ProcessInfo[] {
    return processesStartedWith(`TMPDIR=${tmpdir()}`).filter(({ command }) => command.includes(part));
  }

  async hasNoProcess(part: string): Promise<void> {
    await until(
      `no process of ${part} is left`,
      () => {
        const left = this.processes(part);
        if (left.length === 0) return true;
        throw new Error(left.join('\n'));
      },
      { seconds: 15 },
    );
  }

  get #editor(): Locator {
    return this.#page
      .locator('.editor-group-container.active .editor-instance .monaco-editor[role="code"]')
      .first();
  }

  #lineNumber(line: number): Locator {
    return this.#editor.locator('.margin-view-overlays > div', { hasText: exactText(`${line}`) });
  }

  #list(label: string): Locator {
    return this.#page.locator(`.monaco-list[aria-label="${label}"]`);
  }

  /** The pane of a list in the side bar, with its header. */
  #pane(label: string): Locator {
    return this.#page.locator('.split-view-view .pane', { has: this.#list(label) });
  }

  #variable(name: string): Locator {
    const hasText = new RegExp(`^${escaped(name)}( ?=|$)`);
    return this.#list('Debug Variables').locator('.monaco-list-row', { hasText }).first();
  }

  async #rows(label: string): Promise<string[]> {
    const rows = await this.#list(label).locator('.monaco-list-row').allInnerTexts();
    return rows.map((row) =>
      row
        .replaceAll('\u00a0', ' ')
        .replaceAll(/\s*\n\s*/g, ' ')
        .trim(),
    );
  }

  async #hasRow(label: string, text: string | RegExp): Promise<void> {
    await until(`${label} shows ${String(text)}`, async () => {
      const rows = await this.#rows(label);
      if (rows.some((row) => (typeof text === 'string' ? row === text : text.test(row)))) return true;
      throw new Error(rows.join(' | '));
    });
  }
}

function kindOf(codicon: string): Kind {
  if (codicon.endsWith('-disabled')) return 'disabled';
  if (codicon.endsWith('-unverified')) return 'unverified';
  if (codicon.includes('conditional')) return 'conditional';
  if (codicon.includes('-log')) return 'log';
  return 'verified';
}

function escaped(text: string): string {
  return text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);
}
