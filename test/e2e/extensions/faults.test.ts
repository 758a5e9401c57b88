import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect } from 'vitest';
import { until } from '../../harness/until.ts';
import { Workbench } from '../../harness/workbench.ts';
import { workbenchTest } from '../../harness/workbenchTest.ts';

const manifests = fileURLToPath(new URL('../../fixtures/manifests', import.meta.url));

describe('Faults of extensions', () => {
  const it = workbenchTest({
    files: { 'a.txt': 'text\n' },
    flags: (workspace) => {
      const folder = workspace.outside('extensions');
      for (const name of ['brokenJson', 'mainOnly', 'good', 'webEntry']) {
        cpSync(join(manifests, name), join(folder, name), { recursive: true });
      }
      return ['--extensions-dir', folder];
    },
  });

  it('are told in one notice and in the Problems panel, and the others load (T109, T112)', async ({
    workbench,
    workspace,
  }) => {
    await workbench.hasNotification(
      /2 faults in the manifests of extensions \(brokenJson, test\.main-only\)/,
    );
    await workbench.clickNotificationButton(/2 faults/, 'Show Problems');
    await workbench.problems.has(/Extension brokenJson: it is not valid JSON: a comma is missing/);
    await workbench.problems.has(/Extension test\.main-only: its code needs Node/);
    await workbench.screenshot('extension faults');

    // The problem leads to the line in the manifest, which lies outside the opened folder.
    const problem = workbench.page.locator('.markers-panel .monaco-list-row', {
      hasText: 'a comma is missing',
    });
    await problem.dblclick();
    await workbench.hasActiveTab('package.json');
    await workbench.statusItem(/^Ln 5,/).waitFor();
    await workbench.editor.hasText('"contributes"');

    // When it is mended, the problem goes.
    const manifest = join(workspace.outside('extensions'), 'brokenJson/package.json');
    writeFileSync(manifest, readFileSync(manifest, 'utf8').replace('"1.0.0"', '"1.0.0",'));
    await workbench.problems.hasNot(/Extension brokenJson/);
  });

  it('are not told again at the next start, but stay among the problems', async ({ workbench }) => {
    await workbench.reload();
    await workbench.problems.has(/Extension test\.main-only: its code needs Node/);
    const notices = workbench.page.locator('.notification-list-item', {
      hasText: 'An extension has a fault',
    });
    expect(await notices.count()).toBe(0);
  });
});

describe('An extension host that does not start', () => {
  const it = workbenchTest({ files: { 'a.txt': 'text\n' } });

  it('is told within seconds, and files can be edited all the same (T113)', async ({ browser, server }) => {
    for (const answer of ['abort', 'hang'] as const) {
      const context = await browser.newContext();
      const page = await context.newPage();
      await page.route(/extensionHost[^/]*\.js/, (route) => (answer === 'abort' ? route.abort() : undefined));
      await page.goto(server.url);
      const notice = page.locator('.notification-list-item', { hasText: /Extensions do not run/ });
      await notice.waitFor({ timeout: 30_000 });
      await until('the explorer is there', () => page.locator('.explorer-folders-view').isVisible());
      await page.screenshot({ path: `test-results/extension-host-${answer}.png` });
      await page.close();
      await context.close();
    }
    // With its script it starts, and nothing is said.
    await using other = await Workbench.open(browser, server.url);
    await other.openFile('a.txt');
    expect(await other.page.locator('.notification-list-item').count()).toBe(0);
  });
});
