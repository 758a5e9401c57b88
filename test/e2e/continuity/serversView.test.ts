import { describe, expect, test } from 'vitest';
import { DistantWorkbench } from '../../harness/distantWorkbench.ts';
import { fixtureExtension } from '../../harness/fixtureExtension.ts';
import { ServerJournal } from '../../harness/serverJournal.ts';
import { ServersView } from '../../harness/serversView.ts';
import { until } from '../../harness/until.ts';
import { workbenchTest } from '../../harness/workbenchTest.ts';

describe('The view of language servers', () => {
  let journal: ServerJournal;
  const it = workbenchTest({
    files: { 'a.continuous': 'one\n', 'b.continuous': 'two\n', 'c.pullsslowly': 'three\n' },
    name: 'harbour',
    flags: (workspace) => {
      journal = new ServerJournal(workspace);
      return fixtureExtension(workspace, [
        journal.server(),
        { id: 'pullsslowly', label: 'Slow', command: [{ module: './neverInitializes.mjs' }] },
        {
          id: 'ghost',
          label: 'Ghost',
          command: [{ path: 'no-such-program-anywhere' }],
          guidance: 'Install it with ghostup, then start it again.',
        },
      ]);
    },
  });

  it('shows of each one that runs its folder, process, memory, window, documents and requests', async ({
    workbench,
  }) => {
    const view = new ServersView(workbench.page);
    await workbench.openFile('a.continuous');
    await workbench.languageServer.says('Continuous');
    await view.open();
    await view.says(/^Running 1 of 8$/);
    await view.says(/^Continuous ready · \d+ MB$/);
    await view.unfold(view.row('Continuous'));
    await view.says(/^Folder harbour$/);
    await view.says(new RegExp(`^Process ${journal.pids().at(-1)}$`));
    await view.says(/^Running For \d+s/);
    await view.says(/^Memory \d+ MB$/);
    await view.says(/^Restarts 0$/);
    await view.says(/^Window this one, since \d+:\d\d/);
    await view.says(/^Open Documents 1$/);
    await view.says(/^Pending Requests 0$/);
    await workbench.openFile('b.continuous');
    await view.says(/^Open Documents 2$/);
  });

  it('restarts, stops and starts a server, and copies what there is to know of it', async ({ workbench }) => {
    const view = new ServersView(workbench.page);
    await workbench.openFile('a.continuous');
    await view.open();
    await view.says(/^Continuous ready/);
    await view.unfold(view.row('Continuous'));
    const before = journal.pids().length;
    await view.take('Continuous', 'Restart');
    await until('another process is there', () => journal.pids().length === before + 1);
    // What was unfolded is so when the server is back.
    await view.says(new RegExp(`^Process ${journal.pids().at(-1)}$`));
    await view.says(/^Continuous ready/);
    await view.choose('Continuous', 'Copy Details');
    const copied = await until('the details are copied', () =>
      workbench.page.evaluate(() => navigator.clipboard.readText()),
    );
    expect(copied).toMatch(/^Continuous\nFolder: harbour\nState: ready\nProcess: \d+\n/);
    await view.take('Continuous', 'Stop');
    await view.says(/^Continuous stopped$/);
    await view.says(/^Not Running in This Window$/);
    await view.take('Continuous', 'Start');
    await view.says(/^Continuous ready/);
    await workbench.languageServer.says('Continuous');
    await view.take('Continuous', 'Show Log');
    await workbench.page.locator('.part.panel .output-view').waitFor();
    await workbench.run('View: Toggle Panel Visibility');
  });

  it('starts one that no file needs, and says what to do about one that is not installed (A-29)', async ({
    workbench,
  }) => {
    const view = new ServersView(workbench.page);
    await view.open();
    await view.says(/^Ghost not running$/);
    await view.take('Ghost', 'Start');
    await view.says(/^Ghost not installed$/);
    await view.unfold(view.row('Ghost not').first());
    await view.says(/^What to Know Install it with ghostup, then start it again\.$/);
  });

  it('shows how long one has been starting, and stops it', async ({ workbench }) => {
    const view = new ServersView(workbench.page);
    await view.open();
    await view.take('Slow', 'Start');
    await view.says(/^Slow initializing \(\d+s\)/);
    await view.take('Slow', 'Stop');
    await view.says(/^Slow stopped$/);
  });

  it('knows what another window uses, stops it there when asked to, and keeps what a window left (KC-04)', async ({
    workbench,
    server,
  }) => {
    const view = new ServersView(workbench.page);
    await workbench.openFile('a.continuous');
    await workbench.languageServer.says('Continuous');
    await view.open();
    const other = await workbench.openAnother(server.url);
    await other.openFile('b.continuous');
    await other.languageServer.says('Continuous');
    await view.says(/^Continuous ready, another window · /);
    await view.says(/^Running 2 of 8$/);
    const inOther = new ServersView(other.page);
    await inOther.open();
    // Its own comes first; the second is the first window's.
    await inOther.says(/^Continuous ready, another window/);
    await inOther.row('Continuous').nth(1).hover();
    await inOther.row('Continuous').nth(1).locator('.actions a[aria-label="Stop"]').click();
    const dialog = other.page.locator('.monaco-dialog-box');
    await dialog.getByText('Another window uses Continuous. Stop it there?').waitFor();
    await dialog.getByRole('button', { name: 'Stop' }).click();
    await workbench.languageServer.says('Continuous: stopped');
    await other.languageServer.says('Continuous');
    await other.page.close();
    await view.says(/^Continuous ready, no window, (1h|\d+m \d+s) left/);
    await view.take('Continuous ready,', 'Stop');
    await until(
      'nothing of it runs',
      async () => !(await view.rows()).some((row) => row.startsWith('Running')),
    );
  });
});

test('The view of language servers says when the server cannot be reached, and comes back by itself', async () => {
  await using world = await DistantWorkbench.open({ 'a.continuous': 'one\n' });
  const { workbench, proxy } = world;
  const view = new ServersView(workbench.page);
  await workbench.openFile('a.continuous');
  await view.open();
  await view.says(/^Continuous ready/);
  proxy.refuse();
  await view.tells(/cannot be reached/);
  await view.says(/^Continuous reconnecting/);
  proxy.accept();
  await view.says(/^Continuous ready/, { seconds: 60 });
  await view.tellsNothing();
});
