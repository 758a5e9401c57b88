import { cpSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect } from 'vitest';
import { fetchRoute } from '../../harness/fetchRoute.ts';
import { jupyter, sent } from '../../fixtures/jupyter.ts';
import { Notebook } from '../../harness/notebook.ts';
import { until } from '../../harness/until.ts';
import { Workbench } from '../../harness/workbench.ts';
import { workbenchTest } from '../../harness/workbenchTest.ts';
import type { Workspace } from '../../harness/workspace.ts';

/** A notebook of its own kind, with a serializer, a kernel in the web extension host and a renderer. */
const logbook = fileURLToPath(new URL('../../fixtures/extensions/logbook', import.meta.url));

const cells = [
  { kind: 'text', text: '# The *bay*\n\nDepth: $x^2$' },
  { kind: 'code', text: 'say("hello")' },
  { kind: 'code', text: 'chart(3,1,2)' },
  { kind: 'code', text: 'rocks()' },
];
const files = { 'trip.logbook': JSON.stringify(cells) };

function withLogbook(workspace: Workspace): readonly string[] {
  const folder = workspace.outside('extensions');
  mkdirSync(folder);
  cpSync(logbook, join(folder, 'logbook'), { recursive: true });
  return ['--extensions-dir', folder];
}

/** The cells in the file, as the extension wrote them. */
function saved(workspace: Workspace): readonly string[] {
  const read = JSON.parse(workspace.read('trip.logbook')) as typeof cells;
  return read.map(({ text }) => text);
}

describe('A notebook of a dropped-in extension', () => {
  const it = workbenchTest({ files, flags: withLogbook, trusted: true });

  it('opens from the explorer, its text drawn and its code in colours', async ({ workbench }) => {
    const notebook = new Notebook(workbench.page);
    await workbench.explorer.row('trip.logbook').dblclick();
    await notebook.hasCode('say("hello")', 'chart(3,1,2)', 'rocks()');
    await notebook.shows('h1 em', 'bay');
    // KaTeX draws what lies between dollars.
    await notebook.shows('.katex');
    await until('code has colours', async () => {
      const spans = await notebook.cell('say("hello")').locator('.view-line span > span').count();
      return spans > 2;
    });
  });

  it('runs cells with the kernel, and shows text, an error and what the renderer draws', async ({
    workbench,
  }) => {
    const { page } = workbench;
    const notebook = new Notebook(page);
    await workbench.explorer.row('trip.logbook').dblclick();
    await page.locator('.notebook-toolbar-container', { hasText: 'Harbour Kernel' }).waitFor();
    await workbench.run('Notebook: Run All');
    await notebook.shows('.text-output', 'hello');
    await notebook.shows('.bar');
    await notebook.shows('.error-heading', 'Error: run aground on rocks()');
    await workbench.screenshot('notebook dark');
    // Outputs are no part of this kind of file: running changes nothing that could be saved.
    await workbench.hasDirtyTab('trip.logbook', false);
  });

  it('edits, adds, moves and deletes cells, and is the same after saving and reloading', async ({
    workbench,
    workspace,
  }) => {
    const { page } = workbench;
    const notebook = new Notebook(page);
    await workbench.explorer.row('trip.logbook').dblclick();
    await notebook.hasCode('say("hello")', 'chart(3,1,2)', 'rocks()');
    await notebook.edit('rocks()');
    await page.keyboard.press('Control+a');
    await page.keyboard.type('say("ahoy")');
    await notebook.hasCode('say("hello")', 'chart(3,1,2)', 'say("ahoy")');
    await workbench.hasDirtyTab('trip.logbook');
    expect(saved(workspace)).toContain('rocks()');

    await notebook.select('say("ahoy")');
    await page.keyboard.press('Alt+ArrowUp');
    await notebook.hasCode('say("hello")', 'say("ahoy")', 'chart(3,1,2)');
    await notebook.select('say("hello")');
    await page.keyboard.press('Delete');
    await notebook.hasCode('say("ahoy")', 'chart(3,1,2)');
    await notebook.select('chart(3,1,2)');
    await workbench.run('Notebook: Insert Code Cell Below');
    await until('there is one more cell', async () => (await notebook.codeCells.count()) === 3);
    await page.keyboard.type('say("new")');
    await notebook.hasCode('say("ahoy")', 'chart(3,1,2)', 'say("new")');

    await workbench.save();
    const text = cells[0]?.text;
    expect(saved(workspace)).toEqual([text, 'say("ahoy")', 'chart(3,1,2)', 'say("new")']);
    await workbench.reload();
    await workbench.hasActiveTab('trip.logbook');
    await notebook.hasCode('say("ahoy")', 'chart(3,1,2)', 'say("new")');
    await notebook.shows('h1 em', 'bay');
  });

  it('keeps what is not saved over a reload', async ({ workbench, workspace }) => {
    const notebook = new Notebook(workbench.page);
    await workbench.explorer.row('trip.logbook').dblclick();
    await notebook.edit('say("hello")');
    await workbench.page.keyboard.type(';say(1)');
    await notebook.hasCode('say("hello");say(1)', 'chart(3,1,2)', 'rocks()');
    await workbench.hasBackup('say(1)');
    await workbench.hasRememberedHere('trip.logbook');
    await workbench.reload();
    await notebook.hasCode('say("hello");say(1)', 'chart(3,1,2)', 'rocks()');
    await workbench.hasDirtyTab('trip.logbook');
    expect(saved(workspace)).toContain('say("hello")');

    // Closed without saving it is as its file is.
    await workbench.closeAllEditors();
    await workbench.explorer.row('trip.logbook').dblclick();
    await notebook.hasCode('say("hello")', 'chart(3,1,2)', 'rocks()');
  });

  it('finds text in its cells', async ({ workbench }) => {
    const { page } = workbench;
    const notebook = new Notebook(page);
    await workbench.explorer.row('trip.logbook').dblclick();
    await notebook.select('say("hello")');
    await page.keyboard.press('Control+f');
    const find = page.locator('.simple-fr-find-part-wrapper.visible');
    await find.locator('textarea:focus, input:focus').waitFor();
    await page.keyboard.type('chart');
    await find.locator('.matchesCount', { hasText: '1 of 1' }).waitFor();
  });

  it('looks light in a light theme', async ({ browser, server }) => {
    await using light = await Workbench.open(browser, server.url, { dark: false });
    await light.trustFolder();
    const notebook = new Notebook(light.page);
    await light.explorer.row('trip.logbook').dblclick();
    await light.page.locator('.notebook-toolbar-container', { hasText: 'Harbour Kernel' }).waitFor();
    await light.run('Notebook: Run All');
    await notebook.shows('body.vscode-light .text-output', 'hello');
    await notebook.shows('body.vscode-light .bar');
    await light.screenshot('notebook light');
  });

  it('is said not to work where its part of the workbench cannot be fetched; the rest does, and it does after a reload', async ({
    workbench,
  }) => {
    const { page } = workbench;
    workbench.expectConsoleErrors(/ERR_FAILED/);
    await page.route('**/assets/chunk-*.js', async (route) => {
      const response = await fetchRoute(route);
      // Words that are in that part alone.
      if ((await response.text()).includes('No extension here runs the cells')) await route.abort();
      else await route.fulfill({ response });
    });
    await workbench.reload();
    await workbench.hasNotification(/The notebooks of extensions do not work/);
    await workbench.openFile('trip.logbook');
    await workbench.editor.placeCaret('rocks');
    await page.unrouteAll({ behavior: 'wait' });
    await workbench.closeAllEditors();
    await workbench.clickNotificationButton(/The notebooks of extensions do not work/, 'Reload');
    await workbench.isReady();
    await workbench.explorer.row('trip.logbook').dblclick();
    await new Notebook(page).hasCode('say("hello")', 'chart(3,1,2)', 'rocks()');
  });
});

