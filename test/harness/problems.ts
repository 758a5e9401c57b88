import type { Page } from 'playwright-core';
import { until } from './until.ts';

/** The Problems panel. */
export class Problems {
  readonly #page: Page;
  readonly #workbench: { run(title: string): Promise<void> };

  constructor(page: Page, workbench: { run(title: string): Promise<void> }) {
    this.#page = page;
    this.#workbench = workbench;
  }

  async show(): Promise<void> {
    const panel = this.#page.locator('.markers-panel');
    if (await panel.isVisible()) return;
    await this.#workbench.run('Problems: Focus on Problems View');
    await panel.waitFor();
    await this.#page.keyboard.press('Control+1');
  }

  /** One text per problem: message, source and code. */
  async list(): Promise<string[]> {
    const rows = await this.#page
      .locator('.markers-panel .monaco-list-row .marker-message-details-container')
      .allInnerTexts();
    return rows.map((row) => row.replaceAll('\u00a0', ' ').replaceAll(/\s+/g, ' ').trim());
  }

  async has(text: string | RegExp, { seconds = 40 }: { seconds?: number } = {}): Promise<void> {
    await this.show();
    const isThere = (problem: string) =>
      typeof text === 'string' ? problem.includes(text) : text.test(problem);
    await until(
      `a problem says ${String(text)}`,
      async () => {
        const list = await this.list();
        if (list.some(isThere)) return true;
        throw new Error(list.join(' | ') || 'no problems');
      },
      { seconds },
    );
  }

  async hasNot(text: string | RegExp, { seconds = 40 }: { seconds?: number } = {}): Promise<void> {
    await this.show();
    const isThere = (problem: string) =>
      typeof text === 'string' ? problem.includes(text) : text.test(problem);
    await until(
      `no problem says ${String(text)}`,
      async () => {
        const list = await this.list();
        if (!list.some(isThere)) return true;
        throw new Error(list.join(' | '));
      },
      { seconds },
    );
  }
}
