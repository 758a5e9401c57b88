import type { Page } from 'playwright-core';
import type { QuickInput } from './quickInput.ts';
import { until } from './until.ts';

/** The debug console, as a user sees it. */
export class DebugConsole {
  readonly #page: Page;
  readonly #quickInput: QuickInput;

  constructor(page: Page, quickInput: QuickInput) {
    this.#page = page;
    this.#quickInput = quickInput;
  }

  async show(): Promise<void> {
    if (await this.#page.locator('.repl').isVisible()) return;
    await this.#page.keyboard.press('Control+Shift+y');
    await this.#page.locator('.repl').waitFor();
  }

  /** Evaluates in the debug console. */
  async evaluate(expression: string): Promise<void> {
    await this.type(expression);
    await this.#page.keyboard.press('Enter');
  }

  async type(text: string): Promise<void> {
    await this.show();
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

  /** Opens a value that the debug console shows. */
  async expand(text: string): Promise<void> {
    const row = this.#page.locator('.repl .monaco-list-row', { hasText: text }).first();
    await row.locator('.monaco-tl-twistie.collapsible').click();
  }

  async has(text: string | RegExp): Promise<void> {
    await this.show();
    await until(`the debug console has ${String(text)}`, async () => {
      const shown = await this.text();
      if (typeof text === 'string' ? shown.includes(text) : text.test(shown)) return true;
      throw new Error(shown.slice(-500));
    });
  }

  /** All that the debug console shows. */
  async text(): Promise<string> {
    const rows = await this.#page.locator('.repl .monaco-list-row').allInnerTexts();
    return rows.join('\n').replaceAll('\u00a0', ' ');
  }

  async clear(): Promise<void> {
    // With the output of one session gone, it shows that of the one before.
    await until('the debug console is empty', async () => {
      if ((await this.text()) === '') return true;
      await this.#quickInput.take('F1', '>Clear Console', 'Clear Console');
      return false;
    });
  }
}
