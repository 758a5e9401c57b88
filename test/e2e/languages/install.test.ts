import { existsSync, readdirSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import { fixtureExtension, type FixtureServer } from '../../harness/fixtureExtension.ts';
import type { MooringServer } from '../../harness/mooringServer.ts';
import { ServersView } from '../../harness/serversView.ts';
import { until } from '../../harness/until.ts';
import { workbenchTest } from '../../harness/workbenchTest.ts';

const bin = fileURLToPath(new URL('../../fixtures/bin', import.meta.url));

/** What the fixture npm does goes by the name of the package. */
const servers: readonly FixtureServer[] = ['good', 'offline', 'slow'].map((id) => ({
  id,
  label: `The ${id} server`,
  command: [{ module: `${id}-server/good.mjs` }],
  install: { npm: `${id}-server@1.0.0` },
  guidance: 'Ask your administrator for it.',
}));

describe('A language server that is not installed', () => {
  const it = workbenchTest({
    files: Object.fromEntries(servers.map(({ id }) => [`a.${id}`, 'word\n'])),
    flags: (workspace) => fixtureExtension(workspace, servers),
    env: { PATH: [bin, dirname(process.execPath), process.env['PATH'] ?? ''].join(delimiter) },
  });
  const notice = (page: Page, text: string) => page.locator('.notification-toast', { hasText: text });
  const installed = ({ home }: MooringServer): string[] => {
    const folder = join(home, '.mooring/servers/npm');
    return existsSync(folder) ? readdirSync(folder) : [];
  };

  it('is offered, says what it would run and where, and is not installed before the click (A-14, KI-05)', async ({
    workbench,
    server,
  }) => {
    const { languageServer, page } = workbench;
    await workbench.openFile('a.good');
    await languageServer.says('The good server: not installed');
    const menu = await languageServer.open();
    expect(menu).toContain('npm install --ignore-scripts good-server@1.0.0');
    expect(menu).toContain('~/.mooring/servers');
    await page.keyboard.press('Escape');
    expect(installed(server)).toEqual([]);
  });

  it('is there after a click on Install, without a reload', async ({ workbench, server }) => {
    const { editor, languageServer, page } = workbench;
    await workbench.openFile('a.good');
    await notice(page, 'The good server is not installed').getByText('Install', { exact: true }).click();
    await languageServer.says('The good server');
    await editor.goTo({ line: 1, column: 2 });
    await editor.hover('hover');
    expect(installed(server)).toEqual([expect.stringMatching(/^good-server@1\.0\.0-/)]);
  });

  it('is gone again after Uninstall and a question, and offered once more', async ({ workbench, server }) => {
    const { languageServer, page } = workbench;
    const view = new ServersView(page);
    await workbench.openFile('a.good');
    await languageServer.says('The good server');
    await view.open();
    await view.choose('The good server', 'Uninstall');
    await workbench.clickDialogButton(/Uninstall The good server\?.*~\/\.mooring\/servers/s, 'Cancel');
    expect(installed(server)).toHaveLength(1);
    await view.choose('The good server', 'Uninstall');
    await workbench.clickDialogButton(/Uninstall The good server\?/, 'Uninstall');
    await languageServer.says('The good server: not installed');
    await view.says(/^The good server not installed/);
    await until('nothing of it is left', () => installed(server).length === 0);
    await until('nothing of it runs', () => languageServer.pids('good-server').length === 0);
    await view.take('The good server', 'Install');
    await languageServer.says('The good server');
    expect(installed(server)).toHaveLength(1);
    await page.keyboard.press('Control+Shift+e');
  });

  it('says what npm said when that fails, and what to do (KI-12, KI-13)', async ({ workbench, server }) => {
    const { languageServer } = workbench;
    await workbench.openFile('a.offline');
    await languageServer.says('The offline server: not installed');
    await languageServer.choose('Install');
    await languageServer.says('The offline server: error');
    const menu = await languageServer.open();
    expect(menu).toContain('npm ended with exit code 1.');
    expect(menu).toContain('ENOTFOUND');
    expect(menu).toContain('Ask your administrator for it.');
    await workbench.page.keyboard.press('Escape');
    expect(installed(server).filter((name) => name.startsWith('offline'))).toEqual([]);
  });

  it('shows how it goes, and can be given up: nothing partial stays (KI-56)', async ({
    workbench,
    server,
  }) => {
    const { languageServer, page } = workbench;
    await workbench.openFile('a.slow');
    await languageServer.says('The slow server: not installed');
    await languageServer.choose('Install');
    await languageServer.says(/The slow server: installing/);
    const progress = notice(page, 'Installing The slow server');
    await progress.filter({ hasText: 'npm http fetch is slow' }).waitFor();
    await progress.getByText('Cancel').click();
    await languageServer.says('The slow server: not installed');
    await until('npm is gone', () => languageServer.pids('fakeNpm.mjs').length === 0);
    expect(installed(server).filter((name) => name.startsWith('slow'))).toEqual([]);
  });
});
