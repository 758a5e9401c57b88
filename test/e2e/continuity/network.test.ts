import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { DistantWorkbench } from '../../harness/distantWorkbench.ts';
import { until } from '../../harness/until.ts';

const files = { 'a.continuous': 'one\ntwo BAD\n', 'b.continuous': 'other\n' };

describe('A page whose network fails', () => {
  let world: DistantWorkbench;
  beforeAll(async () => {
    world = await DistantWorkbench.open(files);
    return () => world[Symbol.asyncDispose]();
  });
  beforeEach(async () => {
    // Where a test failed it may still be away.
    world.proxy.letGo();
    world.proxy.accept();
    await world.workbench.closeAllEditors();
    world.workspace.restore();
  });

  test('takes up the same server after each of ten cuts, and shows everything once (KC-05, KC-37, T014, T016)', async () => {
    const { workbench, proxy, journal } = world;
    await workbench.openFile('a.continuous');
    await workbench.problems.has('two BAD is bad');
    const connections = proxy.connections;
    const told = journal.openedTexts().length;
    for (let cut = 1; cut <= 10; cut++) {
      proxy.cut();
      await workbench.editor.goTo({ line: 1, column: 1 });
      await workbench.editor.type(`${cut % 10}`);
      await until('the server was told the text again', () => journal.openedTexts().length >= told + cut);
    }
    await workbench.languageServer.says('Continuous');
    await workbench.problems.has('two BAD is bad');
    expect(await workbench.problems.list()).toHaveLength(1);
    await until('the server knows all that was typed', () =>
      (journal.lastText() ?? '').startsWith('0987654321one'),
    );
    await workbench.editor.goTo({ line: 3, column: 1 });
    const labels = await workbench.editor.suggestions('alphaword');
    expect(labels.filter((label) => label === 'alphaword')).toHaveLength(1);
    expect(journal.pids()).toHaveLength(1);
    expect(journal.count('initialize')).toBe(1);
    await until('there are no more connections than before', () => proxy.connections <= connections);
  });

  test('says so while it lasts, and keeps what was typed and closed meanwhile (KC-37, KC-38, KC-41)', async () => {
    const { workbench, proxy, journal } = world;
    await workbench.openFile('b.continuous');
    await workbench.openFile('a.continuous');
    await workbench.problems.has('two BAD is bad');
    const opened = journal.openedTexts().length;
    proxy.refuse();
    await workbench.languageServer.says(/Continuous: reconnecting/);
    await workbench.problems.hasNot('two BAD is bad');
    await workbench.editor.goTo({ line: 1, column: 1 });
    await workbench.editor.insert('typed BAD meanwhile ');
    await workbench.run('View: Close Other Editors in Group');
    proxy.accept();
    await workbench.languageServer.says('Continuous', { seconds: 60 });
    await workbench.problems.has('typed BAD meanwhile one is bad');
    const since = journal.openedTexts().slice(opened);
    expect(since.some((text) => text.includes('typed BAD meanwhile'))).toBe(true);
    expect(since.some((text) => text.includes('other'))).toBe(false);
    expect(journal.pids()).toHaveLength(1);
  });

  test('of which nobody tells it is given up when the window is used again (T022, T019)', async () => {
    const { workbench, proxy, journal } = world;
    await workbench.openFile('a.continuous');
    await workbench.problems.has('two BAD is bad');
    const told = journal.openedTexts().length;
    proxy.fallSilent();
    // What a browser says when the network is back, after a sleep say.
    await workbench.page.context().setOffline(true);
    await workbench.page.context().setOffline(false);
    await until('the server was told the text again', () => journal.openedTexts().length > told, {
      seconds: 30,
    });
    await workbench.languageServer.says('Continuous');
    await workbench.problems.has('two BAD is bad');
    await workbench.editor.goTo({ line: 1, column: 2 });
    await workbench.editor.hover(`hover of ${journal.pids()[0]}`);
    await workbench.editor.insert('x');
    await workbench.save();
    expect(journal.pids()).toHaveLength(1);
  });

  for (const [late, path] of [
    ['files', '/channel'],
    ['language servers', '/relay'],
  ] as const) {
    test(`works like any other in the end, when the connection for its ${late} is back last (T021)`, async () => {
      const { workbench, proxy, journal, workspace } = world;
      await workbench.openFile('a.continuous');
      await workbench.problems.has('two BAD is bad');
      workbench.expectConsoleErrors(/./);
      proxy.refuse();
      await workbench.languageServer.says(/Continuous: reconnecting/);
      proxy.hold(path);
      proxy.accept();
      await until('one of them waits', () => proxy.holds, { seconds: 60 });
      proxy.letGo();
      await workbench.connectionIsBack();
      await workbench.languageServer.says('Continuous', { seconds: 60 });
      await workbench.problems.has('two BAD is bad');
      expect(await workbench.problems.list()).toHaveLength(1);
      await workbench.editor.goTo({ line: 1, column: 1 });
      await workbench.editor.insert('x');
      await workbench.save();
      expect(workspace.read('a.continuous')).toContain('xone');
      workspace.write('new.continuous', 'new\n');
      await workbench.explorer.has('new.continuous');
      expect(journal.pids()).toHaveLength(1);
    });
  }
});

