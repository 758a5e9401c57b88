/** What a webview may reach: its extension's files and the folder's, but neither the workbench nor its server. */
import { cpSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Frame } from 'playwright-core';
import { describe, expect } from 'vitest';
import { until } from '../../harness/until.ts';
import { Workbench } from '../../harness/workbench.ts';
import { workbenchTest } from '../../harness/workbenchTest.ts';

const lookout = fileURLToPath(new URL('../../fixtures/extensions/lookout', import.meta.url));
const horn = readFileSync(join(lookout, 'media/horn.wav'));
const chart =
  '<svg xmlns="http://www.w3.org/2000/svg" width="24" height="24"><path d="M0 0h24v24H0z"/></svg>';

/** 12 by 9 pixels. */
const buoy = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAwAAAAJAQAAAAAuw/D5AAAAC0lEQVR4nGNgwAkAABsAAco8Sg0AAAAASUVORK5CYII=',
  'base64',
);

const it = workbenchTest({
  files: { 'a.lookout': '', 'chart.svg': chart, 'buoy.png': buoy },
  flags: (workspace) => {
    const folder = workspace.outside('extensions');
    mkdirSync(folder);
    cpSync(lookout, join(folder, 'lookout'), { recursive: true });
    return ['--extensions-dir', folder, '--log-level', 'debug'];
  },
});

/** Opens the editor and waits until its webview has told how far it came. */
async function look(workbench: Workbench): Promise<{ frame: Frame; said: Record<string, string> }> {
  await workbench.explorer.open('a.lookout');
  return until('the webview says what it reached', async () => {
    for (const frame of workbench.page.frames()) {
      const said = frame.locator('#said');
      if ((await said.count()) > 0)
        return { frame, said: JSON.parse(await said.innerText()) as Record<string, string> };
    }
    return undefined;
  });
}

/** That it shows what it is made of, and nothing of the machine's. */
async function showsItsOwn(frame: Frame): Promise<void> {
  const widthOf = (id: string) =>
    frame.locator(id).evaluate((image: HTMLImageElement) => image.complete && image.naturalWidth);
  await until('its pictures are there', async () => {
    const widths = [await widthOf('#flag'), await widthOf('#chart'), await widthOf('#outside')];
    if (String(widths) === '16,24,0') return true;
    throw new Error(String(widths));
  });
  const spacing = await frame.locator('h1').evaluate((title) => getComputedStyle(title).letterSpacing);
  expect(spacing).toBe('7px');
  // As browsers ask for sounds and films.
  const sound = await frame.evaluate(async () => {
    const address = document.querySelector<HTMLElement>('#horn')?.dataset['source'] ?? '';
    const answer = await fetch(address, { headers: { range: 'bytes=0-' } });
    return [answer.status, (await answer.arrayBuffer()).byteLength];
  });
  expect(sound).toEqual([200, horn.length]);
  const worker = await frame.evaluate(() => navigator.serviceWorker.controller?.scriptURL);
  expect(worker).toMatch(/\/webview\/[0-9a-f]+\/service-worker\.js\?/);
}

describe('A webview', () => {
  it('has an origin of its own, and reaches neither the workbench nor its server', async ({
    workbench,
    server,
  }) => {
    workbench.expectConsoleErrors(/api\/boot|\/channel|etc\/hostname/);
    const { frame, said } = await look(workbench);
    const { hostname, port } = new URL(server.url);
    expect(hostname).toBe('mooring.localhost');
    expect(await frame.evaluate(() => window.origin)).toMatch(
      new RegExp(`^http://[0-9a-v]{52}\\.mooring\\.localhost:${port}$`),
    );
    expect(said).toEqual({
      document: 'SecurityError',
      storage: 'SecurityError',
      cookie: '',
      signOut: 'true',
      fetch: 'TypeError',
      opaque: 'TypeError',
      picture: 'refused',
      socket: 'refused',
    });
    await showsItsOwn(frame);
    await workbench.screenshot('webview of its own origin');
    // The server refused them itself, whatever the browser made of its answers.
    expect(server.output.match(/"path":"\/api\/boot","status":403/g)).toHaveLength(3);
    // What it said about a token is in nobody's way.
    await workbench.reload();
  });

  it("of VS Code's own shows a picture", async ({ workbench }) => {
    await workbench.explorer.open('buoy.png');
    await until('the picture is there', async () => {
      for (const frame of workbench.page.frames()) {
        const picture = frame.locator('img[src*="buoy.png"]');
        if ((await picture.count()) === 0) continue;
        expect(await frame.evaluate(() => window.origin)).toContain('.mooring.localhost:');
        return picture.evaluate((image: HTMLImageElement) => image.naturalWidth === 12);
      }
      return false;
    });
    await workbench.statusItem('12x9').waitFor();
  });

  it('works in a page that was opened by an address, where there are no such origins', async ({
    browser,
    server,
  }) => {
    await using other = await Workbench.open(browser, server.url.replace('mooring.localhost', '127.0.0.1'));
    const { frame } = await look(other);
    expect(await frame.evaluate(() => window.origin)).toBe(server.address);
    await showsItsOwn(frame);
  });
});
