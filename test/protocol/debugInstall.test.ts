/** Debug adapters that are installed on request, by the installer that language servers have: see install.test.ts. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { installedPath } from '../../server/protocol/install.ts';
import type { DebugAdapterContribution } from '../../server/protocol/descriptor.ts';
import { until } from '../harness/until.ts';
import type { DebugClient } from './debugClient.ts';
import { adapter, DebugWorld } from './debugWorld.ts';
import { installed, NpmMachine, toldInstalled, uninstall } from './npmMachine.ts';
import { isAlive, upgrade } from './relayWorld.ts';

/** A descriptor whose adapter lies in an npm package that nobody has. */
const of = (name: string, more: Partial<DebugAdapterContribution> = {}) =>
  adapter(name, {
    command: [{ module: `${name}/good.mjs` }],
    install: { npm: `${name}@1.0.0` },
    guidance: 'Ask your administrator.',
    ...more,
  });

class Machine extends NpmMachine<DebugWorld> {
  constructor(...adapters: readonly DebugAdapterContribution[]) {
    super((env) => DebugWorld.start({ adapters, env }));
  }
}

/** What a page was told of an installation, in order. */
function told(client: DebugClient): string[] {
  return client.messages
    .filter(({ event }) => event === 'mooring/status')
    .map(({ body }) => [body.state, body.line].filter(Boolean).join(': '));
}

