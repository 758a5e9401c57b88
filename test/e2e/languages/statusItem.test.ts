import { describe, expect } from 'vitest';
import { fixtureExtension, type FixtureServer } from '../../harness/fixtureExtension.ts';
import { until } from '../../harness/until.ts';
import { workbenchTest } from '../../harness/workbenchTest.ts';

const servers: readonly FixtureServer[] = [
  { id: 'good', label: 'Good', command: [{ module: './good.mjs' }] },
  { id: 'scripted', label: 'Scripted', command: [{ module: './scripted.mjs' }] },
  { id: 'lengthy', label: 'Lengthy', command: [{ module: './scripted.mjs' }] },
];
const long = 'A title that goes on and on, as those of build tools do. '.repeat(7).trim();
const begin = { method: '$/progress', params: { token: 'long', value: { kind: 'begin', title: long } } };

describe('The status bar item of language servers', () => {
  const it = workbenchTest({
    files: {
      'a.good': 'word\n',
      'a.scripted': 'word\n',
      'plain.txt': 'text\n',
      'picture.bin': new Uint8Array([0, 1, 2, 3, 255, 254]),
      'a.lengthy': `${JSON.stringify({ id: 1, method: 'window/workDoneProgress/create', params: { token: 'long' } })}\n${JSON.stringify(begin)}\n`,
    },
    flags: (workspace) => fixtureExtension(workspace, servers),
  });

  it('stands at the right for a file whose language has a server, and for no other (KI-50, KI-52, KI-53)', async ({
    workbench,
  }) => {
    const { languageServer, page } = workbench;
    expect(await languageServer.item.isVisible()).toBe(false);
    await workbench.openFile('a.good');
    await languageServer.says('Good');
    await page.locator('.part.statusbar .right-items [id="mooring.relay.server"]').waitFor();

    await workbench.openFile('plain.txt');
    await languageServer.item.waitFor({ state: 'hidden' });
    await workbench.openFile('a.good');
    await languageServer.says('Good');
    await workbench.explorer.open('picture.bin');
    await page.locator('.monaco-editor-pane-placeholder').waitFor();
    await languageServer.item.waitFor({ state: 'hidden' });
    await workbench.run('Preferences: Open Keyboard Shortcuts');
    await page.locator('.keybindings-editor').waitFor();
    expect(await languageServer.item.isVisible()).toBe(false);
  });

  it('can be hidden by the user, as every item can, and servers go on (KI-51)', async ({ workbench }) => {
    const { languageServer, page, editor } = workbench;
    await workbench.openFile('a.good');
    await languageServer.says('Good');
    // A menu takes no click in the moment in which it opens.
    const hide = page.locator('.context-view .action-label', { hasText: "Hide 'Language Server'" });
    await until('it is hidden', async () => {
      if (!(await languageServer.item.isVisible())) return true;
      if (!(await hide.isVisible())) await languageServer.item.click({ button: 'right', timeout: 2_000 });
      await hide.click({ timeout: 2_000 });
      return false;
    });
    await editor.goTo({ line: 1, column: 2 });
    await editor.hover('hover');
    const show = page.locator('.context-view .action-label', { hasText: /^Language Server$/ });
    await until('it is shown', async () => {
      if (await languageServer.item.isVisible()) return true;
      if (!(await show.isVisible()))
        await page.locator('.part.statusbar').click({ button: 'right', position: { x: 600, y: 10 } });
      await show.click({ timeout: 2_000 });
      return false;
    });
    await languageServer.says('Good');
  });

  it('shows a title of any length in full in its menu, inside the window (KI-48, KI-49)', async ({
    workbench,
  }) => {
    const { languageServer, page, quickInput } = workbench;
    await workbench.openFile('a.lengthy');
    const text = await languageServer.says(/^Lengthy: A title/);
    expect(text.length).toBeLessThan(70);
    const shown = (await languageServer.open()).replaceAll(/\s+/g, ' ');
    expect(shown).toContain(long.slice(-200));
    const box = await page.locator('.quick-input-widget').boundingBox();
    expect((box?.x ?? 0) + (box?.width ?? 9999)).toBeLessThanOrEqual(1280);
    await quickInput.close();
  });

  it('loses nothing of one server when another is stopped (KI-30, KI-P20)', async ({ workbench }) => {
    const { languageServer, editor } = workbench;
    await workbench.openFile('a.scripted');
    await languageServer.says('Scripted');
    await workbench.openFile('a.good');
    await languageServer.says('Good');
    await languageServer.choose('Stop');
    await languageServer.says('Good: stopped');
    expect(await languageServer.item.locator('a').first().getAttribute('aria-label')).toContain(
      'Good, stopped',
    );
    await workbench.openFile('a.scripted');
    await languageServer.says('Scripted');
    await editor.goTo({ line: 1, column: 2 });
    await editor.hover('hover');
    await workbench.openFile('a.good');
    await languageServer.choose('Start');
    await languageServer.says('Good');
    await until('one process serves again', () => languageServer.pids('good.mjs').length === 1);
  });
});
