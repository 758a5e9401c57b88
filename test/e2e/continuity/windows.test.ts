import { tmpdir } from 'node:os';
import { describe, expect } from 'vitest';
import { fixtureExtension } from '../../harness/fixtureExtension.ts';
import { processesStartedWith, withDescendants } from '../../harness/processes.ts';
import { ServerJournal } from '../../harness/serverJournal.ts';
import { until } from '../../harness/until.ts';
import { workbenchTest } from '../../harness/workbenchTest.ts';

describe('Language servers of several windows', () => {
  let journal: ServerJournal;
  const it = workbenchTest({
    files: { 'a.continuous': 'one\ntwo BAD\n' },
    flags: (workspace) => {
      journal = new ServerJournal(workspace);
      return fixtureExtension(workspace, [journal.server()]);
    },
  });

  it('are their own: a duplicated tab takes nothing away (KC-10, KC-04)', async ({ workbench }) => {
    await workbench.openFile('a.continuous');
    await workbench.problems.has('two BAD is bad');
    const [pid] = journal.pids();
    // As when a tab is duplicated, the new one begins with a copy of the session storage.
    await using duplicate = await workbench.duplicate();
    await duplicate.problems.has('two BAD is bad');
    await until('there are two processes', () => journal.pids().length === 2);
    await duplicate.editor.goTo({ line: 1, column: 2 });
    await duplicate.editor.hover(`hover of ${journal.pids()[1]}`);
    await workbench.page.bringToFront();
    await workbench.editor.goTo({ line: 1, column: 2 });
    await workbench.editor.hover(`hover of ${pid}`);

    await duplicate.page.bringToFront();
    await duplicate.reload();
    await duplicate.problems.has('two BAD is bad');
    expect(journal.pids()).toHaveLength(2);
  });

  it('see the unsaved text of their own window, and outlive the other (KC-45, KI-32, T045, T037, T121)', async ({
    workbench,
    server,
  }) => {
    await workbench.openFile('a.continuous');
    await workbench.problems.has('two BAD is bad');
    await workbench.editor.replace('two BAD', 'mine BAD');
    await workbench.problems.has('mine BAD is bad');
    {
      await using other = await workbench.openAnother(server.url);
      await other.openFile('a.continuous');
      await other.editor.replace('BAD', 'theirs BAD');
      await other.problems.has('theirs BAD is bad');
      await other.problems.hasNot('mine BAD is bad');
      await workbench.page.bringToFront();
      expect(await workbench.problems.list()).toEqual([expect.stringContaining('mine BAD is bad')]);
      await other.page.bringToFront();
      await other.languageServer.choose('Stop');
      await other.languageServer.says('Continuous: stopped');
    }
    await workbench.page.bringToFront();
    await workbench.editor.replace('mine BAD', 'mine still BAD');
    await workbench.problems.has('mine still BAD is bad');
    expect(await workbench.problems.list()).toHaveLength(1);
  });

  it('are taken up again by a window that was frozen until the server gave it up (T022, KC-05)', async ({
    workbench,
    server,
  }) => {
    await workbench.openFile('a.continuous');
    await workbench.problems.has('two BAD is bad');
    await workbench.editor.goTo({ line: 1, column: 2 });
    const hover = /hover of (\d+)/.exec(await workbench.editor.hover(/hover of \d+/));
    const before = server.output.length;
    const roots = processesStartedWith(`TMPDIR=${tmpdir()}`).filter(({ command }) => /chrom/.test(command));
    const browser = withDescendants(roots.map(({ pid }) => pid));
    for (const pid of browser) process.kill(pid, 'SIGSTOP');
    try {
      // It pings every 20 s, and waits 45 s for an answer.
      await until(
        'the server gives the page up',
        () => server.output.slice(before).includes('Page detached'),
        {
          seconds: 100,
        },
      );
    } finally {
      for (const pid of browser) process.kill(pid, 'SIGCONT');
    }
    await until('the page is attached again', () => server.output.slice(before).includes('Page attached'));
    await workbench.languageServer.says('Continuous');
    await workbench.problems.has('two BAD is bad');
    await workbench.editor.hover(`hover of ${hover?.[1]}`);
  });
});

describe('A window for whose language server there is no place', () => {
  let journal: ServerJournal;
  const it = workbenchTest({
    files: { 'a.continuous': 'one\ntwo BAD\n' },
    flags: (workspace) => {
      journal = new ServerJournal(workspace);
      return [...fixtureExtension(workspace, [journal.server()]), '--max-leases', '1'];
    },
  });

  it('says who has it, starts nothing, and takes it once it is free (KC-08, KI-27)', async ({
    workbench,
    server,
  }) => {
    await workbench.openFile('a.continuous');
    await workbench.problems.has('two BAD is bad');
    await using other = await workbench.openAnother(server.url);
    await other.openFile('a.continuous');
    await other.languageServer.says('Continuous: unavailable');
    expect(await other.languageServer.open()).toContain('by Continuous for project');
    await other.quickInput.close();
    expect(journal.pids()).toHaveLength(1);

    await workbench.page.bringToFront();
    await workbench.languageServer.choose('Stop');
    await workbench.languageServer.says('Continuous: stopped');
    await other.page.bringToFront();
    await other.languageServer.choose('Retry');
    await other.problems.has('two BAD is bad');
    expect(journal.pids()).toHaveLength(2);
  });
});

describe('A language server that is killed while somebody types', () => {
  let journal: ServerJournal;
  const it = workbenchTest({
    files: { 'a.continuous': 'one\ntwo BAD\n', 'b.continuous': 'three BAD\n' },
    flags: (workspace) => {
      journal = new ServerJournal(workspace);
      return fixtureExtension(workspace, [journal.server()]);
    },
  });

  it('is back by itself, with all documents as they are, and everything once (A-27, T015, T050)', async ({
    workbench,
  }) => {
    await workbench.openFile('b.continuous');
    await workbench.openFile('a.continuous');
    await workbench.problems.has('two BAD is bad');
    await workbench.problems.has('three BAD is bad');
    const [pid = 0] = journal.pids();
    await workbench.editor.goTo({ line: 1, column: 1 });
    await workbench.editor.type('before ');
    process.kill(pid, 'SIGKILL');
    await workbench.editor.type('and after ');
    await workbench.languageServer.says(/restarting \(1 of 5\)/);
    expect(await workbench.languageServer.open()).toContain('SIGKILL');
    await workbench.editor.press('Escape');
    await workbench.languageServer.says('Continuous');
    await workbench.problems.has('two BAD is bad');
    await workbench.problems.has('three BAD is bad');
    expect(await workbench.problems.list()).toHaveLength(2);
    const second = journal.pids().at(-1);
    expect(second).not.toBe(pid);
    await until('it knows what was typed', () =>
      journal.lastText('a.continuous')?.startsWith('before and after one'),
    );
    await workbench.editor.goTo({ line: 3, column: 1 });
    const labels = await workbench.editor.suggestions('alphaword');
    expect(labels.filter((label) => label === 'alphaword')).toHaveLength(1);
  });

  it('takes the work it reported with it (T067, KI-46)', async ({ workbench }) => {
    await workbench.openFile('a.continuous');
    await workbench.languageServer.says('Continuous');
    await workbench.editor.goTo({ line: 1, column: 1 });
    await workbench.editor.insert('WORK ');
    await workbench.languageServer.says(/Digging 40%/);
    await workbench.editor.replace('WORK ', '');
    process.kill(journal.pids().at(-1) ?? 0, 'SIGKILL');
    await workbench.languageServer.says(/restarting/);
    await workbench.languageServer.says('Continuous');
  });
});
