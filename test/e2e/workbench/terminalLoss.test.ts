/** What becomes of terminals when the page loses its server, and where there is no trust. */
import { describe, expect, test } from 'vitest';
import { DistantWorkbench } from '../../harness/distantWorkbench.ts';
import { Terminal, terminalEnvironment, terminalSettings } from '../../harness/terminal.ts';
import { until } from '../../harness/until.ts';

const files = { '.vscode/settings.json': terminalSettings };

async function open(world: DistantWorkbench): Promise<Terminal> {
  const { workbench } = world;
  await workbench.trustFolder();
  const terminal = new Terminal(workbench.page);
  await terminal.toggle();
  await terminal.isReady();
  return terminal;
}

describe('a terminal whose page loses the server', () => {
  test('goes on where it was when the connection is back, and shows what came meanwhile (KC-05)', async () => {
    Object.assign(process.env, terminalEnvironment);
    await using world = await DistantWorkbench.open(files);
    const { workbench, proxy } = world;
    const terminal = await open(world);
    const pid = await terminal.pid();
    await terminal.run(
      'n=0; while [ $n -lt 30 ]; do n=$((n + 1)); echo tick-$n; sleep 0.1; done; echo "al"l',
    );
    await terminal.shows(/^tick-2$/m);
    workbench.expectConsoleErrors(/./);
    for (let cut = 0; cut < 3; cut++) {
      proxy.cut();
      await terminal.shows(new RegExp(`^tick-${10 + 5 * cut}$`, 'm'));
    }
    await terminal.shows(/^all$/m);
    await workbench.run('Terminal: Scroll to Top');
    await terminal.shows(/^tick-1\n(^tick.*\n)*^tick-5$/m);
    await workbench.run('Terminal: Scroll to Bottom');
    expect(await terminal.pid()).toBe(pid);
  });

  test('is gone after a restart of the server: the user is told, and gets a new shell (T123)', async () => {
    await using world = await DistantWorkbench.open(files);
    const { workbench } = world;
    const terminal = await open(world);
    await terminal.run('echo un"forgotten"; sleep 4242');
    await terminal.shows(/^unforgotten$/m);
    workbench.expectConsoleErrors(/./);
    const start = await world.stopServer();
    await start();
    await workbench.hasNotification(/ran in a terminal of this window ended with the server/);
    await terminal.shows(/connection to the shell process was lost/);
    await terminal.shows(/^unforgotten$/m);
    await terminal.isReady();
    await terminal.run('echo "new" shell');
    await terminal.shows(/^new shell$/m);
  });

  test('and which is reloaded after a restart of the server is told as well (T123)', async () => {
    await using world = await DistantWorkbench.open(files);
    const { workbench } = world;
    const terminal = await open(world);
    await terminal.run('sleep 4242');
    await terminal.shows(/sleep/);
    workbench.expectConsoleErrors(/./);
    const start = await world.stopServer('SIGKILL');
    await workbench.page.goto('about:blank');
    await start();
    await workbench.page.goto(world.url);
    await workbench.isReady();
    await workbench.hasNotification(/ran in a terminal of this window ended with the server/);
    workbench.expectConsoleErrors(/./);
  });
});

describe('a folder that is not trusted', () => {
  test('gets a terminal only once the user trusts it', async () => {
    await using world = await DistantWorkbench.open(files);
    const { workbench, server } = world;
    const terminal = new Terminal(workbench.page);
    workbench.expectConsoleErrors(/untrusted workspace/);
    await terminal.toggle();
    await workbench.clickDialogButton('Creating a terminal process requires executing code', 'Cancel');
    await workbench.hasNotification('Cannot launch a terminal process in an untrusted workspace');
    await until('none is there', async () => (await terminal.panes.count()) === 0);
    expect(server.output).not.toContain('Opened a terminal');
    await terminal.toggle();
    await terminal.toggle();
    await workbench.clickDialogButton('Creating a terminal process requires executing code', 'Trust Folder');
    await terminal.isReady();
  });
});
