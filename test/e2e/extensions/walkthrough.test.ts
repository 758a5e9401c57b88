import { cpSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect } from 'vitest';
import { until } from '../../harness/until.ts';
import { Workbench } from '../../harness/workbench.ts';
import { workbenchTest } from '../../harness/workbenchTest.ts';

const knots = fileURLToPath(new URL('../../fixtures/extensions/knots', import.meta.url));
const files = { 'a.txt': 'a\n' };

/** Opens it as a user finds it. The pictures beside the steps need room. */
async function openWalkthrough(workbench: Workbench): Promise<void> {
  await workbench.page.setViewportSize({ width: 1600, height: 900 });
  await workbench.quickInput.open('F1', '>Welcome: Open Walkthrough...');
  await workbench.quickInput.choose('Welcome: Open Walkthrough...');
  await workbench.quickInput.choose('Learn to Moor');
  await workbench.page.locator('.gettingStartedContainer', { hasText: 'Learn to Moor' }).waitFor();
}

const step = (workbench: Workbench, title: string, isDone?: boolean) =>
  workbench.page.locator('.getting-started-step', {
    hasText: title,
    ...(isDone !== undefined && {
      has: workbench.page.locator(isDone ? '.codicon.complete' : '.codicon:not(.complete)'),
    }),
  });

describe('A walkthrough of a dropped-in extension', () => {
  const it = workbenchTest({
    files,
    flags: (workspace) => {
      const folder = workspace.outside('extensions');
      mkdirSync(folder);
      cpSync(knots, join(folder, 'knots'), { recursive: true });
      return ['--extensions-dir', folder];
    },
  });

  it('shows its steps with text and pictures', async ({ workbench }) => {
    const { page } = workbench;
    await openWalkthrough(workbench);
    await until('the text beside the step is drawn, and its picture', async () => {
      for (const frame of page.frames()) {
        if (!(await frame.locator('h1, h2', { hasText: 'The bowline' }).first().isVisible())) continue;
        const image = frame.locator('img');
        if (await image.evaluate((found: HTMLImageElement) => found.naturalWidth > 0)) return true;
      }
      return false;
    });
    await workbench.screenshot('walkthrough dark');
    await step(workbench, 'Tie it').click();
    const picture = page.locator('.getting-started-media img[alt="A bowline"]');
    await until('the picture is there', () =>
      picture.evaluate((found: HTMLImageElement) => found.naturalWidth > 0),
    );
    await step(workbench, 'Choose a rope').click();
    await until('the drawing is there', async () => {
      for (const frame of page.frames()) if (await frame.locator('svg path').first().isVisible()) return true;
      return false;
    });
  });

  it('counts a step as done by the command behind its button, and no other one', async ({ workbench }) => {
    const { page } = workbench;
    await openWalkthrough(workbench);
    await step(workbench, 'Tie it').click();
    await page.locator('.getting-started-step .monaco-button', { hasText: 'Tie a Knot' }).click();
    await workbench.hasNotification('The knot is tied.');
    await step(workbench, 'Tie it', true).waitFor();
    expect(await step(workbench, 'Choose a rope', true).count()).toBe(0);
  });

  it('looks light in a light theme', async ({ browser, server }) => {
    await using light = await Workbench.open(browser, server.url, { dark: false });
    await openWalkthrough(light);
    await until('its text is drawn', async () => {
      for (const frame of light.page.frames())
        if (await frame.locator('body.vscode-light h1', { hasText: 'The bowline' }).isVisible()) return true;
      return false;
    });
    await light.screenshot('walkthrough light');
  });

  it('brings no Welcome page along', async ({ workbench }) => {
    expect(await workbench.tabs()).toEqual([]);
    await workbench.quickInput.open('F1', '>Welcome');
    await workbench.quickInput.has('Welcome: Open Walkthrough...');
    expect(await workbench.quickInput.labels()).not.toContain('Help: Welcome');
    await workbench.quickInput.close();
  });
});

describe('An extension with a walkthrough that is dropped in while the workbench is open', () => {
  const it = workbenchTest({ files });

  it('asks for a reload; what else it has works at once', async ({ workbench, server }) => {
    cpSync(knots, join(server.home, '.mooring/extensions/knots'), { recursive: true });
    const offer = await workbench.hasNotification(/Knots brings walkthroughs/);
    await workbench.run('Knots: Tie a Knot');
    await workbench.hasNotification('The knot is tied.');
    // The window of before is ready as well, until it is gone.
    const loaded = workbench.page.waitForEvent('domcontentloaded');
    await offer.locator('.monaco-button', { hasText: 'Reload' }).click();
    await loaded;
    await workbench.isReady();
    await openWalkthrough(workbench);
    await step(workbench, 'Tie it').waitFor();
  });
});
