import type { Locator, Page } from 'playwright-core';
import { until } from './until.ts';

/** The Search view. */
export class Search {
  readonly #page: Page;

  constructor(page: Page) {
    this.#page = page;
  }

  async find(text: string): Promise<void> {
    const input = this.#view.locator('.search-container textarea');
    if (!(await input.isVisible())) await this.#page.keyboard.press('Control+Shift+f');
    await input.fill(text);
    await input.press('Enter');
  }

  /** Waits until the line above the results says this. */
  async says(expected: string | RegExp): Promise<void> {
    await until(`the search says ${String(expected)}`, async () => {
      const text = (await this.#view.locator('.messages').allInnerTexts()).join(' ');
      const input = (await this.#view.locator('.search-container .monaco-inputbox').allInnerTexts()).join(
        ' ',
      );
      const all = `${text} ${input} ${(await this.#page.locator('.monaco-inputbox-container').allInnerTexts()).join(' ')}`;
      if (typeof expected === 'string' ? all.includes(expected) : expected.test(all)) return true;
      throw new Error(all);
    });
  }

  async files(): Promise<string[]> {
    const names = await this.#view.locator('.filematch .label-name').allInnerTexts();
    return names.sort();
  }

  async openMatch(text: string): Promise<void> {
    await this.#view.locator('.linematch', { hasText: text }).first().dblclick();
  }

  async toggle(option: 'Match Case' | 'Match Whole Word' | 'Use Regular Expression'): Promise<void> {
    if (!(await this.#view.isVisible())) await this.#page.keyboard.press('Control+Shift+f');
    await this.#view.locator(`.search-container .monaco-custom-toggle[aria-label^="${option}"]`).click();
  }

  async replaceAll(replacement: string): Promise<void> {
    const input = this.#view.locator('.replace-container textarea');
    if (!(await input.isVisible())) await this.#view.locator('.toggle-replace-button').click();
    await input.fill(replacement);
    await this.#view.locator('.replace-container .codicon-search-replace-all').click();
    const confirm = this.#page.locator('.monaco-dialog-box .monaco-button', { hasText: 'Replace' });
    await confirm.click();
  }

  get #view(): Locator {
    return this.#page.locator('.search-view');
  }
}
