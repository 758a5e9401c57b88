import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build, stop } from 'esbuild';
import { describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { DebugClient } from './debugClient.ts';
import { adapter, DebugWorld, portAdapter } from './debugWorld.ts';
import { eventually, isAlive, productRoot } from './relayWorld.ts';

describe('No process is left of a session', () => {
  it.each([
    ['that is disconnected', (client: DebugClient) => void client.request('disconnect').catch(() => {})],
    ['whose page closes its socket', (client: DebugClient) => client.socket.close(1000)],
    ['whose page is gone without a word', (client: DebugClient) => client.socket.terminate()],
    ['whose adapter is killed', (client: DebugClient) => void killAdapter(client)],
  ])(
    '%s, whatever its programs do: in a session of their own, orphaned, stopped, deaf to SIGTERM (A-67, A-68, T082, T083)',
    async (_, leave) => {
      await using world = await DebugWorld.start({ adapters: [adapter('scatters'), adapter('good')] });
      const client = await world.session('scatters');
      const { pids } = await client.result('launch', {});
      expect(pids).toHaveLength(3);
      await eventually(() => world.processes().length === 4, 'the adapter and three programs run');
      leave(client);
      await eventually(() => world.processes().length === 0, 'no process is left', 8_000);
      const other = await world.session('good');
      expect((await other.result('evaluate', { expression: 'on' })).result).toBe('on');
    },
  );

  it('when the server stops, and its page is told why', async () => {
    const world = await DebugWorld.start({ adapters: [adapter('scatters')] });
    await using _ = world;
    const client = await world.session('scatters');
    await client.result('launch', {});
    const stopped = world.relay.stop();
    expect(await client.closed).toBe(1001);
    await stopped;
    expect(world.processes()).toEqual([]);
  });

  it('whose page leaves before the adapter is there', async () => {
    await using world = await DebugWorld.start({ adapters: [portAdapter('opensLate')] });
    const client = await world.connect('opensLate');
    await eventually(() => world.processes().length === 1, 'it is being started');
    client.socket.terminate();
    await eventually(() => world.processes().length === 0, 'no process is left');
  });

  it('a program that was attached to is left as it was, one that was launched is not (A-60)', async () => {
    await using world = await DebugWorld.start({ adapters: [adapter('tellsDisconnect')] });
    for (const [command, told] of [
      ['attach', '{}'],
      ['launch', '{"terminateDebuggee":true}'],
    ] as const) {
      const client = await world.session('tellsDisconnect');
      await client.result(command, {});
      const { pid } = (await client.ready()).adapter;
      client.socket.terminate();
      await eventually(() => !isAlive(pid), 'the adapter has ended');
      expect(world.read('disconnect.json')).toBe(told);
    }
  });

  it.skipIf(process.platform !== 'linux')('when the relay is killed without a word (T032)', async () => {
    const root = realpathSync(mkdtempSync(join(tmpdir(), 'mooring-killed-')));
    const bundle = join(root, 'relay.mjs');
    const banner = {
      js: "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);",
    };
    const entryPoints = [join(productRoot, 'test/fixtures/debugProcess.ts')];
    await build({ entryPoints, outfile: bundle, bundle: true, platform: 'node', format: 'esm', banner });
    await stop();
    const fixtures = fileURLToPath(new URL('../fixtures/adapters', import.meta.url));
    const relay = spawn(process.execPath, [bundle, fixtures, 'scatters', root, productRoot], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const [port] = await once(relay.stdout, 'data');
    const socket = new WebSocket(`ws://127.0.0.1:${String(port).trim()}/relay/dap/scatters`);
    const client = new DebugClient(socket);
    await once(socket, 'open');
    await client.result('initialize', {});
    const { pids } = await client.result('launch', {});
    const all: number[] = [(await client.ready()).adapter.pid, ...pids];
    // The second one ends by itself; what it left is found by its environment, at the end of this file too.
    await eventually(() => all.filter(isAlive).length === 3, 'the second one has ended');
    relay.kill('SIGKILL');
    await eventually(() => !all.some(isAlive), 'adapter and programs are gone');
    rmSync(root, { recursive: true });
  });
});

describe('A debug adapter’s process', () => {
  it('gets the folder, its arguments, no shell, and no secret of ours; nothing that a page says changes it (A-55, SC-17, T096, T098)', async () => {
    const env = {
      PATH: process.env['PATH'],
      HOME: '/home/x',
      MOORING_TOKEN: 'secret',
      AWS_SECRET_ACCESS_KEY: 'secret',
      NODE_OPTIONS: '--no-warnings',
      NAMED: 'named',
    };
    const args = ['', '$HOME', 'a b', ';echo', '"'];
    await using world = await DebugWorld.start({
      adapters: [adapter('good', { args, env: ['NAMED', 'MOORING_TOKEN'] })],
      env,
    });
    const client = await world.session('good', '?command=evil&args=x&env=y&cwd=/');
    const evil = { command: 'sh', args: ['-c', 'touch evil'], env: { X: '1' }, cwd: '/' };
    client.socket.send(JSON.stringify(evil));
    client.socket.send(JSON.stringify({ seq: 50, type: 'event', event: 'mooring/launch', body: evil }));
    client.socket.send('no JSON');
    client.socket.send('[]');
    const launch = { ...evil, files: { '../../x': 'x' }, program: '' };
    expect(await client.request('launch', { ...launch, cwd: world.folder })).toMatchObject({ success: true });
    const seen = await client.result('fixture/environment', evil);
    expect(seen.argv).toEqual(args);
    expect(seen.cwd).toBe(world.folder);
    const { PATH, MOORING_DEBUG, TEST_WORLD, ...rest } = seen.env;
    expect(PATH).toBe(process.env['PATH']);
    expect(MOORING_DEBUG).toMatch(/^[0-9a-f-]{36}$/);
    expect(TEST_WORLD).toBe(world.root);
    expect(rest).toEqual({ HOME: '/home/x', NAMED: 'named' });
    expect(JSON.stringify(world.lines)).not.toContain('secret');
    expect(world.processes()).toHaveLength(1);
  });

  it('starts in the folder of its extension where its descriptor says so', async () => {
    await using world = await DebugWorld.start({ adapters: [adapter('good', { cwd: 'extension' })] });
    const client = await world.session('good');
    expect((await client.result('fixture/environment')).cwd).toMatch(/fixtures\/adapters$/);
  });

  it('has what it writes to stderr shown and logged (A-55)', async () => {
    await using world = await DebugWorld.start({ adapters: [adapter('good')] });
    const client = await world.session('good');
    await client.result('fixture/stderr', { text: 'Warnung: größer\nzweite' });
    await client.untilOutput('stderr', 'zweite');
    expect(client.output('stderr')).toBe('Warnung: größer\nzweite');
    const logged = world.lines.find(({ message }) => message === 'Debug adapter wrote to stderr');
    expect(logged?.fields).toMatchObject({ stderr: 'Warnung: größer' });
  });

  it('has what its program writes to its stdout shown, where it talks over a port', async () => {
    await using world = await DebugWorld.start({ adapters: [portAdapter('printsToStdout')] });
    const client = await world.session('printsToStdout');
    await client.result('launch', {});
    await client.untilOutput('stdout', 'from the program');
    expect(client.output('stdout')).toBe('from the program\n');
    expect(world.lines.map(({ fields }) => JSON.stringify(fields)).join('')).toContain('listening at');
  });
});

async function killAdapter(client: DebugClient): Promise<void> {
  process.kill((await client.ready()).adapter.pid, 'SIGKILL');
}
