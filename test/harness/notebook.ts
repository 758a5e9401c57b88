import type { Locator, Page } from 'playwright-core';
import { exactText } from './exactText.ts';
import { until } from './until.ts';

/** The notebook that is open, as a user sees it. */
export class Notebook {
  /** The cells with code; those with text are drawn in the webview. */
  readonly codeCells: Locator;
  readonly #page: Page;

  constructor(page: Page) {
    this.#page = page;
    this.codeCells = page.locator('.notebookOverlay .code-cell-row');
  }

  async hasCode(...texts: readonly string[]): Promise<void> {
    await until('the cells have this code', async () => {
      const lines = await this.codeCells.locator('.cell-editor-container .view-lines').allInnerTexts();
      const seen = lines.map((line) => line.replaceAll('\u00a0', ' ').trim());
      if (seen.join('\n') === texts.join('\n')) return true;
      throw new Error(seen.join('\n'));
    });
  }

  /** Waits for something in the webview, where text, outputs and renderers' own elements are. */
  async shows(selector: string, text?: string): Promise<Locator> {
    return until(`the notebook shows ${selector} ${text ?? ''}`, async () => {
      for (const frame of this.#page.frames()) {
        const found = frame.locator(selector, text === undefined ? {} : { hasText: text }).first();
        if (await found.isVisible()) return found;
      }
      return undefined;
    });
  }

  /** The element around the code of the cell with this code. */
  cell(code: string): Locator {
    return this.codeCells.filter({ has: this.#page.locator('.view-line', { hasText: exactText(code) }) });
  }

  /** Puts the cursor at the end of a cell's code. */
  async edit(code: string): Promise<void> {
    await this.cell(code).locator('.view-line').click();
    await this.cell(code)
      .locator('.native-edit-context:focus, textarea:focus')
      .waitFor({ state: 'attached' });
    await this.#page.keyboard.press('Control+End');
  }

  /** Selects a cell as a whole, so that keys are commands. */
  async select(code: string): Promise<void> {
    await this.edit(code);
    await this.#page.keyboard.press('Escape');
    await this.#page.locator('.notebookOverlay .code-cell-row.focused.selected').waitFor();
    await this.cell(code)
      .locator('.native-edit-context:focus, textarea:focus')
      .waitFor({ state: 'detached' });
  }
}
