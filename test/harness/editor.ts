import type { Locator, Page } from 'playwright-core';
import { exactText } from './exactText.ts';
import type { QuickInput } from './quickInput.ts';
import { until } from './until.ts';

/** 1-based, as the status bar shows it. */
export interface Position {
  readonly line: number;
  readonly column: number;
}

/** The text editor that has the focus. It sees what is on the screen: keep fixtures under forty lines. */
export class Editor {
  readonly #page: Page;
  readonly #quickInput: QuickInput;

  constructor(page: Page, quickInput: QuickInput) {
    this.#page = page;
    this.#quickInput = quickInput;
  }

  get root(): Locator {
    return this.#page
      .locator('.editor-group-container.active .editor-instance .monaco-editor[role="code"]')
      .first();
  }

  /** The text up to the last line on the screen; lines above the first one are empty, a tab shows as spaces. */
  async text(): Promise<string> {
    const rows = await this.root.evaluate((root) => {
      const topOf = (element: Element) => (element as HTMLElement).style.top;
      const texts = new Map(
        [...root.querySelectorAll('.view-lines > .view-line')].map((line) => [topOf(line), line.textContent]),
      );
      return [...root.querySelectorAll('.margin-view-overlays > div')].map((margin) => ({
        number: Number(margin.querySelector('.line-numbers')?.textContent),
        text: texts.get(topOf(margin)),
      }));
    });
    const lines: string[] = [];
    for (const { number, text } of rows) if (number > 0 && text !== undefined) lines[number - 1] = text;
    return Array.from(lines, (line) => line ?? '')
      .join('\n')
      .replaceAll('\u00a0', ' ')
      .replaceAll('\u200b', '');
  }

  async hasText(expected: string | RegExp): Promise<void> {
    await until(`the editor shows ${String(expected)}`, async () => {
      const text = await this.text();
      if (typeof expected === 'string' ? text.includes(expected) : expected.test(text)) return true;
      throw new Error(text);
    });
  }

  async goTo({ line, column }: Position): Promise<void> {
    await this.#quickInput.open('Control+g', `:${line}:${column}`);
    await this.#quickInput.accept();
    await this.isAt({ line, column });
  }

  /** Puts the caret before, after or `into` (by so many characters) the nth `needle` on the screen. */
  async placeCaret(
    needle: string,
    { nth = 1, into = 0, after = false }: { nth?: number; into?: number; after?: boolean } = {},
  ): Promise<void> {
    const position = await until(`the editor shows "${needle}"`, async () => {
      const text = await this.text();
      let index = -1;
      for (let found = 0; found < nth; found++) {
        index = text.indexOf(needle, index + 1);
        if (index === -1) throw new Error(text);
      }
      const before = text.slice(0, index + (after ? needle.length : into));
      return { line: before.split('\n').length, column: before.length - before.lastIndexOf('\n') };
    });
    await this.goTo(position);
  }

  /** What is selected, as copying takes it. */
  async selectedText(): Promise<string> {
    await this.press('Control+c');
    return this.#page.evaluate(() => navigator.clipboard.readText());
  }

  async position(): Promise<Position> {
    const text = await this.#page.locator('[id="status.editor.selection"]').innerText();
    const [, line = '0', column = '0'] = /Ln (\d+), Col (\d+)/.exec(text) ?? [];
    return { line: Number(line), column: Number(column) };
  }

  async isAt(expected: Position): Promise<void> {
    await until(`the caret is at ${expected.line}:${expected.column}`, async () => {
      const { line, column } = await this.position();
      if (line === expected.line && column === expected.column) return true;
      throw new Error(`it is at ${line}:${column}`);
    });
  }

  /** Types as a person does: brackets close themselves, suggestions open. */
  async type(text: string): Promise<void> {
    await this.#page.keyboard.type(text);
  }

  /** Pastes text at the caret: nothing is completed or closed. */
  async insert(text: string): Promise<void> {
    const before = await this.position();
    await this.#page.evaluate((text) => navigator.clipboard.writeText(text), text);
    await this.press('Control+v');
    await until('the text is in', async () => {
      const { line, column } = await this.position();
      return line !== before.line || column !== before.column;
    });
  }

