import { cpSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Locator } from 'playwright-core';
import { describe, expect } from 'vitest';
import { until } from '../../harness/until.ts';
import { Workbench } from '../../harness/workbench.ts';
import { workbenchTest } from '../../harness/workbenchTest.ts';

const charts = fileURLToPath(new URL('../../fixtures/extensions/charts', import.meta.url));

/** Waits for something in an editor's webview. */
async function shows({ page }: Workbench, selector: string, text: string): Promise<Locator> {
  return until(`the editor shows ${text}`, async () => {
    for (const frame of page.frames()) {
      const found = frame.locator(selector, { hasText: text }).first();
      if (await found.isVisible()) return found;
    }
    return undefined;
  });
}

describe('A custom editor of a dropped-in extension', () => {
  const it = workbenchTest({
    files: { 'a.chart': 'the bay\n', 'c.chart': 'the cape\n', 'b.scan': Buffer.from([7, 0, 200, 255]) },
    flags: (workspace) => {
      const folder = workspace.outside('extensions');
      mkdirSync(folder);
      cpSync(charts, join(folder, 'charts'), { recursive: true });
      return ['--extensions-dir', folder];
    },
  });

  it('of text edits its file, which is unsaved until it is saved', async ({ workbench, workspace }) => {
    await workbench.explorer.open('a.chart');
    await workbench.hasActiveTab('a.chart');
    await shows(workbench, 'h1', 'Chart of the bay');
    await (await shows(workbench, 'button', 'Sail on')).click();
    await shows(workbench, 'h1', 'Chart of beyond the bay');
    await workbench.hasDirtyTab('a.chart');
    expect(workspace.read('a.chart')).toBe('the bay\n');
    await workbench.save();
    expect(workspace.read('a.chart')).toBe('beyond the bay\n');
    await workbench.screenshot('custom editor dark');
  });

  it('of text has what was not saved after a reload, and follows the disk', async ({
    workbench,
    workspace,
  }) => {
    await workbench.explorer.open('c.chart');
    await (await shows(workbench, 'button', 'Sail on')).click();
    await workbench.hasDirtyTab('c.chart');
    await workbench.hasBackup('beyond the cape');
    await workbench.hasRememberedHere('c.chart');
    await workbench.reload();
    await shows(workbench, 'h1', 'Chart of beyond the cape');
    await workbench.hasDirtyTab('c.chart');
    await workbench.save();
    expect(workspace.read('c.chart')).toBe('beyond the cape\n');
    workspace.write('c.chart', 'the open sea\n');
    await shows(workbench, 'h1', 'Chart of the open sea');
  });

  it('that only shows a file has its bytes, and is there after a reload', async ({ workbench }) => {
    await workbench.explorer.open('b.scan');
    await shows(workbench, 'h1', 'Scan of 4 bytes, the last is 255');
    await workbench.hasDirtyTab('b.scan', false);
    await workbench.hasRememberedHere('b.scan');
    await workbench.reload();
    await workbench.hasActiveTab('b.scan');
    await shows(workbench, 'h1', 'Scan of 4 bytes, the last is 255');
  });

  it('has the colours of a light theme', async ({ browser, server }) => {
    await using light = await Workbench.open(browser, server.url, { dark: false });
    await light.explorer.open('a.chart');
    await shows(light, 'body.vscode-light h1', 'Chart of the bay');
    await light.screenshot('custom editor light');
  });
});
