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

  /**
   * Opens it with a key, fills it, and takes the row whose label is exactly `label`. What a page offers while it
   * starts is not brought up to date, so it is asked again.
   */
  async take(key: string, text: string, label: string): Promise<void> {
    await until(
      `${key} offers ${label}`,
      async () => {
        await this.open(key, text);
        try {
          await this.#row(label).first().waitFor({ timeout: 5_000 });
        } catch (error) {
          await this.close();
          throw error;
        }
        return true;
      },
      { seconds: 60 },
    );
    await this.#isSettled();
    await this.choose(label);
    await this.#widget.waitFor({ state: 'hidden' });
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

  /** Rows come and move while a list is filled. */
  async #isSettled(): Promise<void> {
    let last = '';
    await until(
      'the list is settled',
      async () => {
        const labels = (await this.labels()).join('\n');
        const isSame = labels === last;
        last = labels;
        return isSame;
      },
      { everyMilliseconds: 100 },
    );
  }

  #row(label: string | RegExp) {
    return this.#widget.locator('.monaco-list-row', { has: this.#label(label) });
  }

  #label(label: string | RegExp) {
    const hasText = typeof label === 'string' ? exactText(label) : label;
    return this.#page.locator('.label-name', { hasText });
  }
}
