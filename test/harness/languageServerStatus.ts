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

  /** Opens the menu; returns what it says: the state, and why. */
  async open(): Promise<string> {
    await this.item.click();
    const widget = this.#page.locator('.quick-input-widget');
    const input = widget.locator('.quick-input-filter input');
    await input.waitFor({ state: 'visible' });
    const title = await widget.locator('.quick-input-title').innerText();
    return `${title}\n${(await input.getAttribute('placeholder')) ?? ''}`;
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
