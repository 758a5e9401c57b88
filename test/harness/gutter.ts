import type { Locator, Page } from 'playwright-core';
import { exactText } from './exactText.ts';
import type { QuickInput } from './quickInput.ts';
import { until } from './until.ts';

type Kind = 'verified' | 'unverified' | 'conditional' | 'log' | 'disabled';

/** The gutter beside the lines of the active editor: breakpoints, and where the program stands. Lines are 1-based. */
export class Gutter {
  readonly #page: Page;
  readonly #quickInput: QuickInput;

  constructor(page: Page, quickInput: QuickInput) {
    this.#page = page;
    this.#quickInput = quickInput;
  }

  /** Clicks into the gutter beside a line. */
  async click(line: number, button: 'left' | 'right' = 'left'): Promise<void> {
    const box = await until(`line ${line} is on the screen`, () => this.#lineNumber(line).boundingBox());
    await this.#page.mouse.click(box.x + 9, box.y + box.height / 2, { button });
  }

  /** Sets a breakpoint by a click, and waits for its dot. */
  async setBreakpoint(line: number): Promise<void> {
    await this.click(line);
    await until(`line ${line} has a breakpoint`, async () => (await this.glyphs()).has(line));
  }

  /** Sets a breakpoint of a kind that the gutter's menu offers, such as "Add Conditional Breakpoint...". */
  async setSpecialBreakpoint(line: number, item: string, text: string): Promise<void> {
    await this.click(line, 'right');
    await this.chooseInMenu(item);
    const widget = this.#page.locator('.breakpoint-widget');
    await widget.locator('.native-edit-context:focus, textarea:focus').waitFor({ state: 'attached' });
    await this.#page.keyboard.insertText(text);
    // The first Enter may take a suggestion.
    await until(
      'the breakpoint is accepted',
      async () => {
        await this.#page.keyboard.press('Enter');
        await widget.waitFor({ state: 'detached', timeout: 1_000 });
        return true;
      },
      { everyMilliseconds: 200 },
    );
    await until(`line ${line} has a breakpoint`, async () => (await this.glyphs()).has(line));
  }

  /** Sets a breakpoint at the caret, in the middle of a line. */
  async setInlineBreakpoint(): Promise<void> {
    await this.#page.keyboard.press('Shift+F9');
  }

  /** Ticks or unticks the breakpoint of a line, as the gutter's menu offers. */
  async checkBreakpointAt(line: number, checked: boolean): Promise<void> {
    await this.click(line, 'right');
    await this.chooseInMenu(checked ? 'Enable Breakpoint' : 'Disable Breakpoint');
  }

  async removeBreakpoints(): Promise<void> {
    await this.#quickInput.take('F1', '>Remove All Breakpoints', 'Remove All Breakpoints');
    await until('no breakpoint is left', async () => (await this.glyphs()).size === 0);
  }

  async chooseInMenu(item: string): Promise<void> {
    const label = this.#page.locator('.monaco-menu .action-label', { hasText: item }).first();
    await label.waitFor();
    await label.hover();
    await this.#page.keyboard.press('Enter');
    await label.waitFor({ state: 'hidden' });
  }

  /** What the breakpoints on the screen look like, by line. */
  async glyphs(): Promise<ReadonlyMap<number, Kind>> {
    const found = await this.#editor.evaluate((editor) => {
      const topOf = (element: Element) => (element as HTMLElement).style.top;
      const lines = new Map(
        [...editor.querySelectorAll('.margin-view-overlays > div')].map((row) => [
          topOf(row),
          Number(row.querySelector('.line-numbers')?.textContent),
        ]),
      );
      return [...editor.querySelectorAll('.glyph-margin-widgets > .cgmr')].flatMap((glyph) => {
        const name = /codicon-debug-(?:breakpoint|hint)[\w-]*/.exec(glyph.className)?.[0];
        const line = lines.get(topOf(glyph));
        return name && line ? [[line, name] as const] : [];
      });
    });
    return new Map(found.map(([line, name]) => [line, kindOf(name)]));
  }

  async hasGlyph(line: number, kind: Kind): Promise<void> {
    await until(`the breakpoint of line ${line} is ${kind}`, async () => {
      const found = (await this.glyphs()).get(line);
      if (found === kind) return true;
      throw new Error(`it is ${found ?? 'not there'}`);
    });
  }

  async stoppedLine(): Promise<number | undefined> {
    return this.#editor.evaluate((editor) => {
      const mark = editor.querySelector('.view-overlays .debug-top-stack-frame-line');
      const top = (mark?.parentElement ?? undefined)?.style.top;
      const rows = [...editor.querySelectorAll('.margin-view-overlays > div')] as HTMLElement[];
      const row = top === undefined ? undefined : rows.find(({ style }) => style.top === top);
      return row ? Number(row.querySelector('.line-numbers')?.textContent) : undefined;
    });
  }

  get #editor(): Locator {
    return this.#page
      .locator('.editor-group-container.active .editor-instance .monaco-editor[role="code"]')
      .first();
  }

  #lineNumber(line: number): Locator {
    return this.#editor.locator('.margin-view-overlays > div', { hasText: exactText(`${line}`) });
  }
}

function kindOf(codicon: string): Kind {
  if (codicon.endsWith('-disabled')) return 'disabled';
  if (codicon.endsWith('-unverified')) return 'unverified';
  if (codicon.includes('conditional')) return 'conditional';
  if (codicon.includes('-log')) return 'log';
  return 'verified';
}
