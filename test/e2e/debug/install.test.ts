import { cpSync, existsSync, readdirSync, renameSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect } from 'vitest';
import type { MooringServer } from '../../harness/mooringServer.ts';
import { ServersView } from '../../harness/serversView.ts';
import { until } from '../../harness/until.ts';
import { workbenchTest } from '../../harness/workbenchTest.ts';
import type { Workspace } from '../../harness/workspace.ts';

const bin = fileURLToPath(new URL('../../fixtures/bin', import.meta.url));
const adapters = fileURLToPath(new URL('../../fixtures/adapters', import.meta.url));

/** What the fixture npm does goes by the name of the package. */
const packages = {
  good: 'good-adapter',
  wanted: 'good-adapter',
  offline: 'offline-server',
  slow: 'slow-server',
};

function extension(workspace: Workspace): void {
  const entries = Object.entries(packages);
  const manifest = {
    name: 'installable',
    publisher: 'test',
    version: '1.0.0',
    engines: { vscode: '^1.91.0' },
    contributes: {
      debuggers: [...entries.map(([type]) => type), 'absent', 'present'].map((type) => ({
        type,
        label: `The ${type} one`,
        configurationAttributes: { launch: { properties: {} } },
      })),
      debugAdapters: [
        ...entries.map(([type, name], index) => ({
          type,
          label: `${type}-debugger`,
          command: [{ module: `${name}/greets.mjs` }],
          // A version each: one would be there with the other.
          install: { npm: `${name}@1.0.${index}` },
          guidance: 'Ask your administrator for it.',
        })),
        {
          type: 'absent',
          label: 'absent-debugger',
          command: [{ path: 'no-such-adapter' }],
          guidance: 'Get it from the harbour master.',
        },
        { type: 'present', label: 'present-debugger', command: [{ module: './greets.mjs' }] },
      ],
    },
  };
  workspace.write('../extensions/installable/package.json', JSON.stringify(manifest));
  cpSync(adapters, workspace.outside('extensions/installable'), { recursive: true });
}

describe('A debug adapter that is not installed', () => {
  const it = workbenchTest({
    files: {
      'a.txt': 'word\n',
      '.vscode/launch.json': JSON.stringify({
        version: '0.2.0',
        configurations: Object.keys(packages).map((type) => ({
          name: `${type} one`,
          type,
          request: 'launch',
        })),
      }),
    },
    prepare: extension,
    flags: (workspace) => ['--extensions-dir', workspace.outside('extensions')],
    env: { PATH: [bin, dirname(process.execPath), process.env['PATH'] ?? ''].join(delimiter) },
    trusted: true,
  });
  const installed = ({ home }: MooringServer): string[] => {
    const folder = join(home, '.mooring/servers/npm');
    return existsSync(folder) ? readdirSync(folder) : [];
  };

  it('is offered with the command that Install would run, and is not installed before the click (A-14, KI-05)', async ({
    workbench,
    server,
  }) => {
    const { debugging } = workbench;
    await debugging.startConfiguration('good one');
    const dialog = await workbench.dialog(/good-debugger is not on the machine/);
    const text = await dialog.innerText();
    expect(text).toContain('npm install --ignore-scripts good-adapter@1.0.0');
    expect(text).toContain('~/.mooring/servers');
    await workbench.clickDialogButton(/good-debugger/, 'Cancel');
    await debugging.isOver();
    expect(installed(server)).toEqual([]);
  });

  it('is there after a click on Install, and the session that wanted it starts', async ({
    workbench,
    server,
  }) => {
    const { debugging } = workbench;
    await debugging.startConfiguration('good one');
    await (await workbench.dialog(/good-debugger/)).locator('.monaco-button', { hasText: 'Install' }).click();
    await debugging.console.has('Hello from good one');
    await debugging.isOver();
    expect(installed(server)).toEqual([expect.stringMatching(/^good-adapter@1\.0\.0-/)]);
  });

  it('says what npm said when that fails, and what to do, and nothing partial stays (KI-12, KI-13)', async ({
    workbench,
    server,
  }) => {
    const { debugging } = workbench;
    // VS Code writes what it notifies of as an error into the console too.
    workbench.expectConsoleErrors(/offline-debugger could not be installed/);
    await debugging.startConfiguration('offline one');
    await (
      await workbench.dialog(/offline-debugger/)
    )
      .locator('.monaco-button', { hasText: 'Install' })
      .click();
    const notice = await workbench.hasNotification('offline-debugger could not be installed');
    const text = await notice.innerText();
    expect(text).toContain('npm ended with exit code 1.');
    expect(text).toContain('ENOTFOUND');
    expect(text).toContain('Ask your administrator for it.');
    await notice.locator('.monaco-button', { hasText: 'Show Log' }).click();
    await workbench.page.locator('.part.panel .output-view').waitFor();
    expect(installed(server).filter((name) => name.startsWith('offline'))).toEqual([]);
    await workbench.run('View: Toggle Panel Visibility');
  });

  it('shows how it goes, and can be given up: nothing partial stays (KI-56)', async ({
    workbench,
    server,
  }) => {
    const { debugging, languageServer } = workbench;
    await debugging.startConfiguration('slow one');
    await (await workbench.dialog(/slow-debugger/)).locator('.monaco-button', { hasText: 'Install' }).click();
    const progress = await workbench.hasNotification(/Installing slow-debugger.*npm http fetch is slow/s);
    await progress.getByText('Cancel').click();
    await until('npm is gone', () => languageServer.pids('fakeNpm.mjs').length === 0);
    expect(installed(server).filter((name) => name.startsWith('slow'))).toEqual([]);
  });
});

