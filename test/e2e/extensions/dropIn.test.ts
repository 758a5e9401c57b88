import { cpSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Locator } from 'playwright-core';
import { describe } from 'vitest';
import type { MooringServer } from '../../harness/mooringServer.ts';
import { until } from '../../harness/until.ts';
import type { Workbench } from '../../harness/workbench.ts';
import { workbenchTest } from '../../harness/workbenchTest.ts';
import { vsix } from '../../harness/zip.ts';

const servers = fileURLToPath(new URL('../../fixtures/servers', import.meta.url));

/** Puts files into the user's folder of extensions, as somebody would while the server runs. */
function drop(server: MooringServer, folder: string, files: Readonly<Record<string, string>>): string {
  const target = join(server.home, '.mooring/extensions', folder);
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(dirname(join(target, name)), { recursive: true });
    writeFileSync(join(target, name), content);
  }
  return target;
}

function manifest(name: string, contributes: object, more: object = {}): string {
  return JSON.stringify(
    { name, publisher: 'test', version: '1.0.0', engines: { vscode: '^1.91.0' }, contributes, ...more },
    null,
    2,
  );
}

const tideManifest = manifest(
  'tide',
  {
    languages: [{ id: 'tide', extensions: ['.tide'], aliases: ['Tide'] }],
    grammars: [{ language: 'tide', scopeName: 'source.tide', path: './tide.tmLanguage' }],
    languageServers: [
      { id: 'tide', label: 'Tide Server', languages: ['tide'], command: [{ module: './good.mjs' }] },
    ],
  },
  { displayName: 'Tide Tables' },
);

/** A property list, as TextMate itself has them. */
const plist = `<?xml version="1.0" encoding="UTF-8"?>
<plist version="1.0"><dict>
  <key>scopeName</key><string>source.tide</string>
  <key>patterns</key><array><dict>
    <key>match</key><string>\\bword\\b</string><key>name</key><string>keyword.control.tide</string>
  </dict></array>
</dict></plist>`;