describe('A page without its network', () => {
  test('can stop its server meanwhile, which is done when it is back (KC-37)', async () => {
    await using world = await DistantWorkbench.open(files);
    const { workbench, proxy } = world;
    await workbench.openFile('a.continuous');
    await workbench.problems.has('two BAD is bad');
    proxy.refuse();
    await workbench.languageServer.says(/Continuous: reconnecting/);
    await workbench.languageServer.choose('Stop');
    await workbench.languageServer.says('Continuous: stopped');
    expect(workbench.languageServer.pids('continuous.mjs')).toHaveLength(1);
    proxy.accept();
    await until('its process is gone', () => workbench.languageServer.pids('continuous.mjs').length === 0, {
      seconds: 40,
    });
    await workbench.languageServer.says('Continuous: stopped');
  });
});

describe('A page whose server is restarted behind it', () => {
  test('starts its language servers anew, opens its documents, and says so once (KC-14, T018, T024)', async () => {
    await using world = await DistantWorkbench.open(files);
    const { workbench, journal } = world;
    await workbench.openFile('a.continuous');
    await workbench.problems.has('two BAD is bad');
    workbench.expectConsoleErrors(/./);
    const start = await world.stopServer();
    await workbench.languageServer.says(/Continuous: reconnecting/);
    await workbench.problems.hasNot('two BAD is bad');
    await workbench.editor.goTo({ line: 1, column: 1 });
    await workbench.editor.insert('still ');
    await start();
    await workbench.hasNotification('The Mooring server was restarted');
    await workbench.problems.has('two BAD is bad');
    expect(await workbench.problems.list()).toHaveLength(1);
    expect(await workbench.page.locator('.notification-list-item').count()).toBe(1);
    expect(journal.pids()).toHaveLength(2);
    expect(journal.openedTexts().at(-1)).toContain('still one');
    await workbench.save();
    expect(world.workspace.read('a.continuous')).toContain('still one');
  });

  test('tells it once, however many language servers there are (T023)', async () => {
    const ids = ['one', 'two', 'three'];
    await using world = await DistantWorkbench.open(
      Object.fromEntries(ids.map((id) => [`a.${id}`, `${id} BAD\n`])),
      ids,
    );
    const { workbench, journal } = world;
    for (const id of ids) {
      await workbench.openFile(`a.${id}`);
      await workbench.problems.has(`${id} BAD is bad`);
    }
    workbench.expectConsoleErrors(/./);
    const start = await world.stopServer();
    await workbench.languageServer.says(/Continuous: reconnecting/);
    expect(await workbench.page.locator('.part.statusbar', { hasText: 'reconnecting' }).count()).toBe(1);
    expect(await workbench.page.locator('.notification-list-item').count()).toBe(0);
    await start();
    for (const id of ids) await workbench.problems.has(`${id} BAD is bad`);
    expect(journal.pids()).toHaveLength(6);
    expect(await workbench.page.locator('.notification-list-item').count()).toBe(1);
  });

  test('by force leaves no language server behind, and one of its own to the next (T032)', async () => {
    await using world = await DistantWorkbench.open(files);
    const { workbench, journal } = world;
    await workbench.openFile('a.continuous');
    await workbench.problems.has('two BAD is bad');
    const [pid] = journal.pids();
    workbench.expectConsoleErrors(/./);
    const start = await world.stopServer('SIGKILL');
    await until(
      'the language server is gone',
      () => !workbench.languageServer.pids('continuous.mjs').includes(pid ?? 0),
    );
    await start();
    await workbench.problems.has('two BAD is bad');
    expect(journal.pids()).toHaveLength(2);
  });
});
