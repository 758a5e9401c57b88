import { mkdirSync } from 'node:fs';
import type { Browser, BrowserContext, Locator, Page } from 'playwright-core';
import { Debugging } from './debugging.ts';
import { Editor } from './editor.ts';
import { exactText } from './exactText.ts';
import { Explorer } from './explorer.ts';
import { LanguageServerStatus } from './languageServerStatus.ts';
import { Problems } from './problems.ts';
import { QuickInput } from './quickInput.ts';
import { Search } from './search.ts';
import { until } from './until.ts';

/** A browser window with a workbench in it, as a user sees it. Every wait is for something to appear. */
export class Workbench implements AsyncDisposable {
  readonly page: Page;
  readonly quickInput: QuickInput;
  readonly editor: Editor;
  readonly explorer: Explorer;
  readonly debugging: Debugging;
  readonly problems: Problems;
  readonly search: Search;
  readonly languageServer: LanguageServerStatus;
  readonly #context: BrowserContext;
  readonly #errors: string[] = [];
  #expected: RegExp[] = [];

  private constructor(context: BrowserContext, page: Page) {
    this.#context = context;
    this.page = page;
    this.quickInput = new QuickInput(page);
    this.editor = new Editor(page, this.quickInput);
    this.explorer = new Explorer(page);
    this.debugging = new Debugging(page, this.quickInput);
    this.problems = new Problems(page, this);
    this.search = new Search(page);
    this.languageServer = new LanguageServerStatus(page, this.quickInput);
    page.setDefaultTimeout(60_000);
    page.on('console', (message) => {
      if (message.type() === 'error') this.#errors.push(`${message.text()} (${message.location().url})`);
    });
    page.on('pageerror', (error) => this.#errors.push(error.stack || `${error.name}: ${error.message}`));
    page.on('crash', () => this.#errors.push('the page crashed'));
  }

  /** Opens a window of its own: another user of the browser, with nothing remembered. */
  static async open(
    browser: Browser,
    url: string,
    { ready = true, dark = true, locale = 'en-US' } = {},
  ): Promise<Workbench> {
    const context = await browser.newContext({
      viewport: { width: 1280, height: 900 },
      colorScheme: dark ? 'dark' : 'light',
      locale,
      permissions: ['clipboard-read', 'clipboard-write'],
    });
    const workbench = new Workbench(context, await context.newPage());
    await workbench.page.goto(url);
    if (ready) await workbench.isReady();
    return workbench;
  }

  /** The one that a page shows already. */
  static of(page: Page): Workbench {
    return new Workbench(page.context(), page);
  }

  /** A second window of the same browser profile. */
  async openAnother(url: string): Promise<Workbench> {
    const workbench = new Workbench(this.#context, await this.#context.newPage());
    await workbench.page.goto(url);
    await workbench.isReady();
    return workbench;
  }

  /** What "Duplicate" in a tab's menu does: the new page has a copy of this one's session storage. */
  async duplicate(): Promise<Workbench> {
    const opened = this.#context.waitForEvent('page');
    await this.page.evaluate(() => window.open(location.href));
    const workbench = new Workbench(this.#context, await opened);
    await workbench.isReady();
    return workbench;
  }

  async isReady(): Promise<void> {
    await this.page.locator('.monaco-workbench .part.statusbar').waitFor({ timeout: 60_000 });
    await this.page.locator('.explorer-folders-view .monaco-list-row').first().waitFor({ timeout: 60_000 });
  }

  async reload(): Promise<void> {
    await this.page.reload();
    await this.isReady();
  }

  /** Opens a file through quick open, and waits until its tab is the active one. */
  async openFile(path: string): Promise<void> {
    const name = path.split('/').at(-1) ?? path;
    await this.quickInput.take('Control+p', path, name);
    await this.hasActiveTab(exactText(name));
    await this.editor.root.waitFor();
  }

  async focusEditor(): Promise<void> {
    await this.page.keyboard.press('Control+1');
    await this.editor.root
      .locator('.native-edit-context:focus, textarea:focus')
      .waitFor({ state: 'attached' });
  }

  async hasActiveTab(name: string | RegExp): Promise<void> {
    const tab = this.page.locator('.editor-group-container.active .tab.active .label-name', {
      hasText: name,
    });
    await tab.waitFor();
  }

  async tabs(): Promise<string[]> {
    return this.page.locator('.tab .label-name').allInnerTexts();
  }

  async hasDirtyTab(name: string, dirty = true): Promise<void> {
    const tab = this.page.locator(dirty ? '.tab.dirty' : '.tab:not(.dirty)', {
      has: this.page.locator('.label-name', { hasText: name }),
    });
    await tab.first().waitFor();
  }

  /** Waits until the browser holds a copy of unsaved text, as VS Code makes one a second after typing. */
  async hasBackup(text: string): Promise<void> {
    await until('the browser holds a copy', () =>
      this.page.evaluate(holdsText, ['vscode-web-db', text] as const),
    );
  }

  /** Waits until this is among what the browser remembers of the workbench, such as what is switched off. */
  async hasRemembered(text: string): Promise<void> {
    const where = ['vscode-web-state-db-global', text] as const;
    await until('the browser remembers it', () => this.page.evaluate(holdsText, where));
  }

  /** Waits until this is among what the browser remembers of the opened folder, such as which editors are open. */
  async hasRememberedHere(text: string): Promise<void> {
    await until('the browser remembers it of the folder', async () => {
      const all = await this.page.evaluate(() => indexedDB.databases());
      const names = all.flatMap(({ name = '' }) =>
        /^vscode-web-state-db-(?!global)/.test(name) ? [name] : [],
      );
      for (const name of names) if (await this.page.evaluate(holdsText, [name, text] as const)) return true;
      return false;
    });
  }

  /** Saves the active file, which has unsaved changes, and waits until it has none. */
  async save(): Promise<void> {
    await this.page.locator('.editor-group-container.active .tab.active.dirty').waitFor();
    await this.page.keyboard.press('Control+s');
    await this.page.locator('.editor-group-container.active .tab.active:not(.dirty)').waitFor();
  }

  async saveAll(): Promise<void> {
    await this.run('File: Save All Files');
    await until('nothing is unsaved', async () => (await this.page.locator('.tab.dirty').count()) === 0);
  }

  /** Runs a command by its title in the command palette. */
  async run(title: string): Promise<void> {
    await this.quickInput.take('F1', `>${title}`, title);
  }

  /** Closes what a test that failed left open over the window, which would take the keys. */
  async uncover(): Promise<void> {
    const modal = this.page.locator('.monaco-dialog-box, .quick-input-widget').filter({ visible: true });
    await until('nothing covers the window', async () => {
      if ((await modal.count()) === 0) return true;
      await this.page.keyboard.press('Escape');
      return false;
    });
  }

  async closeAllEditors(): Promise<void> {
    await this.uncover();
    await this.page.keyboard.press('Control+k');
    await this.page.keyboard.press('Control+w');
    const dontSave = this.page.locator('.monaco-dialog-box .monaco-button', { hasText: "Don't Save" });
    await until('no editor is open', async () => {
      if (await dontSave.isVisible()) await dontSave.click();
      return (await this.page.locator('.tab').count()) === 0;
    });
  }

  /** Trusts the opened folder, as the status bar offers. */
  async trustFolder(): Promise<void> {
    await this.statusItem('Restricted Mode').click();
    await this.page.locator('.workspace-trust-editor .monaco-button', { hasText: 'Trust' }).first().click();
    await this.page
      .locator('.workspace-trust-editor .workspace-trust-untrusted-description')
      .waitFor({ state: 'hidden' });
    await this.closeAllEditors();
  }

  /** Waits until files are served again: after 1.5 s without a connection the status bar says so. */
  async connectionIsBack(): Promise<void> {
    await this.statusItem('Reconnecting…').waitFor({ state: 'hidden', timeout: 60_000 });
  }

  /** The status bar item with this id or aria-label part. */
  statusItem(text: string | RegExp): Locator {
    return this.page.locator('.part.statusbar .statusbar-item', { hasText: text });
  }

  /** Waits for a notification that says this. */
  async hasNotification(text: string | RegExp): Promise<Locator> {
    const notification = this.page.locator('.notification-list-item', { hasText: text }).first();
    await notification.waitFor();
    return notification;
  }

  async clickNotificationButton(text: string | RegExp, button: string): Promise<void> {
    const notification = await this.hasNotification(text);
    await notification.locator('.monaco-button', { hasText: button }).click();
  }

  async dialog(text: string | RegExp): Promise<Locator> {
    const dialog = this.page.locator('.monaco-dialog-box', { hasText: text });
    await dialog.waitFor();
    return dialog;
  }

  async clickDialogButton(text: string | RegExp, button: string): Promise<void> {
    const dialog = await this.dialog(text);
    await dialog.locator('.monaco-button', { hasText: button }).click();
    await dialog.waitFor({ state: 'hidden' });
  }

  /** A console error like this is what the running test provokes. */
  expectConsoleErrors(...patterns: readonly RegExp[]): void {
    this.#expected.push(...patterns);
  }

  /** Console errors and uncaught exceptions since the last call, without the expected ones. */
  takeConsoleErrors(): string[] {
    const expected = this.#expected;
    this.#expected = [];
    return this.#errors.splice(0).filter((error) => !expected.some((pattern) => pattern.test(error)));
  }

  async screenshot(name: string): Promise<string> {
    mkdirSync('test-results', { recursive: true });
    const path = `test-results/${name.replaceAll(/[^\w.-]+/g, '-').slice(0, 120)}.png`;
    await this.page.screenshot({ path });
    return path;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.page.close();
    if (this.#context.pages().length === 0) await this.#context.close();
  }
}

/** Runs in the page. */
async function holdsText([name, text]: readonly [name: string, text: string]): Promise<boolean> {
  const answer = <T>(request: IDBRequest<T>) =>
    new Promise<T>((resolve, reject) => {
      request.addEventListener('success', () => resolve(request.result));
      request.addEventListener('error', () => reject(request.error ?? new Error('IndexedDB failed.')));
    });
  const database = await answer(indexedDB.open(name));
  const stores = [...database.objectStoreNames];
  const transaction = database.transaction(stores);
  const values = await Promise.all(stores.map((store) => answer(transaction.objectStore(store).getAll())));
  database.close();
  const textOf = (value: unknown) =>
    typeof value === 'string' ? value : new TextDecoder().decode(value as Uint8Array);
  return values.flat().some((value) => textOf(value).includes(text));
}
