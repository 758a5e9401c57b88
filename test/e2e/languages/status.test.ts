import { describe, expect } from 'vitest';
import { fixtureExtension, type FixtureServer } from '../../harness/fixtureExtension.ts';
import { until } from '../../harness/until.ts';
import { workbenchTest } from '../../harness/workbenchTest.ts';

const servers: readonly FixtureServer[] = [
  { id: 'good', label: 'Good', command: [{ module: './good.mjs' }] },
  {
    id: 'absent',
    label: 'Absent',
    command: [{ path: 'no-such-program' }],
    guidance: 'Get no-such-program from its maker.',
  },
  { id: 'silent', label: 'Silent', command: [{ module: './neverInitializes.mjs' }] },
  { id: 'noisy', label: 'Noisy', command: [{ module: './noise.mjs' }] },
  { id: 'fragile', label: 'Fragile', command: [{ module: './crashesOnHover.mjs' }] },
  { id: 'hopeless', label: 'Hopeless', command: [{ module: './crashesAtOnce.mjs' }] },
  { id: 'refusing', label: 'Refusing', command: [{ module: './refusesInitialize.mjs' }] },
  { id: 'scripted', label: 'Scripted', command: [{ module: './scripted.mjs' }] },
];

describe('The status of a language server', () => {
  const it = workbenchTest({
    files: Object.fromEntries(servers.map(({ id }) => [`a.${id}`, `word of ${id}\n`])),
    flags: (workspace) => fixtureExtension(workspace, servers),
  });

  it('tells of a server that ends again and again, which is given up after five tries (A-27, T027)', async ({
    workbench,
  }) => {
    const { languageServer } = workbench;
    await workbench.openFile('a.hopeless');
    await languageServer.says('Hopeless: restarting (1 of 5)');
    // What becomes of it is seen at the end of this file; it takes 25 seconds.
  });

  it('offers Stop, Start, Restart and the log, and a stop stays (A-52)', async ({ workbench }) => {
    const { editor, languageServer } = workbench;
    await workbench.openFile('a.good');
    await languageServer.says('Good');
    await editor.goTo({ line: 1, column: 2 });
    await editor.hover('hover');
    const [first] = languageServer.pids('good.mjs');

    await languageServer.choose('Restart');
    await until('another process serves', () => {
      const pids = languageServer.pids('good.mjs');
      return pids.length === 1 && pids[0] !== first;
    });
    await languageServer.says('Good');
    await editor.hover('hover');

    await languageServer.choose('Stop');
    await languageServer.says('Good: stopped');
    await until('its process is gone', () => languageServer.pids('good.mjs').length === 0);
    await workbench.closeAllEditors();
    await workbench.openFile('a.good');
    await languageServer.says('Good: stopped');
    expect(languageServer.pids('good.mjs')).toEqual([]);

    await languageServer.choose('Start');
    await languageServer.says('Good');
    await editor.goTo({ line: 1, column: 3 });
    await editor.hover('hover');

    await languageServer.choose('Show Log');
    await workbench.page.locator('.output-view-content, .part.panel .output-view').first().waitFor();
    await until('the log tells of it', async () => {
      const text = await workbench.page.locator('.part.panel .view-lines').first().innerText();
      return text.includes('ready');
    });
  });

  it('says what to do when a server is not installed (A-29, T040)', async ({ workbench }) => {
    const { languageServer, quickInput } = workbench;
    await workbench.openFile('a.absent');
    await languageServer.says('Absent: not installed');
    expect(await languageServer.open()).toContain('Get no-such-program from its maker.');
    await quickInput.close();
  });

  it('counts the seconds a server takes, and stops one that never answers at once (KI-39, T035, T039)', async ({
    workbench,
    workspace,
  }) => {
    const { editor, languageServer } = workbench;
    await workbench.openFile('a.silent');
    const first = await languageServer.says(/^Silent: initializing \(\ds\)$/);
    await until('the seconds go on', async () => (await languageServer.text()) !== first);
    await workbench.openFile('a.good');
    await editor.goTo({ line: 1, column: 2 });
    await editor.hover('hover');

    await workbench.openFile('a.silent');
    await languageServer.says(/^Silent: initializing/);
    await languageServer.choose('Stop');
    await languageServer.says('Silent: stopped');
    await until('its process is gone', () => languageServer.pids('neverInitializes.mjs').length === 0);
    expect(workspace.read('never-initializes.log')).not.toContain('shutdown');
  });

  it('is not troubled by what a server prints to stdout (A-10)', async ({ workbench }) => {
    const { editor, languageServer } = workbench;
    await workbench.openFile('a.noisy');
    await languageServer.says('Noisy');
    await editor.goTo({ line: 1, column: 2 });
    await editor.hover('hover');
  });

  it('tells of a crash, and of the server that takes its place (A-27, T015)', async ({ workbench }) => {
    const { editor, languageServer } = workbench;
    await workbench.openFile('a.fragile');
    await languageServer.says('Fragile');
    const [first] = languageServer.pids('crashesOnHover.mjs');
    await editor.goTo({ line: 1, column: 2 });
    await editor.press('Control+k', 'Control+i');
    await languageServer.says('Fragile: restarting (1 of 5)');
    await languageServer.says('Fragile');
    await editor.hover('hover');
    expect(languageServer.pids('crashesOnHover.mjs')).not.toContain(first);
  });

  it('is kept for each server, and takes the place of nothing else in the status bar (A-51)', async ({
    workbench,
  }) => {
    const { languageServer } = workbench;
    const others = async () => {
      const items = workbench.page.locator(
        '.part.statusbar .statusbar-item:not([id="mooring.relay.server"])',
      );
      return (await items.evaluateAll((all) => all.map(({ id }) => id))).sort();
    };
    await workbench.openFile('a.good');
    await languageServer.says('Good');
    await languageServer.choose('Stop');
    await languageServer.says('Good: stopped');
    const before = await others();
    expect(before).toEqual(expect.arrayContaining(['status.editor.mode', 'status.editor.selection']));
    await workbench.openFile('a.absent');
    await languageServer.says('Absent: not installed');
    await workbench.openFile('a.noisy');
    await languageServer.says('Noisy');
    expect(await others()).toEqual(before);
    await workbench.openFile('a.good');
    await languageServer.says('Good: stopped');
    expect(await others()).toEqual(before);
    await languageServer.choose('Start');
    await languageServer.says('Good');
  });

  it('goes through every state in the log, in order (A-49)', async ({ workbench }) => {
    const { languageServer, page } = workbench;
    await workbench.openFile('a.scripted');
    await languageServer.says('Scripted');
    await languageServer.choose('Stop');
    await languageServer.says('Scripted: stopped');
    await languageServer.choose('Show Log');
    const shown = page.locator('.part.panel .view-lines').first();
    await until('the log tells of it', async () => {
      const text = (await shown.innerText()).replaceAll('\u00a0', ' ');
      const states = ['off', 'connecting', 'starting', 'initializing', 'ready', 'stopped'];
      const steps = states.slice(1).map((state, index) => `${states[index]} → ${state}`);
      if (new RegExp(steps.join('.*'), 's').test(text)) return true;
      throw new Error(text);
    });
    await languageServer.choose('Start');
    await languageServer.says('Scripted');
  });

  it('quotes the reason when a server refuses to initialize (KI-29)', async ({ workbench }) => {
    const { languageServer, quickInput } = workbench;
    await workbench.openFile('a.refusing');
    await languageServer.says('Refusing: error');
    expect(await languageServer.open()).toContain('The licence has expired');
    await quickInput.close();
  });

  it('shows the work a server reports, and lets what is malformed or unknown pass (KI-P15, T067)', async ({
    workbench,
  }) => {
    const { editor, languageServer } = workbench;
    const sends = async (message: object) => {
      await editor.press('Control+End');
      await editor.insert(`${JSON.stringify(message)}\n`);
    };
    const progress = (token: unknown, value: unknown) =>
      sends({ method: '$/progress', params: { token, value } });
    await workbench.openFile('a.scripted');
    await languageServer.says('Scripted');
    await progress('unknown', { kind: 'report', message: 'nobody began this' });
    await progress('odd', { kind: 'begin' });
    await progress({ not: 'a token' }, 7);
    await sends({ method: '$/progress' });
    await sends({ method: 'fixture/unheardOf', params: [1] });
    await progress('index', { kind: 'begin', title: 'Indexing', percentage: 0 });
    await languageServer.says('Scripted: Indexing 0%');
    await progress(2, { kind: 'begin', title: 'Checking' });
    await languageServer.says('Scripted: Indexing 0%, +1 more');
    await progress('index', { kind: 'report', percentage: 42, message: 'a.rs' });
    await languageServer.says('Scripted: Indexing 42%, +1 more');
    await progress('index', { kind: 'end' });
    await languageServer.says('Scripted: Checking');
    await progress(2, { kind: 'end' });
    await languageServer.says('Scripted');
  });

  it('says in the end how the hopeless one ended, and lets it be tried again (KI-31, KI-P18, SC-P1)', async ({
    workbench,
  }) => {
    const { editor, languageServer } = workbench;
    await workbench.openFile('a.hopeless');
    await languageServer.says('Hopeless: error', { seconds: 60 });
    expect(await languageServer.open()).toMatch(/exited with code 3.*no such toolchain/s);
    await workbench.quickInput.choose(/Retry$/);
    await languageServer.says(/Hopeless: restarting/);
    await languageServer.choose('Stop');
    await languageServer.says('Hopeless: stopped');

    await workbench.openFile('a.good');
    await editor.goTo({ line: 1, column: 2 });
    await editor.hover('hover');
  });
});
