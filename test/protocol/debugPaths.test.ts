import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, it } from 'vitest';
import { adapter, DebugWorld } from './debugWorld.ts';
import { eventually } from './relayWorld.ts';

async function worldWithFiles(): Promise<DebugWorld> {
  const world = await DebugWorld.start({ adapters: [adapter('good')] });
  mkdirSync(world.path('src'));
  writeFileSync(world.path('src/app.py'), '');
  writeFileSync(join(world.root, 'outside.py'), '');
  symlinkSync(join(world.root, 'outside.py'), world.path('link.py'));
  symlinkSync(world.path('src'), join(world.root, 'back'));
  return world;
}

describe('The program and the folder of a launch configuration', () => {
  it('are passed on when they lie in the opened folder, however they are spelled (A-71)', async () => {
    await using world = await worldWithFiles();
    const client = await world.session('good');
    const accepted = [
      { program: world.path('src/app.py'), cwd: world.folder },
      { program: 'src/app.py' },
      { program: 'app.py', cwd: 'src' },
      { program: 'src/app' },
      { program: pathToFileURL(world.path('src/app.py')).href },
      { program: join(world.root, 'back/app.py') },
      { program: '', cwd: null, module: 'app', other: '/etc/passwd' },
      {},
    ];
    for (const configuration of accepted) {
      expect(await client.request('launch', configuration)).toMatchObject({ success: true });
    }
    const { seen } = await client.result('fixture/seen');
    expect(seen.map(({ arguments: args }: { arguments: object }) => args)).toEqual(accepted);
  });

  it.each<[string, (world: DebugWorld) => object, RegExp]>([
    [
      'a program elsewhere',
      ({ root }) => ({ program: join(root, 'outside.py') }),
      /not in the opened folder/,
    ],
    [
      'a link that leads out',
      ({ folder }) => ({ program: `${folder}/link.py` }),
      /link\.py .*leads to .*outside/,
    ],
    ['a way out without its extension', () => ({ program: '../outside' }), /leads to .*outside\.py/],
    ['a way out with dots', () => ({ program: 'src/../../outside.py' }), /not in the opened folder/],
    ['a way out through cwd', () => ({ program: 'outside.py', cwd: '..' }), /not in the opened folder/],
    ['a folder elsewhere', () => ({ cwd: '/' }), /^"cwd": \/ is not in the opened folder/],
    ['a program that is missing', ({ folder }) => ({ program: `${folder}/no.py` }), /no\.py does not exist/],
    ['no path at all', () => ({ program: 7 }), /"program" has to be a path/],
    [
      'one of several',
      ({ root }) => ({ program: ['src/app.py', `${root}/outside.py`] }),
      /not in the opened/,
    ],
    ['a NUL', () => ({ program: 'src/app.py\0/etc' }), /no path of a file/],
    ['a URI of another host', () => ({ program: 'file://host/app.py' }), /no path of a file/],
  ])('are refused with a reason, and nothing is run: %s (A-71)', async (_, configuration, reason) => {
    await using world = await worldWithFiles();
    const client = await world.session('good');
    for (const command of ['launch', 'attach']) {
      const answer = await client.request(command, configuration(world));
      expect(answer).toMatchObject({ success: false, command, body: { error: { showUser: true } } });
      expect(answer.message).toMatch(reason);
    }
    const restart = await client.request('restart', { arguments: configuration(world) });
    expect(restart.message).toMatch(reason);
    expect((await client.result('fixture/seen')).seen).toEqual([]);
    await client.close();
    await eventually(() => world.processes().length === 0, 'no process is left');
  });
});

describe('What an adapter asks the page for', () => {
  it('comes with its spaces, quotes and line ends, and its answer goes back (T074)', async () => {
    await using world = await worldWithFiles();
    const client = await world.session('good');
    const args = {
      kind: 'integrated',
      cwd: world.path('src'),
      args: ['/usr/bin/python3', 'a b', '"', "it's", '$(rm)', 'C:\\x\\', 'zwei\nZeilen', ''],
      env: { 'A B': '"1"', GONE: null },
    };
    const asking = client.result('fixture/ask', { command: 'runInTerminal', args });
    const request = await client.asked('runInTerminal');
    expect(request.arguments).toEqual(args);
    client.answer(request, { processId: 4711 });
    expect((await asking).answer).toMatchObject({ success: true, body: { processId: 4711 } });
  });

  it.each([
    ['runInTerminal', { kind: 'integrated', cwd: '/', args: ['sh'] }],
    ['startDebugging', { request: 'launch', configuration: { program: '/bin/sh' } }],
  ])('is refused in its place where it leads out of the folder: %s (A-71)', async (command, args) => {
    await using world = await worldWithFiles();
    const client = await world.session('good');
    const { answer } = await client.result('fixture/ask', { command, args });
    expect(answer).toMatchObject({
      success: false,
      message: expect.stringContaining('not in the opened folder'),
    });
    expect(client.messages.some(({ type }) => type === 'request')).toBe(false);
    expect(client.output('stderr')).toContain(`good asked for "${command}" and was refused.`);
  });

  it('is answered for a page that is gone, before it is told to disconnect', async () => {
    await using world = await DebugWorld.start({
      adapters: [adapter('waitsForTerminal')],
      // Longer than this test waits: it must not be the time limit that ends it.
      policy: { disconnectTimeout: 60_000 },
    });
    const client = await world.session('waitsForTerminal');
    client.send({ type: 'request', command: 'launch', arguments: {} });
    await client.asked('runInTerminal');
    client.socket.terminate();
    await eventually(() => world.processes().length === 0, 'the adapter has ended');
  });
});
