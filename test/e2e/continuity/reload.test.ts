import { describe, expect } from 'vitest';
import { fixtureExtension } from '../../harness/fixtureExtension.ts';
import { ServerJournal } from '../../harness/serverJournal.ts';
import { until } from '../../harness/until.ts';
import type { Workbench } from '../../harness/workbench.ts';
import { workbenchTest } from '../../harness/workbenchTest.ts';

describe('A window that is reloaded', () => {
  let journal: ServerJournal;
  const it = workbenchTest({
    files: { 'a.continuous': 'one\ntwo BAD\n', 'b.continuous': 'other\n' },
    flags: (workspace) => {
      journal = new ServerJournal(workspace);
      return fixtureExtension(workspace, [journal.server()]);
    },
  });

  it('takes up the same process, with its providers, each once, and fresh problems (KC-01, KC-02, KC-11, T016)', async ({
    workbench,
  }) => {
    await workbench.openFile('a.continuous');
    await workbench.languageServer.says('Continuous');
    await workbench.problems.has('two BAD is bad');
    const [pid] = journal.pids();
    for (let round = 1; round <= 3; round++) {
      await workbench.reload();
      await workbench.languageServer.says('Continuous');
      await workbench.problems.has('two BAD is bad');
      expect(await workbench.problems.list()).toHaveLength(1);
      await workbench.editor.goTo({ line: 1, column: 2 });
      // The hover was registered as the server went, in the time of the first page.
      await workbench.editor.hover(`hover of ${pid}`);
      await workbench.editor.goTo({ line: 3, column: 1 });
      const labels = await workbench.editor.suggestions('alphaword');
      expect(labels.filter((label) => label === 'alphaword')).toHaveLength(1);
      await workbench.editor.press('Escape');
    }
    expect(journal.pids()).toEqual([pid]);
    expect([journal.count('initialize'), journal.count('initialized')]).toEqual([1, 1]);
  });

  it('tells the server its unsaved text, and shows what the server finds in that (KC-38)', async ({
    workbench,
    workspace,
  }) => {
    await workbench.openFile('b.continuous');
    await workbench.languageServer.says('Continuous');
    await workbench.editor.goTo({ line: 1, column: 1 });
    await workbench.editor.insert('unsaved BAD ');
    await workbench.problems.has('unsaved BAD other is bad');
    await workbench.hasBackup('unsaved BAD other');
    await workbench.reload();
    await workbench.problems.has('unsaved BAD other is bad');
    expect(journal.openedTexts().at(-1)).toContain('unsaved BAD other');
    expect(workspace.read('b.continuous')).toBe('other\n');
    expect(journal.pids()).toHaveLength(1);
  });

  it('goes on to show the work that the server reported before (KC-32, T067)', async ({ workbench }) => {
    await workbench.openFile('b.continuous');
    await workbench.languageServer.says('Continuous');
    await workbench.editor.goTo({ line: 1, column: 1 });
    await workbench.editor.insert('WORK ');
    await workbench.languageServer.says(/Continuous: Digging 40%/);
    await workbench.hasBackup('WORK other');
    await workbench.reload();
    await workbench.languageServer.says(/Continuous: Digging 40%/);
    await workbench.editor.goTo({ line: 1, column: 1 });
    await workbench.editor.insert('DONE ');
    await workbench.languageServer.says('Continuous');
  });

  it('keeps a server stopped that was stopped, until Start (KI-02, KC-09)', async ({ workbench }) => {
    await workbench.openFile('a.continuous');
    await workbench.languageServer.says('Continuous');
    await workbench.languageServer.choose('Stop');
    await workbench.languageServer.says('Continuous: stopped');
    const before = journal.pids().length;
    await workbench.reload();
    await workbench.languageServer.says('Continuous: stopped');
    expect(journal.pids()).toHaveLength(before);
    await workbench.languageServer.choose('Start');
    await workbench.languageServer.says('Continuous');
    expect(journal.pids()).toHaveLength(before + 1);
  });

  it('finds the server again after it was closed, in another tab of the same folder (KC-18)', async ({
    workbench,
    server,
  }) => {
    await workbench.openFile('a.continuous');
    await workbench.problems.has('two BAD is bad');
    const pids = journal.pids();
    await workbench.closeAllEditors();
    let next: Workbench;
    {
      await using second = await workbench.openAnother(server.url);
      await second.openFile('a.continuous');
      await second.problems.has('two BAD is bad');
      // The first tab holds its lease still: it has an own server, and nobody takes it away.
      expect(journal.pids()).toHaveLength(pids.length + 1);
    }
    const pid = journal.pids().at(-1);
    await using third = (next = await workbench.openAnother(server.url));
    await next.openFile('a.continuous');
    await third.problems.has('two BAD is bad');
    await third.editor.goTo({ line: 1, column: 2 });
    await third.editor.hover(`hover of ${pid}`);
    expect(journal.pids()).toHaveLength(pids.length + 1);
    await until('two processes are left', () => workbench.languageServer.pids('continuous.mjs').length === 2);
  });
});
