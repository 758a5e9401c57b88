import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect } from 'vitest';
import type { MooringServer } from '../../harness/mooringServer.ts';
import { FixtureRegistry } from '../../harness/registry.ts';
import { until } from '../../harness/until.ts';
import type { Workbench } from '../../harness/workbench.ts';
import { workbenchTest } from '../../harness/workbenchTest.ts';
import { vsix } from '../../harness/zip.ts';

const language = (name: string, title: string, extension: string) => ({
  name,
  publisher: 'test',
  version: '1.0.0',
  displayName: title,
  engines: { vscode: '^1.91.0' },
  contributes: { languages: [{ id: name, extensions: [extension], aliases: [title] }] },
});
const files = {
  'a.tide': 'tide\n',
  'a.moon': 'moon\n',
  'mine/package.json': JSON.stringify(language('moon', 'Moon Phases', '.moon')),
};
const inFolder = ({ home }: MooringServer) => {
  const folder = join(home, '.mooring/extensions');
  return existsSync(folder) ? readdirSync(folder) : [];
};

describe('Extensions are installed from the workbench', () => {
  const it = workbenchTest({ files });

  it('from a VSIX file of the browser’s machine, and are uninstalled', async ({ workbench, server }) => {
    const { page, quickInput } = workbench;
    await workbench.openFile('a.tide');
    await workbench.statusItem(/^Plain Text$/).waitFor();
    const chooser = page.waitForEvent('filechooser');
    await workbench.run('Extensions: Install from VSIX…');
    const packed = vsix(language('tide', 'Tide Tables', '.tide'));
    await (await chooser).setFiles({ name: 'tide.vsix', mimeType: 'application/zip', buffer: packed });
    await workbench.hasNotification('Installed test.tide.');
    await workbench.screenshot('extension installed');
    await workbench.statusItem(/^Tide Tables$/).waitFor();
    expect(inFolder(server)).toEqual(['test.tide-1.0.0']);

    await ask(workbench, 'Extensions: Uninstall…');
    await quickInput.choose('Tide Tables');
    await workbench.clickDialogButton('Uninstall Tide Tables?', 'Uninstall');
    await workbench.statusItem(/^Plain Text$/).waitFor();
    await until('it is deleted', () => inFolder(server).length === 0);
  });

  it('not from a file that is none: the reason is told', async ({ workbench, server }) => {
    const chooser = workbench.page.waitForEvent('filechooser');
    await workbench.run('Extensions: Install from VSIX…');
    await (
      await chooser
    ).setFiles({ name: 'odd.vsix', mimeType: 'application/zip', buffer: Buffer.from('x') });
    await workbench.hasNotification(/odd\.vsix was not installed\. It is no zip archive/);
    workbench.expectConsoleErrors(/odd\.vsix was not installed/);
    expect(inFolder(server)).toEqual([]);
  });

  it('from a folder in the opened one, when that is confirmed', async ({ workbench, server }) => {
    const { page, quickInput } = workbench;
    await workbench.openFile('a.moon');
    await ask(workbench, 'Extensions: Install from Folder…');
    // The dialog begins in the opened folder.
    await quickInput.choose('mine');
    const input = page.locator('.quick-input-widget .quick-input-filter input');
    await until('it is chosen', async () => (await input.inputValue()).endsWith('/mine/'));
    await page.locator('.quick-input-widget .monaco-button', { hasText: 'Install' }).click();
    await workbench.clickDialogButton('Install the extension in mine?', 'Install');
    await workbench.hasNotification('Installed test.moon.');
    await workbench.statusItem(/^Moon Phases$/).waitFor();
    expect(inFolder(server)).toEqual(['test.moon-1.0.0']);
  });

  it('and are uninstalled from their own menu, which Mooring’s own do not offer', async ({
    workbench,
    server,
  }) => {
    const { page } = workbench;
    await page.keyboard.press('Control+Shift+x');
    const menuOf = async (title: string) => {
      await page.locator('.extensions-viewlet .suggest-input-container').click();
      await page.keyboard.press('Control+a');
      await page.keyboard.type(title);
      const item = page.locator('.extensions-viewlet .extension-list-item', { hasText: title });
      await item.first().click({ button: 'right' });
      await page.locator('.monaco-menu .action-label', { hasText: /^Disable$/ }).waitFor();
    };
    const entry = page.locator('.monaco-menu .action-label', { hasText: 'Uninstall…' });
    await menuOf('Go Debugging');
    expect(await entry.count()).toBe(0);
    await page.keyboard.press('Escape');

    await menuOf('Moon Phases');
    await workbench.screenshot('menu of an extension');
    // The menu ignores clicks while it opens.
    await entry.hover();
    await page.keyboard.press('Enter');
    await workbench.clickDialogButton('Uninstall Moon Phases?', 'Uninstall');
    await until('it is deleted', () => inFolder(server).length === 0);
    await page.keyboard.press('Control+Shift+e');
  });

  it('not from a registry when there is none, which is told', async ({ workbench }) => {
    await workbench.page.keyboard.press('Control+Shift+x');
    await workbench.run('Extensions: Search Registry…');
    await workbench.hasNotification(/No registry of extensions is configured/);
    const menu = workbench.page.locator(
      '.part.sidebar .composite.title .action-label[aria-label^="Views and More"]',
    );
    await menu.click();
    await workbench.page.locator('.monaco-menu .action-label', { hasText: 'Install from VSIX…' }).waitFor();
    await workbench.screenshot('extensions menu');
    await workbench.page.keyboard.press('Escape');
    await workbench.page.keyboard.press('Control+Shift+e');
  });
});

describe('With a registry, extensions', () => {
  let registry: FixtureRegistry;
  beforeAll(async () => {
    registry = await FixtureRegistry.start({
      'test.tide': vsix(language('tide', 'Tide Tables', '.tide')),
      'test.sun': vsix(language('sun', 'Sun', '.sun')),
    });
  });
  afterAll(() => registry[Symbol.asyncDispose]());
  const it = workbenchTest({ files, flags: () => ['--extensions-registry', registry.address] });

  it('are found and installed', async ({ workbench }) => {
    const { quickInput } = workbench;
    await workbench.openFile('a.tide');
    await ask(workbench, 'Extensions: Search Registry…');
    await quickInput.has('The sun');
    await workbench.page.keyboard.type('tid');
    await until('only what fits is offered', async () => {
      const labels = await quickInput.labels();
      return labels.includes('The tide') && !labels.includes('The sun');
    });
    await workbench.screenshot('registry');
    await workbench.page.keyboard.press('Enter');
    await workbench.hasNotification('Installed test.tide.');
    await workbench.statusItem(/^Tide Tables$/).waitFor();
  });
});

/** Runs a command that has a question in the same place. */
async function ask({ quickInput }: Workbench, title: string): Promise<void> {
  await quickInput.open('F1', `>${title}`);
  await quickInput.choose(title);
}
