import type { Locator, Page } from 'playwright-core';
import { until } from './until.ts';

/** The view "Language Servers" in the side bar. */
export class ServersView {
  readonly #page: Page;

  constructor(page: Page) {
    this.#page = page;
  }

  async open(): Promise<void> {
    const title = this.#page.locator('.sidebar .title-label', { hasText: /^Language Servers$/i });
    if (!(await title.isVisible())) {
      await this.#page.locator('.activitybar [aria-label^="Language Servers"]').first().click();
      await title.waitFor();
    }
    await this.#rows.first().waitFor();
  }

  get #rows(): Locator {
    return this.#page.locator('.sidebar .pane-body .monaco-list-row');
  }

  /** The row of a language server. */
  row(label: string): Locator {
    return this.#page.locator(`.sidebar .monaco-list-row[aria-level="2"][aria-label^="${label} "]`);
  }

  /** Every row, as it is read out: name and value. */
  async rows(): Promise<string[]> {
    const rows = await this.#rows.evaluateAll((all) =>
      all.map((row) => row.getAttribute('aria-label') ?? ''),
    );
    return rows.map((row) => row.replace(/, has (inline )?actions$/, ''));
  }

  /** Waits until a row reads like this; returns it. */
  async says(expected: RegExp, { seconds = 30 }: { seconds?: number } = {}): Promise<string> {
    return until(
      `the view says ${String(expected)}`,
      async () => {
        const rows = await this.rows();
        const found = rows.find((row) => expected.test(row));
        if (found === undefined) throw new Error(rows.join('\n'));
        return found;
      },
      { seconds },
    );
  }

  /** Unfolds a row by its twistie. */
  async unfold(row: Locator): Promise<void> {
    if ((await row.getAttribute('aria-expanded')) === 'false')
      await row.locator('.monaco-tl-twistie').click();
    await until('the row is unfolded', async () => (await row.getAttribute('aria-expanded')) === 'true');
  }

  /** Takes the action with this name beside a row. */
  async take(label: string, action: string): Promise<void> {
    const row = this.row(label).first();
    // Rows come and go as servers do; the pointer is then over another one.
    await until(`${action} of ${label} is taken`, async () => {
      await row.hover({ timeout: 3_000 });
      await row.locator(`.actions a[aria-label="${action}"]`).click({ timeout: 3_000 });
      return true;
    });
  }

  /** Takes an entry of a row's context menu. */
  async choose(label: string, entry: string): Promise<void> {
    const chosen = this.#page.locator('.monaco-menu .action-label', { hasText: entry });
    // A menu that has only just opened takes the next click for the end of the one that opened it, and one that was
    // opened too early does not have it.
    await until(`${entry} is taken`, async () => {
      if (!(await chosen.isVisible())) {
        await this.#page.keyboard.press('Escape');
        await this.row(label).first().click({ button: 'right', timeout: 3_000 });
      }
      await chosen.click({ timeout: 3_000 });
      await chosen.waitFor({ state: 'hidden', timeout: 3_000 });
      return true;
    });
  }

  /** Waits until the view itself says this, above its rows. */
  async tells(message: RegExp): Promise<void> {
    await this.#page.locator('.sidebar .message', { hasText: message }).waitFor();
  }

  async tellsNothing(): Promise<void> {
    await this.#page.locator('.sidebar .message').waitFor({ state: 'hidden' });
  }
}
