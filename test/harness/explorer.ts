import type { Locator, Page } from 'playwright-core';
import { exactText } from './exactText.ts';
import { until } from './until.ts';

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

  /** Rows move while the tree follows the disk, so what is selected is looked at again. */
  async select(name: string): Promise<void> {
    await until(`${name} is selected`, async () => {
      await this.row(name).click();
      return /\bselected\b/.test((await this.row(name).getAttribute('class')) ?? '');
    });
  }

  async expand(folder: string): Promise<void> {
    const row = this.row(folder);
    if ((await row.getAttribute('aria-expanded')) !== 'true') await row.click();
  }

  /** Opens a file to stay. */
  async open(name: string): Promise<void> {
    await this.row(name).dblclick();
  }

  async refresh(): Promise<void> {
    await this.#toolbar('Refresh Explorer');
  }

  async create(kind: 'New File...' | 'New Folder...', name: string): Promise<void> {
    await this.#edit(name, async () => {
      await this.#toolbar(kind);
    });
  }

  async rename(name: string, next: string): Promise<void> {
    await this.#edit(next, async () => {
      await this.select(name);
      await this.#page.locator('.explorer-folders-view').press('F2');
    });
  }

  async #toolbar(action: string): Promise<void> {
    await this.#page.locator('.explorer-folders-view').hover();
    await this.#page.locator(`.part.sidebar .action-label[aria-label="${action}"]`).click();
  }

  /** A tree that is brought up to date while a name is edited closes the box, in stock VS Code too. */
  async #edit(name: string, open: () => Promise<void>): Promise<void> {
    const input = this.#page.locator('.explorer-item-edited input');
    await until(`${name} is entered`, async () => {
      await open();
      await input.fill(name, { timeout: 2_000 });
      await input.press('Enter', { timeout: 2_000 });
      await input.waitFor({ state: 'hidden' });
      return true;
    });
  }

  /** Opens the menu of a row and takes an entry of it. */
  async chooseInMenu(name: string, entry: string): Promise<void> {
    await this.row(name).click({ button: 'right' });
    const item = this.#page.locator('.monaco-menu .action-label', { hasText: exactText(entry) });
    // A menu takes no click in its first moments, lest the one that opened it choose something.
    await until(`${entry} is taken`, async () => {
      await item.click();
      await item.waitFor({ state: 'hidden', timeout: 1_000 });
      return true;
    });
  }

  async drag(name: string, onto: string): Promise<void> {
    await this.row(name).dragTo(this.row(onto));
  }
}
