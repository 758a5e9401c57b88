import { tmpdir } from 'node:os';
import type { Locator, Page } from 'playwright-core';
import { DebugConsole } from './debugConsole.ts';
import { DebugViews } from './debugViews.ts';
import { Gutter } from './gutter.ts';
import { processesStartedWith, type ProcessInfo } from './processes.ts';
import type { QuickInput } from './quickInput.ts';
import { until } from './until.ts';

const toolbarButtons = {
  continue: 'Continue',
  pause: 'Pause',
  stepOver: 'Step Over',
  stepInto: 'Step Into',
  stepOut: 'Step Out',
  restart: 'Restart',
  stop: 'Stop',
  disconnect: 'Disconnect',
} as const;

/** VS Code's debugging, as a user sees it: sessions and their toolbar, and what shows them. */
export class Debugging {
  readonly gutter: Gutter;
  readonly views: DebugViews;
  readonly console: DebugConsole;
  readonly #page: Page;
  readonly #quickInput: QuickInput;

  constructor(page: Page, quickInput: QuickInput) {
    this.#page = page;
    this.#quickInput = quickInput;
    this.gutter = new Gutter(page, quickInput);
    this.views = new DebugViews(page);
    this.console = new DebugConsole(page, quickInput);
  }

  async start(): Promise<void> {
    await this.#page.keyboard.press('F5');
    await this.toolbar.waitFor();
  }

  /** Starts a configuration of `launch.json` by its name. */
  async startConfiguration(name: string): Promise<void> {
    await this.#quickInput.take('F1', `debug ${name}`, name);
  }

  get toolbar(): Locator {
    return this.#page.locator('.debug-toolbar');
  }

  async press(button: keyof typeof toolbarButtons): Promise<void> {
    const label = new RegExp(`^${toolbarButtons[button]}( \\(|$|\\n)`);
    await this.toolbar
      .locator('.action-item:not(.disabled)')
      .getByRole('button', { name: label })
      .first()
      .click();
  }

  /** Waits until the program stands at one of these lines of the file in the editor. */
  async isStoppedAt(...lines: readonly number[]): Promise<void> {
    await until(`the program stops at line ${lines.join(' or ')}`, async () => {
      const found = await this.gutter.stoppedLine();
      if (found !== undefined && lines.includes(found)) return true;
      throw new Error(`it is at ${found ?? 'no line'}`);
    });
  }

  /** Waits until no session is left. */
  async isOver(): Promise<void> {
    await this.toolbar.waitFor({ state: 'hidden' });
  }

  async stop(): Promise<void> {
    if (await this.toolbar.isVisible()) await this.#page.keyboard.press('Shift+F5');
    await this.isOver();
  }

  /** Takes away all breakpoints, and the watch expressions and the output that are on the screen. */
  async clearTraces(): Promise<void> {
    await this.#quickInput.take('F1', '>Remove All Breakpoints', 'Remove All Breakpoints');
    await this.views.removeWatches();
    await this.console.clear();
  }

  /** Command lines of processes below this test's server that hold `part`. */
  processes(part: string): string[] {
    return this.#processes(part).map(({ command }) => command);
  }

  /** The same processes, by their ids. */
  processIds(part: string): number[] {
    return this.#processes(part).map(({ pid }) => pid);
  }

  #processes(part: string): readonly ProcessInfo[] {
    return processesStartedWith(`TMPDIR=${tmpdir()}`).filter(({ command }) => command.includes(part));
  }

  async hasNoProcess(part: string): Promise<void> {
    await until(
      `no process of ${part} is left`,
      () => {
        const left = this.processes(part);
        if (left.length === 0) return true;
        throw new Error(left.join('\n'));
      },
      { seconds: 15 },
    );
  }
}