describe('The debug adapters in the view of language servers', () => {
  const it = workbenchTest({
    files: { 'a.txt': 'word\n' },
    prepare: extension,
    flags: (workspace) => ['--extensions-dir', workspace.outside('extensions')],
    env: { PATH: [bin, dirname(process.execPath), process.env['PATH'] ?? ''].join(delimiter) },
  });

  it('are there before anything is started, each with its state, version and what to do (A-54)', async ({
    workbench,
  }) => {
    const view = new ServersView(workbench.page);
    await view.open();
    await view.says(/^Debug Adapters \d of \d+$/);
    await view.says(/^present-debugger available · 1\.0\.0$/);
    await view.says(/^absent-debugger not found$/);
    await view.unfold(view.row('absent-debugger'));
    await view.says(/^Reason absent-debugger was not found: no-such-adapter is not on PATH\.$/);
    await view.says(/^What to Know Get it from the harbour master\.$/);
    await view.choose('absent-debugger', 'Copy Details');
    const copied = await until('the details are copied', () =>
      workbench.page.evaluate(() => navigator.clipboard.readText()),
    );
    expect(copied).toMatch(/^absent-debugger\nState: not found\nDebug Type: absent\nReason: /);
  });

  it('are installed from there at a click, and seen to be there', async ({ workbench }) => {
    const view = new ServersView(workbench.page);
    await view.open();
    await view.says(/^wanted-debugger not found$/);
    await view.unfold(view.row('wanted-debugger'));
    await view.says(/^What to Know Install runs “npm install --ignore-scripts good-adapter@1\.0\.1”/);
    await view.take('wanted-debugger', 'Install');
    await view.says(/^wanted-debugger available · 1\.0\.0$/);
    await view.says(/^Program .*\.mooring\/servers\/npm\/good-adapter@1\.0\.1/);
  });

  it('are uninstalled from there after a question, with a reason when that fails', async ({
    workbench,
    server,
  }) => {
    const { page } = workbench;
    const view = new ServersView(page);
    await view.open();
    await view.says(/^wanted-debugger available/);
    await view.choose('wanted-debugger', 'Uninstall');
    const dialog = workbench.dialog(/Uninstall wanted-debugger\?/);
    // Another window is quicker.
    const npm = join(server.home, '.mooring/servers/npm');
    renameSync(npm, `${npm}-elsewhere`);
    await (await dialog).locator('.monaco-button', { hasText: 'Uninstall' }).click();
    workbench.expectConsoleErrors(/was not installed by Mooring/);
    await workbench.hasNotification(
      'wanted-debugger was not installed by Mooring, or is uninstalled already.',
    );
    await view.says(/^wanted-debugger not found$/);
    renameSync(`${npm}-elsewhere`, npm);
    await page.locator('.sidebar a[aria-label="Refresh"]').first().click();
    await view.says(/^wanted-debugger available/);
    await view.choose('wanted-debugger', 'Uninstall');
    await workbench.clickDialogButton(/Uninstall wanted-debugger\?/, 'Uninstall');
    await view.says(/^wanted-debugger not found$/);
    expect(readdirSync(npm).filter((name) => name.includes('@1.0.1'))).toEqual([]);
  });

  it('say when an installation failed, and why; and while one runs it can be given up (KI-12, KI-56)', async ({
    workbench,
  }) => {
    const view = new ServersView(workbench.page);
    workbench.expectConsoleErrors(/offline-debugger could not be installed/);
    await view.open();
    await view.take('offline-debugger', 'Install');
    await view.says(/^offline-debugger installation failed$/);
    await view.unfold(view.row('offline-debugger'));
    await view.says(/^Installer npm ended with exit code 1\.$/);
    await view.says(/^What to Know Ask your administrator for it\.$/);
    await view.take('slow-debugger', 'Install');
    await view.says(/^slow-debugger installing$/);
    // With each line of npm the view is drawn anew, and a click meanwhile is lost.
    await workbench.hasNotification(/Installing slow-debugger.*npm http fetch is slow/s);
    await view.take('slow-debugger', 'Cancel');
    await view.says(/^slow-debugger not found$/);
    await until('npm is gone', () => workbench.languageServer.pids('fakeNpm.mjs').length === 0);
  });

  it('are looked up again by Refresh', async ({ workbench, workspace }) => {
    const view = new ServersView(workbench.page);
    await view.open();
    await view.says(/^present-debugger available/);
    workspace.delete('../extensions/installable/greets.mjs');
    await workbench.page.locator('.sidebar a[aria-label="Refresh"]').first().click();
    await view.says(/^present-debugger not found$/);
  });
});
