/** Everything we ship, in stock VS Code for the Web: the oldest build that our extensions take, and a current one. */
import { existsSync, writeFileSync } from 'node:fs';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { builds, ensureVscodeWeb, RegistryUnreachable } from '../../scripts/setup/vscodeWeb.mjs';
import { freePort } from '../../scripts/setup/freePort.mjs';
import { ServersView } from '../harness/serversView.ts';
import { until } from '../harness/until.ts';
import { canDebugNode, canDebugPython, StockWorld } from './stockWorld.ts';

describe.each(Object.entries(builds))('In stock VS Code for the Web (%s)', (name, build) => {
  let world: StockWorld | undefined;
  let lack: string | undefined;

  beforeAll(async () => {
    try {
      world = await StockWorld.start(await ensureVscodeWeb(build));
    } catch (error) {
      if (!(error instanceof RegistryUnreachable)) throw error;
      lack = error.message;
      console.log(`Skipped: ${lack}`);
    }
  });
  beforeEach(({ skip, onTestFailed }) => {
    if (lack !== undefined) skip(lack);
    onTestFailed(async ({ task }) => {
      const path = `test-results/testWeb-${name}-${task.name.replaceAll(/\W+/g, '-')}.png`;
      await world?.page.screenshot({ path });
      console.log(`Screenshot: ${path}\n${world?.console.slice(-30).join('\n')}`);
    });
  });
  afterAll(() => world?.[Symbol.asyncDispose]());

  const current = (): StockWorld => {
    if (!world) throw new Error('It did not start; see the error above.');
    return world;
  };
  const relay = () => current().page.locator('[id="mooring.relay.relay"]');
  const connect = async (address: string) => {
    const { page } = current();
    await relay().click();
    await page.locator('.quick-input-list .monaco-list-row', { hasText: 'Connect to Relay' }).click();
    const input = page.locator('.quick-input-widget .quick-input-box input[type=password]');
    await input.fill(address);
    await input.press('Enter');
  };
  const notice = (text: string) => current().page.locator('.notification-list-item', { hasText: text });

  it('the relay’s token is asked for', async () => {
    await relay().filter({ hasText: 'Token needed' }).waitFor();
    await notice('needs its token').getByText('Connect to Relay…').waitFor();
  });

  it('a wrong token is called wrong', async () => {
    await connect('a-token-that-is-not-the-one');
    await relay().filter({ hasText: 'Wrong token' }).waitFor();
    await notice('is not that of the relay').getByText('Connect to Relay…').waitFor();
  });

  it('a relay that is not there is said not to be reachable, with the flag that lets this page in', async () => {
    const port = await freePort();
    await connect(`http://localhost:${port}/?token=a-token-for-nobody`);
    await relay().filter({ hasText: 'Not reachable' }).waitFor();
    const pattern = /--allow-origin "http:\/\/v--\*\.localhost:\d+"/;
    expect(await notice('cannot be reached').first().innerText()).toMatch(pattern);
    await notice('cannot be reached').getByText('Retry').waitFor();
  });

  it('the address that the server printed connects', async () => {
    await connect(current().server.url);
    await relay().filter({ hasText: 'a b#c%20d?é漢' }).waitFor();
  });

  it('the suite inside runs to its end', async () => {
    const { workspace } = current();
    await until(
      'the suite asks for a change from outside',
      () => existsSync(workspace.path('please-change')),
      {
        seconds: 170,
      },
    );
    writeFileSync(workspace.path('changing.txt'), 'changed outside\n');
    writeFileSync(workspace.path('new-outside.txt'), '');
    await current().done();
  });

  it.each([
    ['TypeScript', 7],
    ['Python', 6],
    ['JSON', 5],
    ['A drop-in language', 7],
    ['Files', 5],
  ])('%s works as it does in Mooring', (suite, count) => {
    const results = current().results.filter((result) => result.suite === suite);
    expect(results.filter(({ failure }) => failure !== null)).toEqual([]);
    expect(results.length).toBe(count);
  });

  it.each([
    ['Debugging Node', canDebugNode, 'js-debug could not be fetched'],
    ['Debugging Python', canDebugPython, 'there is no debugpy'],
  ])('%s works as it does in Mooring (A-57, A-62)', (title, isPossible, lack) => {
    const results = current().results.filter(({ suite }) => suite === title);
    if (isPossible) expect(results.map(({ failure }) => failure)).toEqual([null]);
    else console.log(`Skipped: ${lack}`);
  });

  it('what is saved is on the real disk', () => {
    const { workspace } = current();
    expect(workspace.read('notes é漢 #1.txt')).toBe('after\n');
    expect(workspace.read('made/three.txt')).toBe('made in VS Code');
    expect(workspace.exists('made/two.txt')).toBe(false);
  });

  it('a language server is told of the real files alone (T048, T049)', () => {
    const { journal, workspace } = current();
    const uris = [...journal.matchAll(/"([a-z][a-z-]*):\/\//g)].map(([, scheme]) => scheme);
    expect(new Set(uris)).toEqual(new Set(['file']));
    expect(journal).toContain(
      `file://${encodeURI(workspace.folder).replace('#', '%23').replace('?', '%3F')}`,
    );
    expect(journal).not.toContain('mooring:');
  });

  it('the status item tells of the file that is shown', async () => {
    const { page } = current();
    await page.locator('.tab', { hasText: 'b.journal' }).click();
    await page.locator('[id="mooring.relay.server"]', { hasText: 'Journal' }).waitFor();
  });

  it('the view of language servers lists those that run at the relay, and restarts one', async () => {
    const view = new ServersView(current().page);
    await view.open();
    await view.says(/^Running \d of 8$/);
    await view.says(/^Journal ready · \d+ MB$/);
    await view.unfold(view.row('Journal'));
    const pid = await view.says(/^Process \d+$/);
    await view.take('Journal', 'Restart');
    await until('another process is there', async () => (await view.says(/^Process \d+$/)) !== pid);
    await view.says(/^Journal ready · \d+ MB$/);
  });
});
