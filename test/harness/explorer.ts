import type { Locator, Page } from 'playwright-core';
import { exactText } from './exactText.ts';

/** The tree of files. */
export class Explorer {
  readonly #page: Page;

  constructor(page: Page) {
    this.#page = page;
  }

  row(name: string): Locator {
    const label = this.#page.locator('.label-name', { hasText: exactText(name) });
    return this.#page.locator('.explorer-folders-view .monaco-list-row', { has: label });
  }

  async has(name: string): Promise<void> {
    await this.row(name).waitFor();
  }

  async hasNot(name: string): Promise<void> {
    await this.row(name).waitFor({ state: 'detached' });
  }

  async select(name: string): Promise<void> {
    await this.row(name).click();
  }

  async expand(folder: string): Promise<void> {
    const row = this.row(folder);
    if ((await row.getAttribute('aria-expanded')) !== 'true') await row.click();
  }

  /** Opens a file to stay. */
  async open(name: string): Promise<void> {
    await this.row(name).dblclick();
  }

  async create(kind: 'New File...' | 'New Folder...', name: string): Promise<void> {
    await this.#page.locator('.explorer-folders-view').hover();
    await this.#page.locator(`.part.sidebar .action-label[aria-label="${kind}"]`).click();
    const input = this.#page.locator('.explorer-item-edited input');
    await input.fill(name);
    await input.press('Enter');
    await input.waitFor({ state: 'hidden' });
  }

  async rename(name: string, next: string): Promise<void> {
    await this.select(name);
    await this.#page.locator('.explorer-folders-view').press('F2');
    const input = this.#page.locator('.explorer-item-edited input');
    await input.fill(next);
    await input.press('Enter');
    await input.waitFor({ state: 'hidden' });
  }

  async drag(name: string, onto: string): Promise<void> {
    await this.row(name).dragTo(this.row(onto));
  }
}
