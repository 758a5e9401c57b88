import type { Locator, Page } from 'playwright-core';
import { exactText } from './exactText.ts';
import { until } from './until.ts';

type View = 'Debug Call Stack' | 'Debug Variables' | 'Debug Loaded Scripts' | 'Breakpoints';

/** The views of Run and Debug: the call stack, variables, watch expressions, breakpoints. And the hover over a value. */
export class DebugViews {
  readonly #page: Page;

  constructor(page: Page) {
    this.#page = page;
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

  /** Opens variables one in another: `expand('data', 'a', 'b')`. */
  async expand(...path: readonly string[]): Promise<void> {
    for (const name of path) await this.#expand(name, this.#variable(name));
  }

  /** Opens a row of a debug view: a session, a thread. */
  async expandRow(view: View, text: string | RegExp): Promise<void> {
    await this.#expand(String(text), this.row(view, text));
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

  /** Takes away the watch expressions that are on the screen. */
  async removeWatches(): Promise<void> {
    const watches = this.#list('Debug Watch Expressions').locator('.monaco-list-row');
    if ((await watches.count()) === 0) return;
    const pane = this.#pane('Debug Watch Expressions');
    await pane.locator('.pane-header').hover();
    await pane.getByRole('button', { name: 'Remove All Expressions' }).click();
    await watches.first().waitFor({ state: 'detached' });
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

function escaped(text: string): string {
  return text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);
}