describe('A notebook extension that is dropped in while the workbench is open', () => {
  const it = workbenchTest({ files, trusted: true });

  it('asks for a reload, and works after it', async ({ workbench, server }) => {
    const notebook = new Notebook(workbench.page);
    cpSync(logbook, join(server.home, '.mooring/extensions/logbook'), { recursive: true });
    await workbench.clickNotificationButton(/Log Book brings notebooks/, 'Reload');
    await workbench.isReady();
    await workbench.explorer.row('trip.logbook').dblclick();
    await notebook.hasCode('say("hello")', 'chart(3,1,2)', 'rocks()');
  });
});

describe('A Jupyter notebook, without any extension for it', () => {
  const it = workbenchTest({ files: { 'tides.ipynb': JSON.stringify(jupyter) }, trusted: true });

  it('is text at first, and a notebook from the next reload on; what cannot run its cells is said', async ({
    workbench,
    workspace,
  }) => {
    const { page } = workbench;
    const notebook = new Notebook(page);
    await workbench.openFile('tides.ipynb');
    await workbench.clickNotificationButton(/tides\.ipynb is shown as text/, 'Reload');
    await notebook.hasCode('print(1)');
    await notebook.shows('h1', 'Tides');
    await notebook.shows('.text-output .ansi-red-fg', 'high');
    // Text stays text.
    await notebook.shows('.text-output', '<b>water</b>');
    await notebook.shows('.text-output', 'TideError: too low');

    await notebook.edit('print(1)');
    await page.keyboard.type(' # ebb');
    await workbench.save();
    const read = JSON.parse(workspace.read('tides.ipynb')) as typeof jupyter;
    expect(read.cells[1]?.source).toEqual(['print(1) # ebb']);
    expect(read.cells[1]?.outputs).toEqual(jupyter.cells[1]?.outputs);

    await workbench.run('Notebook: Run All');
    await workbench.hasNotification(/No extension here runs the cells/);
  });
});

describe('A notebook that somebody sent', () => {
  const it = workbenchTest({
    files: { 'first.ipynb': JSON.stringify(jupyter), 'sent.ipynb': JSON.stringify(sent) },
    trusted: true,
  });

  it('shows HTML and runs its scripts, which reach neither the workbench nor its server', async ({
    workbench,
    workspace,
    server,
  }) => {
    const notebook = new Notebook(workbench.page);
    workbench.expectConsoleErrors(/api\/boot|Content Security Policy/);
    const { origin } = new URL(server.url);
    workspace.write('sent.ipynb', JSON.stringify(sent).replace('SERVER', `'${origin}'`));
    await workbench.openFile('first.ipynb');
    await workbench.clickNotificationButton(/first\.ipynb is shown as text/, 'Reload');
    await notebook.hasCode('print(1)');
    await workbench.explorer.row('sent.ipynb').dblclick();
    await notebook.shows('i', 'high tide');
    await notebook.shows('#said', 'SecurityError SecurityError SecurityError unanswered');
    const drawn = await notebook.shows('b', 'drawn');
    expect(await drawn.evaluate(({ ownerDocument }) => ownerDocument.body.dataset['reached'])).toBe(
      undefined,
    );
    await workbench.screenshot('HTML in a notebook');
  });
});
