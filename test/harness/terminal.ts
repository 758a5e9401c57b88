import type { Locator, Page } from 'playwright-core';
import { until } from './until.ts';

/**
 * The terminals of the panel, as a user sees them. Their text can be read where `terminal.integrated.gpuAcceleration`
 * is off: `terminalSettings`.
 */
export class Terminal {
  readonly #page: Page;

  constructor(page: Page) {
    this.#page = page;
  }

  /** Those on the screen: one, or the halves of a split one. */
  get panes(): Locator {
    return this.#page.locator('.terminal-wrapper.active');
  }

  /** Shows the panel, or hides it. */
  async toggle(): Promise<void> {
    await this.#page.keyboard.press('Control+Backquote');
  }

  /** Waits for a prompt, so that the shell reads what is typed. */
  async isReady(pane = 0): Promise<void> {
    await this.panes.nth(pane).locator('.xterm-helper-textarea').waitFor({ state: 'attached' });
    await this.shows(/[$#] *$/, pane);
  }

  async focus(pane = 0): Promise<void> {
    await this.panes.nth(pane).locator('.xterm-helper-textarea').focus();
  }

  /** Types a line, and Enter. */
  async run(line: string, pane = 0): Promise<void> {
    await this.focus(pane);
    await this.#page.keyboard.type(line);
    await this.#page.keyboard.press('Enter');
  }

  /** Rows on the screen, without the empty ones at the end. */
  async text(pane = 0): Promise<string> {
    const rows = await this.panes.nth(pane).locator('.xterm-rows > div').allInnerTexts();
    return rows
      .map((row) => row.replaceAll('\u00a0', ' ').trimEnd())
      .join('\n')
      .trimEnd();
  }

  /** Waits for this, and returns what matched. */
  async shows(pattern: RegExp, pane = 0, seconds = 60): Promise<string> {
    return until(
      `the terminal shows ${pattern}`,
      async () => {
        const text = await this.text(pane);
        const found = pattern.exec(text);
        if (!found) throw new Error(text);
        return found[0];
      },
      { seconds },
    );
  }

  /** Process id of the shell, as the shell says. */
  async pid(pane = 0): Promise<number> {
    await this.run('echo "pid"=$$.', pane);
    return Number(/\d+/.exec(await this.shows(/^pid=\d+\./m, pane))?.[0]);
  }

  /** Names in the list at the right, or that of the only terminal there is. */
  async names(): Promise<string[]> {
    const tabs = this.#page.locator('.terminal-tabs-entry .label-name');
    const names = (await tabs.count()) > 0 ? tabs : this.#page.locator('.single-terminal-tab');
    // Lines are drawn before those that lie beside each other.
    return (await names.allInnerTexts()).map((name) => name.replaceAll(/[┌├└\u00a0]/g, ' ').trim());
  }

  async hasPanes(count: number): Promise<void> {
    await until(`there are ${count} panes`, async () => (await this.panes.count()) === count);
  }

  /** Clicks a link in the output until what it leads to is there: links are found while the pointer rests on them. */
  async follow(text: string, target: Locator): Promise<void> {
    await until('the link leads there', async () => {
      const { x, y } = await this.#place(text);
      await this.#page.mouse.move(x - 3, y);
      await this.#page.mouse.move(x, y);
      await this.#page.keyboard.down('Control');
      await this.#page.mouse.click(x, y);
      await this.#page.keyboard.up('Control');
      await target.waitFor({ timeout: 2_000 });
      return true;
    });
  }

  /** Selects a word in the output. */
  async select(word: string): Promise<void> {
    const { x, y } = await this.#place(word);
    await this.#page.mouse.dblclick(x, y);
  }

  /** The middle of the last such text on the screen. */
  async #place(text: string): Promise<{ x: number; y: number }> {
    const row = this.panes.first().locator('.xterm-rows > div', { hasText: text }).last();
    const place = await row.evaluate((element, wanted) => {
      const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
      for (let node = walker.nextNode(); node; node = walker.nextNode()) {
        const from = (node.textContent ?? '').indexOf(wanted);
        if (from < 0) continue;
        const range = document.createRange();
        range.setStart(node, from);
        range.setEnd(node, from + wanted.length);
        const { x, y, width, height } = range.getBoundingClientRect();
        return { x: x + width / 2, y: y + height / 2 };
      }
      return undefined;
    }, text);
    if (!place) throw new Error(`The terminal does not show ${text} in one piece.`);
    return place;
  }
}

/** For `.vscode/settings.json`: what the terminal shows is in the page as text. */
export const terminalSettings = JSON.stringify({
  'terminal.integrated.gpuAcceleration': 'off',
  'terminal.integrated.enableMultiLinePasteWarning': 'never',
});

/** For the server's environment: bash, with a prompt that leaves room. */
export const terminalEnvironment = { SHELL: '/bin/bash', LC_ALL: 'C.UTF-8', PROMPT_COMMAND: "PS1='\\$ '" };