describe('A debug adapter that can be installed', () => {
  it('is not, until a page asks for it: then it is, with its scripts off, and debugs (A-14, KI-09)', async () => {
    await using machine = new Machine(of('good-adapter'));
    const world = await machine.world;
    expect(await (await world.connect('good-adapter')).closed).toBe(4001);
    expect([machine.runs, installed(world)]).toEqual([[], []]);

    const page = await world.connect('good-adapter', '?install=1');
    expect(await page.closed).toBe(1000);
    expect(told(page)).toEqual([
      'installing: npm install --ignore-scripts good-adapter@1.0.0',
      'installing: npm http fetch GET 200 good-adapter',
      'installed',
    ]);
    const [run] = machine.runs;
    expect(run?.args).toEqual(expect.arrayContaining(['install', 'good-adapter@1.0.0', '--ignore-scripts']));
    expect(run?.env?.filter((name) => name.includes('MOORING_TOKEN'))).toEqual([]);
    expect(world.processes()).toEqual([]);

    const client = await world.session('good-adapter');
    expect((await client.result('evaluate', { expression: 'on' })).result).toBe('on');
    expect((await client.ready()).adapter.command).toContain(world.servers);
  });

  it('is deleted at a request: sessions that use it are over, no process of theirs is left, and others go on', async () => {
    await using machine = new Machine(of('good-adapter'), adapter('good'));
    const world = await machine.world;
    const path = installedPath.adapter;
    const ask = () => toldInstalled(world.origin, path, 'good-adapter', 'good');
    const other = await world.session('good');
    expect(await (await world.connect('good-adapter', '?install=1')).closed).toBe(1000);
    expect(await ask()).toEqual({ installed: ['good-adapter'] });
    const client = await world.session('good-adapter');
    const { adapter: mine } = await client.ready();

    expect(await uninstall(world.origin, path, 'good-adapter')).toEqual({ status: 200, message: undefined });
    expect(await client.closed).toBe(1000);
    expect(client.messages.map(({ event }) => event)).toContain('terminated');
    expect([isAlive(mine.pid), installed(world), await ask()]).toEqual([false, [], { installed: [] }]);
    expect((await other.result('evaluate', { expression: 'on' })).result).toBe('on');
    expect(await (await world.connect('good-adapter')).closed).toBe(4001);
    expect((await uninstall(world.origin, path, 'good-adapter')).status).toBe(404);
  });

  it('is not installed twice', async () => {
    await using machine = new Machine(of('good-adapter'));
    const world = await machine.world;
    expect(await (await world.connect('good-adapter', '?install=1')).closed).toBe(1000);
    const again = await world.connect('good-adapter', '?install=1');
    expect(await again.closed).toBe(1000);
    expect([told(again), machine.runs.length]).toEqual([[], 1]);
  });

  it('comes before one on PATH, which may be the one that does not fit', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'mooring-old-'));
    writeFileSync(join(folder, 'adapter'), '#!/bin/sh\necho 0.1.0\n', { mode: 0o755 });
    const installs = { go: 'example.org/adapter@v1.0.0' };
    const descriptor = of('old', { command: [{ path: 'adapter' }], args: ['serve'], install: installs });
    // This go "builds" an adapter that says its version, and else that it is the one.
    const go = [
      '#!/bin/sh',
      '[ "$1" = version ] && echo go1.26 && exit',
      '/bin/mkdir -p "$GOBIN"',
      `printf '#!/bin/sh\\n[ "$1" = --version ] && echo Adapter && echo Version: 1.0.0 && exit\\necho the new one >&2\\nexit 3\\n' > "$GOBIN/adapter"`,
      '/bin/chmod +x "$GOBIN/adapter"',
    ];
    writeFileSync(join(folder, 'go'), go.join('\n'), { mode: 0o755 });
    await using world = await DebugWorld.start({ adapters: [descriptor], path: folder });
    const before = await (await world.connect('old')).ready();
    expect(before.adapter).toMatchObject({ command: join(folder, 'adapter'), version: '0.1.0' });
    expect(await (await world.connect('old', '?install=1')).closed).toBe(1000);
    const client = await world.connect('old');
    expect((await client.ready()).adapter.version).toBe('1.0.0');
    await client.untilOutput('stderr', 'the new one');
    rmSync(folder, { recursive: true });
  });

  it('leaves nothing and says why when that fails: 4003, with the output before (KI-12)', async () => {
    await using machine = new Machine(of('offline-server'), adapter('good'));
    const world = await machine.world;
    const page = await world.connect('offline-server', '?install=1');
    expect(await page.closed).toBe(4003);
    expect(page.messages.at(-1)).toMatchObject({
      event: 'mooring/status',
      body: {
        state: 'install_failed',
        reason: 'npm ended with exit code 1.',
        output: ['npm error code ENOTFOUND', 'npm error network request to the registry failed'],
      },
    });
    expect(installed(world)).toEqual([]);
    const other = await world.session('good');
    expect((await other.result('evaluate', { expression: 'on' })).result).toBe('on');
  });

  it('is given up with the page that asked: no process, no half of a file (KI-56)', async () => {
    await using machine = new Machine(of('slow-server'), adapter('good'));
    const world = await machine.world;
    const page = await world.connect('slow-server', '?install=1');
    await until('npm is at work', () => machine.runs.length === 2);
    const pids = machine.runs[1]?.pids ?? [];
    expect(pids.filter(isAlive)).toEqual(pids);
    page.socket.close(1000);
    await until('nothing of npm is left', () => pids.filter(isAlive).length === 0);
    await until('nothing partial is left', () => installed(world).length === 0);
    const other = await world.session('good');
    expect((await other.result('evaluate', { expression: 'on' })).result).toBe('on');
  });

  it('is given up when the server stops, with close code 1001 and nothing left behind (KI-56)', async () => {
    await using machine = new Machine(of('slow-server'));
    const world = await machine.world;
    const page = await world.connect('slow-server', '?install=1');
    await until('npm is at work', () => machine.runs.length === 2);
    await world.relay.stop();
    expect(await page.closed).toBe(1001);
    expect(machine.runs[1]?.pids?.filter(isAlive)).toEqual([]);
    expect(installed(world)).toEqual([]);
  });

  it('is not offered where there is no npm: 4007 with guidance (KI-11)', async () => {
    await using world = await DebugWorld.start({ adapters: [of('good-adapter')], env: { PATH: '' } });
    const client = await world.connect('good-adapter');
    expect((await client.event('mooring/failed')).body.guidance).toBe('Ask your administrator.');
    expect(await client.closed).toBe(4007);
    expect(await (await world.connect('good-adapter', '?install=1')).closed).toBe(4003);
  });

  it('is one that describes what to install: any other is refused before the upgrade', async () => {
    await using world = await DebugWorld.start({ adapters: [adapter('good')] });
    const answer = await upgrade(world.origin, '/relay/dap/good?install=1');
    expect(answer).toMatchObject({ status: 404, body: { error: 'not-installable' } });
    const client = await world.session('good');
    expect((await client.result('evaluate', { expression: 'on' })).result).toBe('on');
  });
});
