/** Servers that are installed on request: a click of the user, and nothing else, makes the relay run npm. */
import { existsSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { languageServerSchema } from '../../server/protocol/descriptor.ts';
import { findCommand } from '../../server/process/commandLookup.ts';
import { installedPath } from '../../server/protocol/install.ts';
import { until } from '../harness/until.ts';
import { Workspace } from '../harness/workspace.ts';
import { installed, NpmMachine, toldInstalled, uninstall } from './npmMachine.ts';
import { fixture, isAlive, RelayWorld, type WorldOptions } from './relayWorld.ts';

/** A descriptor whose server lies in an npm package that nobody has. */
const of = (name: string, more = {}) =>
  fixture(name, {
    command: [{ module: `${name}/good.mjs` }],
    install: { npm: `${name}@1.0.0` },
    guidance: 'Ask your administrator.',
    ...more,
  });

class Machine extends NpmMachine<RelayWorld> {
  constructor(options: WorldOptions) {
    super((env) => RelayWorld.start({ ...options, env }));
  }
}

describe('A server that can be installed', () => {
  it('is not, until a page asks for it: then it is, with its scripts off, and runs what the page said meanwhile (A-14, KI-09, KI-P04)', async () => {
    await using machine = new Machine({ servers: [of('good-server')] });
    const world = await machine.world;
    expect(await (await world.connect('good-server')).closed).toBe(4001);
    expect([machine.runs, installed(world)]).toEqual([[], []]);

    const page = await world.connect('good-server', '?install=1');
    expect((await page.initialize()).result.serverInfo.name).toBe('good');
    const states = page.messages
      .filter(({ method }) => method === 'mooring/status')
      .map(({ params }) => [params.state, params.line].filter(Boolean).join(': '));
    expect(states).toEqual([
      'installing: npm install --ignore-scripts good-server@1.0.0',
      'installing: npm http fetch GET 200 good-server',
      'installed',
      'starting',
    ]);
    expect((await page.hover()).result).toEqual({ contents: 'hover' });

    const [run] = machine.runs;
    expect(run?.args).toEqual(expect.arrayContaining(['install', 'good-server@1.0.0', '--ignore-scripts']));
    expect(run?.cwd).toContain(world.servers);
    expect(run?.env?.filter((name) => /MOORING|SECRET/.test(name))).toEqual([]);
    expect(readdirSync(world.servers).filter((name) => name.startsWith('.draft'))).toEqual([]);

    // The next one finds it, asked to install or not.
    expect((await (await world.page('good-server')).hover()).result).toEqual({ contents: 'hover' });
    expect((await (await world.page('good-server', '?install=1')).hover()).result).toEqual({
      contents: 'hover',
    });
    expect(machine.runs.length).toBe(1);
  });

  it('is deleted at a request: what runs from it ends, its page hears that it is not installed, and it can be installed anew', async () => {
    await using machine = new Machine({ servers: [of('good-server'), of('slow-server'), fixture('good')] });
    const world = await machine.world;
    const path = installedPath.server;
    const other = await world.page('good');
    const page = await world.page('good-server', '?install=1');
    const { params: ready } = await page.method('mooring/ready');
    const ask = () => toldInstalled(world.origin, path, 'good-server', 'slow-server', 'good', 'unknown');
    expect(await ask()).toEqual({ installed: ['good-server'] });

    expect(await uninstall(world.origin, path, 'good-server')).toEqual({ status: 200, message: undefined });
    expect([isAlive(ready.pid), installed(world)]).toEqual([false, []]);
    expect(await ask()).toEqual({ installed: [] });
    // It comes again, as after every restart.
    expect(await page.closed).toBe(4009);
    const back = await world.connect('good-server');
    void back.initialize();
    expect(await back.closed).toBe(4001);
    expect((await other.hover()).result).toEqual({ contents: 'hover' });
    const again = await world.page('good-server', '?install=1');
    expect((await again.hover()).result).toEqual({ contents: 'hover' });
    expect(machine.runs.length).toBe(2);
  });

  it('is not deleted where it was not installed, nor while it is being installed', async () => {
    await using machine = new Machine({ servers: [of('good-server'), of('slow-server'), fixture('good')] });
    const world = await machine.world;
    const ask = (id: string) => uninstall(world.origin, installedPath.server, id);
    for (const [id, name] of [
      ['good-server', 'good-server'],
      ['good', 'good'],
      ['..%2F..', '"../.."'],
    ] as const) {
      const message = `${name} was not installed by Mooring, or is uninstalled already.`;
      expect(await ask(id)).toEqual({ status: 404, message });
    }
    const page = await world.connect('slow-server', '?install=1');
    await page.status('installing');
    expect(await ask('slow-server')).toEqual({
      status: 409,
      message: expect.stringMatching(
        /^slow-server could not be uninstalled: it is being installed\. It lies in /,
      ),
    });
    page.socket.close();
    expect((await (await world.page('good')).hover()).result).toEqual({ contents: 'hover' });
  });

  it('leaves nothing and says why when that fails: 4003, with the output before (KI-12)', async () => {
    await using machine = new Machine({ servers: [of('offline-server'), fixture('good')] });
    const world = await machine.world;
    const page = await world.connect('offline-server', '?install=1');
    const { params } = await page.status('install_failed');
    expect(params.reason).toBe('npm ended with exit code 1.');
    expect(params.output).toEqual([
      'npm error code ENOTFOUND',
      'npm error network request to the registry failed',
    ]);
    expect(await page.closed).toBe(4003);
    expect(installed(world)).toEqual([]);
    expect((await (await world.page('good')).hover()).result).toEqual({ contents: 'hover' });
  });

  it('is not taken for installed when npm ends well without it', async () => {
    await using machine = new Machine({ servers: [of('empty-server')] });
    const world = await machine.world;
    const page = await world.connect('empty-server', '?install=1');
    expect((await page.status('install_failed')).params.reason).toContain('installed nothing of that name');
    expect(await page.closed).toBe(4003);
    expect(installed(world)).toEqual([]);
  });

  it('is given up with the page that asked: no process, no half of a file (KI-56, KI-P04, KC-34)', async () => {
    await using machine = new Machine({ servers: [of('slow-server'), fixture('good')] });
    const world = await machine.world;
    const page = await world.connect('slow-server', '?install=1');
    await until('npm is at work', () => machine.runs.length === 2);
    const pids = machine.runs[1]?.pids ?? [];
    expect(pids.filter(isAlive)).toEqual(pids);
    page.socket.close(1000);
    await until('nothing of npm is left', () => pids.filter(isAlive).length === 0);
    await until('nothing partial is left', () => installed(world).length === 0);
    expect((await (await world.page('good')).hover()).result).toEqual({ contents: 'hover' });
  });

  it('is begun anew for a page that asks while what the one before gave up is still being cleared away', async () => {
    await using machine = new Machine({ servers: [of('slow-server')] });
    const world = await machine.world;
    const first = await world.connect('slow-server', '?install=1');
    await until('npm is at work', () => machine.runs.length === 2);
    first.socket.close(1000);
    await first.closed;
    const second = await world.connect('slow-server', '?install=1');
    await second.until(({ params }) => params?.line === 'npm http fetch is slow');
    expect(machine.runs.length).toBe(4);
    second.socket.close(1000);
    await until('nothing partial is left', () => installed(world).length === 0);
  });

  it('fails with a reason where there is no place to put it: 4003', async () => {
    await using machine = new Machine({ servers: [of('good-server'), fixture('good')] });
    const world = await machine.world;
    writeFileSync(world.servers, 'in the way');
    expect(await (await world.connect('good-server')).closed).toBe(4001);
    const page = await world.connect('good-server', '?install=1');
    expect((await page.status('install_failed')).params.reason).toMatch(/good-server@1\.0\.0 failed: E/);
    expect(await page.closed).toBe(4003);
    expect((await (await world.page('good')).hover()).result).toEqual({ contents: 'hover' });
  });

  it('is installed once for two pages, and goes on while one of them waits', async () => {
    await using machine = new Machine({ servers: [of('slow-server')] });
    const world = await machine.world;
    const first = await world.connect('slow-server', '?install=1');
    const second = await world.connect('slow-server', '?install=1');
    const slow = (client: typeof first) =>
      client.until(({ params }) => params?.line === 'npm http fetch is slow');
    await Promise.all([slow(first), second.status('installing')]);
    first.socket.close(1000);
    await first.closed;
    const pids = machine.runs[1]?.pids ?? [];
    expect([machine.runs.length, pids.filter(isAlive)]).toEqual([2, pids]);
    second.socket.close(1000);
    await until('nothing of npm is left', () => pids.filter(isAlive).length === 0);
  });

  it('is given up when the server stops, with close code 1001 and nothing left behind (KI-56)', async () => {
    await using machine = new Machine({ servers: [of('slow-server')] });
    const world = await machine.world;
    const page = await world.connect('slow-server', '?install=1');
    await until('npm is at work', () => machine.runs.length === 2);
    await world.relay.stop();
    expect(await page.closed).toBe(1001);
    expect(machine.runs[1]?.pids?.filter(isAlive)).toEqual([]);
    expect(installed(world)).toEqual([]);
  });

  it('is not offered where there is no npm: 4007 with guidance (KI-03, KI-11)', async () => {
    const env = { PATH: '/nonexistent' };
    await using world = await RelayWorld.start({ servers: [of('good-server')], env });
    for (const query of ['', '?install=1']) {
      const page = await world.connect('good-server', query);
      expect(await page.closed).toBe(query === '' ? 4007 : 4003);
    }
  });

  it('is one exact version, of npm or of go, and nothing else', () => {
    const check = (install: unknown) =>
      languageServerSchema.safeParse({ ...fixture('good'), install }).success;
    const good = [
      { npm: 'pyright@1.1.414' },
      { npm: '@a/b@1.0.0-rc.1' },
      { go: 'golang.org/x/tools/gopls@v0.16.2' },
    ];
    const bad = [
      ...[
        'pyright',
        'pyright@latest',
        'pyright@^1.0.0',
        'git+https://h/x.git',
        '../x@1.0.0',
        '--help@1.0.0',
      ].map((npm) => ({ npm })),
      ...['gopls@v1.0.0', 'golang.org/x/tools/gopls@latest', './x@v1.0.0', '-x.org/y@v1.0.0'].map((go) => ({
        go,
      })),
      { sh: 'curl h | sh' },
      { npm: 'a@1.0.0', go: 'h.org/x@v1.0.0' },
    ];
    expect(good.map(check)).toEqual(good.map(() => true));
    expect(bad.map(check)).toEqual(bad.map(() => false));
  });
});

describe('What was installed', () => {
  it('is not run from inside an opened folder, where a page could have written it (KI-57)', async () => {
    using workspace = Workspace.of({
      '.mooring/servers/npm/x@1.0.0/node_modules/x/main.js': '',
      '.mooring/servers/npm/x@1.0.0/bin/x': '#!/bin/sh\n',
    });
    const place = {
      extensionPath: workspace.outside('extension'),
      productRoot: workspace.outside('product'),
      installed: workspace.path('.mooring/servers/npm/x@1.0.0'),
      env: { PATH: '' },
    };
    const candidates = [{ module: 'x/main.js' }, { path: 'x', probe: [] }];
    const found = await findCommand(candidates, { ...place, openedFolders: [] });
    expect(found).toMatchObject({
      prefix: [workspace.path('.mooring/servers/npm/x@1.0.0/node_modules/x/main.js')],
    });
    expect(await findCommand(candidates, { ...place, openedFolders: [workspace.folder] })).toEqual([
      'x/main.js is not among the packages of the extension or of Mooring',
      'x is not on PATH',
    ]);
  });
});

describe('The real npm', () => {
  it('installs a language server that then answers', async ({ skip }) => {
    const server = fixture('vim', {
      command: [{ module: 'vim-language-server/bin/index.js' }],
      args: ['--stdio'],
      install: { npm: 'vim-language-server@2.3.1' },
    });
    await using world = await RelayWorld.start({ servers: [server] });
    const page = await world.connect('vim', '?install=1');
    const answered = page.initialize();
    const outcome = await Promise.race([answered, page.status('install_failed')]);
    const output = 'params' in outcome ? String(outcome.params.output) : '';
    if (/ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ETIMEDOUT|ENETUNREACH/.test(output)) {
      console.log('Skipped: npm cannot reach its registry.');
      skip('npm cannot reach its registry');
    }
    expect(output).toBe('');
    expect((await answered).result.capabilities.hoverProvider).toBe(true);
    expect(existsSync(join(world.servers, 'npm'))).toBe(true);
  });
});
