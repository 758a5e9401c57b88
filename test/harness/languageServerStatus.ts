import { tmpdir } from 'node:os';
import type { Locator, Page } from 'playwright-core';
import { processesStartedWith } from './processes.ts';
import type { QuickInput } from './quickInput.ts';
import { until } from './until.ts';

/** The status bar item of the language servers of the active file, and its menu. */
export class LanguageServerStatus {
  readonly #page: Page;
  readonly #quickInput: QuickInput;

  constructor(page: Page, quickInput: QuickInput) {
    this.#page = page;
    this.#quickInput = quickInput;
  }

  get item(): Locator {
    return this.#page.locator('.part.statusbar [id="mooring.relay.server"]');
  }

  async text(): Promise<string> {
    return (await this.item.innerText()).replaceAll('\u00a0', ' ').trim();
  }

  /** Waits until the item says this; returns all it says. */
  async says(expected: string | RegExp, { seconds = 40 }: { seconds?: number } = {}): Promise<string> {
    return await until(
      `the status says ${String(expected)}`,
      async () => {
        const text = await this.text();
        if (typeof expected === 'string' ? text === expected : expected.test(text)) return text;
        throw new Error(text);
      },
      { seconds },
    );
  }

  /**
   * Opens the menu of the file's server, or of the one among several with this label.
   * @returns what it says: the state, and why.
   */
  async open(label?: string): Promise<string> {
    await this.item.click();
    if (label !== undefined) await this.#quickInput.choose(new RegExp(`${label}$`));
    const widget = this.#page.locator('.quick-input-widget');
    const title = widget.locator('.quick-input-title');
    await title.filter({ hasText: label ?? /./ }).waitFor({ state: 'visible' });
    await this.#quickInput.has(/Show Log$/);
    return `${await title.innerText()}\n${(await this.#quickInput.labels()).join(' ')}`;
  }

  /** Takes an action of the menu, such as "Restart". */
  async choose(action: string): Promise<void> {
    await this.open();
    await this.#quickInput.choose(new RegExp(`\\b${action}$`));
  }

  /** Ids of the processes below this test's server whose command line holds `part`. */
  pids(part: string): number[] {
    return processesStartedWith(`TMPDIR=${tmpdir()}`)
      .filter(({ command }) => command.includes(part))
      .map(({ pid }) => pid);
  }
}