  /** Replaces the nth `old` on the screen, which lies in one line. */
  async replace(old: string, next: string, nth = 1): Promise<void> {
    await this.placeCaret(old, { nth, after: true });
    for (const _ of old) await this.press('Shift+ArrowLeft');
    const selection = this.#page.locator('[id="status.editor.selection"]', {
      hasText: `(${old.length} selected)`,
    });
    await selection.waitFor();
    if (next === '') await this.press('Delete');
    else await this.insert(next);
  }

  async press(...keys: readonly string[]): Promise<void> {
    for (const key of keys) await this.#page.keyboard.press(key);
  }

  /** Shows the hover at the caret until it says `expected`; returns all it says. */
  async hover(expected: string | RegExp): Promise<string> {
    return await this.#insist(`the hover says ${String(expected)}`, ['Control+k', 'Control+i'], async () => {
      const hovers = this.#page.locator(
        '.monaco-editor .monaco-resizable-hover .monaco-hover, .content-widgets .monaco-hover',
      );
      const text = (await hovers.allInnerTexts()).join('\n').replaceAll('\u00a0', ' ');
      return matches(text, expected) ? text : undefined;
    });
  }

  /** Asks for completions until one is called `label`; returns every label on the screen. */
  async suggestions(label: string | RegExp): Promise<string[]> {
    return await this.#insist(`completion offers ${String(label)}`, ['Control+Space'], async () => {
      const labels = await this.suggestionLabels();
      const isMeant = (found: string) => (typeof label === 'string' ? found === label : label.test(found));
      return labels.some(isMeant) ? labels : undefined;
    });
  }

  async suggestionLabels(): Promise<string[]> {
    const labels = await this.#page
      .locator('.suggest-widget.visible .monaco-list-row .label-name')
      .allInnerTexts();
    return labels.map((label) => label.replaceAll('\u00a0', ' '));
  }

  /** Takes the suggestion with this label with the mouse. */
  async acceptSuggestion(label: string): Promise<void> {
    await this.suggestions(label);
    const name = this.#page.locator('.label-name', { hasText: exactText(label) });
    await this.#page.locator('.suggest-widget.visible .monaco-list-row', { has: name }).first().click();
  }

  /** Asks for parameter hints until they say `expected`. */
  async signature(expected: string | RegExp): Promise<string> {
    return await this.#insist(
      `parameter hints say ${String(expected)}`,
      ['Control+Shift+Space'],
      async () => {
        const text = (
          await this.#page.locator('.parameter-hints-widget.visible .signature').allInnerTexts()
        ).join('\n');
        return matches(text.replaceAll('\u00a0', ' '), expected) ? text : undefined;
      },
    );
  }

  /** Goes to the definition of what is at the caret: elsewhere in the file, or in another. */
  async goToDefinition(): Promise<void> {
    const place = async () => {
      const tab = this.#page.locator('.editor-group-container.active .tab.active .label-name');
      return JSON.stringify([await tab.innerText(), await this.position()]);
    };
    const before = await place();
    await this.#insist('the caret is elsewhere', ['F12'], async () => (await place()) !== before);
  }

  /** Opens the quick fixes of the caret's line until one is called like this, and takes it. */
  async quickFix(title: string | RegExp): Promise<void> {
    const action = this.#page.locator('.action-widget .monaco-list-row.action', { hasText: title });
    await this.#insist(
      `a quick fix is called ${String(title)}`,
      ['Control+.'],
      async () => (await action.count()) > 0,
    );
    await action.first().click({ force: true });
  }

  /** Renames the symbol at the caret, everywhere. */
  async rename(name: string): Promise<void> {
    const input = this.#page.locator('.rename-box input');
    await this.#insist('the rename box is open', ['F2'], () => input.isVisible());
    await input.fill(name);
    await this.press('Enter');
    await input.waitFor({ state: 'hidden' });
  }

  /** Sums of squiggles by severity in the part on the screen. */
  async squiggles(): Promise<{ errors: number; warnings: number }> {
    return {
      errors: await this.root.locator('.squiggly-error').count(),
      warnings: await this.root.locator('.squiggly-warning').count(),
    };
  }

  /** Colour, such as `rgb(1, 2, 3)`, of the nth `text` on the screen. */
  async colorOf(text: string, nth = 1): Promise<string> {
    return this.root.locator('.view-lines').evaluate(
      (lines, { text, nth }) => {
        const walker = document.createTreeWalker(lines, NodeFilter.SHOW_TEXT);
        let left = nth;
        for (let node = walker.nextNode(); node; node = walker.nextNode()) {
          left -= (node.textContent ?? '').split(text).length - 1;
          if (left <= 0 && node.parentElement) return getComputedStyle(node.parentElement).color;
        }
        return 'nowhere';
      },
      { text, nth },
    );
  }

  /** What the inlay hints on the screen say, put together. */
  async inlayHints(): Promise<string> {
    const hints = await this.root.locator('.view-lines [class*="dyn-rule"]').allInnerTexts();
    return hints.join('').replaceAll('\u00a0', ' ').trim();
  }

  /** A server that still loads may answer a request with nothing, so the keys are pressed again now and then. */
  async #insist<T>(
    what: string,
    keys: readonly string[],
    look: () => Promise<T | undefined | false>,
  ): Promise<T> {
    const result = await until(
      what,
      async () => {
        await this.press(...keys);
        return await until('it shows', look, { seconds: 3 }).catch(async (error: unknown) => {
          await this.press('Escape');
          throw error;
        });
      },
      { seconds: 40 },
    );
    return result as T;
  }
}

function matches(text: string, expected: string | RegExp): boolean {
  return typeof expected === 'string' ? text.includes(expected) : expected.test(text);
}
