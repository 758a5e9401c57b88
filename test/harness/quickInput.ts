import type { Page } from 'playwright-core';
import { exactText } from './exactText.ts';
import { until } from './until.ts';

/** VS Code's box at the top: quick open, the command palette, pick lists and prompts. */
export class QuickInput {
  readonly #page: Page;

  constructor(page: Page) {
    this.#page = page;
  }

  get #widget() {
    return this.#page.locator('.quick-input-widget');
  }

  /** Opens it with a key and fills it, without accepting. */
  async open(key: string, text: string): Promise<void> {
    const input = this.#widget.locator('.quick-input-filter input');
    // A page that has only just loaded may not listen to keys yet.
    await until(`${key} opens the quick input`, async () => {
      await this.#page.keyboard.press(key);
      await input.waitFor({ state: 'visible', timeout: 3_000 });
      return true;
    });
    await input.fill(text);
  }

  /** Fills it again while it is open. */
  async fill(text: string): Promise<void> {
    await this.#widget.locator('.quick-input-filter input').fill(text);
  }

  /** Accepts the first row once its label is exactly `label`: the list settles while it is filled. */
  async acceptFirst(label: string): Promise<void> {
    const first = this.#widget.locator('.monaco-list-row[data-index="0"] .label-name');
    await first
      .filter({ hasText: exactText(label) })
      .first()
      .waitFor();
    await this.accept();
  }

  /** Takes the row whose label is exactly `label`. */
  async choose(label: string | RegExp): Promise<void> {
    await this.#row(label).first().click();
  }

  async has(label: string | RegExp): Promise<void> {
    await this.#row(label).first().waitFor({ state: 'visible' });
  }

  async accept(): Promise<void> {
    await this.#page.keyboard.press('Enter');
    await this.#widget.waitFor({ state: 'hidden' });
  }

  async close(): Promise<void> {
    await this.#page.keyboard.press('Escape');
    await this.#widget.waitFor({ state: 'hidden' });
  }

  /** The labels on the screen, top to bottom. */
  async labels(): Promise<string[]> {
    return this.#widget.locator('.monaco-list-row .monaco-icon-label .label-name').allInnerTexts();
  }

  #row(label: string | RegExp) {
    const name = this.#page.locator('.label-name', {
      hasText: typeof label === 'string' ? exactText(label) : label,
    });
    return this.#widget.locator('.monaco-list-row', { has: name });
  }
}