describe('An extension that is dropped in while the workbench is open', () => {
  const it = workbenchTest({ files: { 'a.tide': 'word of tide\n', 'b.txt': 'text\n' } });

  it('gives its language, grammar and server at once, without reload or restart', async ({
    workbench,
    server,
  }) => {
    const { editor, languageServer } = workbench;
    await workbench.openFile('a.tide');
    await workbench.statusItem('Plain Text').waitFor();
    const folder = drop(server, 'tide', { 'package.json': tideManifest, 'tide.tmLanguage': plist });
    cpSync(servers, folder, { recursive: true });
    await workbench.statusItem(/Added extension Tide Tables/).waitFor();
    await workbench.statusItem(/^Tide$/).waitFor();
    await languageServer.says('Tide Server');
    await editor.goTo({ line: 1, column: 2 });
    await editor.hover('hover');
    // Colour means that the grammar was read: `word` is a token of its own.
    await until('the keyword has a colour of its own', async () => {
      const spans = await editor.root.locator('.view-line').first().locator('span > span').count();
      return spans > 1;
    });

    await workbench.page.keyboard.press('Control+Shift+x');
    await workbench.page.keyboard.type('tide');
    await listed(workbench, 'Tide Tables').waitFor();
    await workbench.screenshot('extension dropped in');
  });

  it('serves on in its new form when it is changed, and is gone when it is taken away', async ({
    workbench,
    server,
  }) => {
    const { languageServer } = workbench;
    await workbench.openFile('a.tide');
    await languageServer.says('Tide Server');
    drop(server, 'tide', { 'package.json': tideManifest.replace('Tide Server', 'High Tide') });
    await workbench.statusItem(/Updated extension Tide Tables/).waitFor();
    await languageServer.says('High Tide');
    rmSync(join(server.home, '.mooring/extensions/tide'), { recursive: true });
    await workbench.statusItem(/Removed extension Tide Tables/).waitFor();
    await languageServer.item.waitFor({ state: 'detached' });
    await until('its process is gone', () => languageServer.pids('good.mjs').length === 0);
    await listed(workbench, 'Tide Tables').waitFor({ state: 'detached' });
    await showExplorer(workbench);
  });

  it('may be packed', async ({ workbench, server }) => {
    const packed = vsix(
      JSON.parse(
        manifest(
          'packed',
          { languages: [{ id: 'tide', extensions: ['.tide'], aliases: ['Packed Tide'] }] },
          { displayName: 'Packed' },
        ),
      ) as Record<string, unknown>,
    );
    writeFileSync(join(server.home, '.mooring/extensions/packed.vsix'), packed);
    await workbench.statusItem(/Added extension Packed/).waitFor();
    await workbench.openFile('a.tide');
    await workbench.statusItem(/^Packed Tide$/).waitFor();
    rmSync(join(server.home, '.mooring/extensions/packed.vsix'));
    await workbench.statusItem(/Removed extension Packed/).waitFor();
  });

  it('with code that runs already asks for a reload when it changes, and runs anew after it', async ({
    workbench,
    server,
  }) => {
    const code = (text: string) =>
      `exports.activate = (context) => context.subscriptions.push(require('vscode').commands.registerCommand('coded.say', () => require('vscode').window.showInformationMessage('${text}')));`;
    const commands = { commands: [{ command: 'coded.say', title: 'Coded: Say' }] };
    const files = {
      'package.json': manifest('coded', commands, { displayName: 'Coded', browser: './web.js' }),
    };
    drop(server, 'coded', { ...files, 'web.js': code('first form') });
    await workbench.statusItem(/Added extension Coded/).waitFor();
    await workbench.run('Coded: Say');
    await workbench.hasNotification('first form');
    drop(server, 'coded', { 'web.js': code('second form') });
    await workbench.clickNotificationButton(
      /Extensions changed on disk while they run here: Coded/,
      'Reload',
    );
    await workbench.isReady();
    await workbench.run('Coded: Say');
    await workbench.hasNotification('second form');
  });

  it('stays disabled over a reload when somebody disables it', async ({ workbench, server }) => {
    drop(server, 'off', {
      'package.json': manifest(
        'off',
        { languages: [{ id: 'off', extensions: ['.txt'], aliases: ['Off Language'] }] },
        { displayName: 'Off Switch' },
      ),
    });
    await workbench.statusItem(/Added extension Off Switch/).waitFor();
    await workbench.openFile('b.txt');
    await workbench.statusItem(/^Off Language$/).waitFor();
    await workbench.page.keyboard.press('Control+Shift+x');
    await workbench.page.keyboard.type('off switch');
    const item = listed(workbench, 'Off Switch');
    await choose(workbench, item, /^Disable$/);
    await workbench.statusItem(/^Plain Text$/).waitFor();
    await workbench.hasRemembered('"test.off"');
    await workbench.page.reload();
    await workbench.page.locator('.monaco-workbench .part.statusbar').waitFor();
    await showExplorer(workbench);
    await workbench.openFile('b.txt');
    await workbench.statusItem(/^Plain Text$/).waitFor();
    await workbench.page.keyboard.press('Control+Shift+x');
    await workbench.page.keyboard.type('off switch');
    await choose(workbench, item, /^Enable$/);
    await workbench.statusItem(/^Off Language$/).waitFor();
    await showExplorer(workbench);
  });
});

/** An entry of the extensions view, which shows what is typed into it. */
function listed(workbench: Workbench, title: string): Locator {
  return workbench.page.locator('.extensions-viewlet .extension-list-item', { hasText: title });
}

async function choose(workbench: Workbench, item: Locator, action: RegExp): Promise<void> {
  await item.click({ button: 'right' });
  // The menu ignores clicks while it opens.
  await workbench.page.locator('.monaco-menu .action-label', { hasText: action }).hover();
  await workbench.page.keyboard.press('Enter');
}

async function showExplorer({ page }: Workbench): Promise<void> {
  await page.keyboard.press('Control+Shift+e');
  await page.locator('.explorer-folders-view .monaco-list-row').first().waitFor();
}
