import { describe, expect, test } from 'vitest';
import { CuttableProxy } from '../../harness/cuttableProxy.ts';
import { fixtureExtension } from '../../harness/fixtureExtension.ts';
import { MooringServer } from '../../harness/mooringServer.ts';
import { ServerJournal } from '../../harness/serverJournal.ts';
import { until } from '../../harness/until.ts';
import { Workbench } from '../../harness/workbench.ts';
import { launchChromium } from '../../harness/chromium.ts';
import { Workspace } from '../../harness/workspace.ts';

/** A page whose way to the server goes through a proxy of ours. */
async function distantPage(): Promise<
  AsyncDisposable & {
    readonly workbench: Workbench;
    readonly proxy: CuttableProxy;
    readonly journal: ServerJournal;
    readonly server: () => MooringServer;
    readonly restartServer: () => Promise<void>;
  }
> {
  const releases: (() => unknown)[] = [];
  const workspace = Workspace.of({ 'a.continuous': 'one\ntwo BAD\n' });
  releases.push(() => workspace[Symbol.dispose]());
  const journal = new ServerJournal(workspace);
  const extensions = fixtureExtension(workspace, [journal.server()]);
  let port = 0;
  const proxy = await CuttableProxy.start(() => port);
  releases.push(() => proxy[Symbol.asyncDispose]());
  const flags = [...extensions, '--allow-host', `localhost:${proxy.port}`];
  let server = await MooringServer.start({ folder: workspace.folder, flags });
  const first = server;
  releases.push(() => first[Symbol.asyncDispose]());
  port = Number(new URL(server.url).port);
  const browser = await launchChromium();
  releases.push(() => browser.close());
  const workbench = await Workbench.open(browser, server.url.replace(`:${port}`, `:${proxy.port}`));
  return {
    workbench,
    proxy,
    journal,
    server: () => server,
    async restartServer() {
      await server.stop();
      server = await MooringServer.start({
        folder: workspace.folder,
        flags: [...flags, '--port', `${port}`],
        env: { HOME: first.home },
      });
      const successor = server;
      releases.push(() => successor[Symbol.asyncDispose]());
    },
    async [Symbol.asyncDispose]() {
      for (const release of releases.reverse()) await release();
    },
  };
}

describe('A page whose network fails', () => {
  test('takes up the same server after each of ten cuts, and shows everything once (KC-05, KC-37, T014, T016)', async () => {
    await using world = await distantPage();
    const { workbench, proxy, journal } = world;
    await workbench.openFile('a.continuous');
    await workbench.problems.has('two BAD is bad');
    const connections = proxy.connections;
    for (let cut = 1; cut <= 10; cut++) {
      proxy.cut();
      await workbench.editor.goTo({ line: 1, column: 1 });
      await workbench.editor.type(`${cut % 10}`);
      await until('the server was told', () => (journal.openedTexts().length > cut ? true : undefined));
    }
    await workbench.languageServer.says('Continuous');
    await workbench.problems.has('two BAD is bad');
    expect(await workbench.problems.list()).toHaveLength(1);
    expect(journal.openedTexts().at(-1)).toMatch(/^0?987654321one/);
    await workbench.editor.goTo({ line: 3, column: 1 });
    const labels = await workbench.editor.suggestions('alphaword');
    expect(labels.filter((label) => label === 'alphaword')).toHaveLength(1);
    expect(journal.pids()).toHaveLength(1);
    expect(journal.count('initialize')).toBe(1);
    await until('there are no more connections than before', () => proxy.connections <= connections);
  });
});
