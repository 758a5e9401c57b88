import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build, stop } from 'esbuild';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { findCommand, type LookupPlace } from '../../server/process/commandLookup.ts';
import { eventually, fixture, isAlive, productRoot, RelayWorld } from './relayWorld.ts';

let root = '';
beforeEach(() => (root = realpathSync(mkdtempSync(join(tmpdir(), 'mooring-processes-')))));
afterEach(() => rmSync(root, { recursive: true, force: true }));

/** A folder for PATH with executables in it: scripts by name. */
function binaries(name: string, scripts: Readonly<Record<string, string>>): string {
  const folder = join(root, name);
  mkdirSync(folder, { recursive: true });
  for (const [file, script] of Object.entries(scripts)) {
    writeFileSync(join(folder, file), script);
    chmodSync(join(folder, file), 0o755);
  }
  return folder;
}

function place(path: readonly string[], more: Partial<LookupPlace> = {}): LookupPlace {
  const env = { PATH: [...path, '/usr/bin', '/bin'].join(':') };
  return { extensionPath: join(root, 'extension'), productRoot, openedFolders: [], env, ...more };
}

describe('The look-up of a command', () => {
  it('takes the first candidate that is there, packages before PATH (A-14)', async () => {
    const path = binaries('bin', { 'pyright-langserver': '#!/bin/sh\necho 1.0' });
    const module = { module: 'pyright/langserver.index.js' };
    const found = await findCommand([module, { path: 'pyright-langserver' }], place([path]));
    expect(found).toMatchObject({ file: process.execPath, version: '1.1.414' });
    const second = await findCommand(
      [{ module: 'no-such/x.js' }, { path: 'pyright-langserver' }],
      place([path]),
    );
    expect(second).toEqual({ file: join(path, 'pyright-langserver'), prefix: [], version: '1.0' });
  });

  it('goes on to the next hit on PATH when one does not answer its probe', async () => {
    const proxy = binaries('proxy', { 'proxied-server': '#!/bin/sh\necho "Unknown binary" >&2; exit 1' });
    const real = binaries('real', { 'proxied-server': '#!/bin/sh\necho "proxied 1.2"' });
    const found = await findCommand([{ path: 'proxied-server' }], place([proxy, real]));
    expect(found).toMatchObject({ file: join(real, 'proxied-server'), version: 'proxied 1.2' });
    expect(await findCommand([{ path: 'proxied-server' }], place([proxy]))).toEqual([
      `${join(proxy, 'proxied-server')} does not work: Unknown binary`,
    ]);
  });

  it('asks with the probe of the descriptor, or not at all', async () => {
    const path = binaries('bin', { tool: '#!/bin/sh\n[ "$1" = version ] && echo v9' });
    expect(await findCommand([{ path: 'tool', probe: ['version'] }], place([path]))).toMatchObject({
      version: 'v9',
    });
    expect(await findCommand([{ path: 'tool', probe: [] }], place([path]))).not.toHaveProperty('version');
  });

  it('says why one cannot even be asked', async () => {
    const path = binaries('bin', { tool: '#!/bin/sh\necho ok' });
    const asked = place([path]);
    const env = { ...asked.env, NAME: '\0' };
    expect(await findCommand([{ path: 'tool' }], { ...asked, env })).toEqual([
      expect.stringMatching(/tool does not work: .*null bytes/),
    ]);
  });

  it('runs nothing that lies in an opened folder, by link or by a relative entry of PATH either (KI-57, T101)', async () => {
    const inside = binaries('workspace/node_modules/.bin', { server: '#!/bin/sh\necho evil' });
    const linked = binaries('links', {});
    const { symlinkSync } = await import('node:fs');
    symlinkSync(join(inside, 'server'), join(linked, 'server'));
    const opened = place([inside, linked, '.', 'workspace/node_modules/.bin'], {
      openedFolders: [join(root, 'workspace')],
    });
    expect(await findCommand([{ path: 'server' }], opened)).toEqual([
      expect.stringMatching(/lies in the opened folder/),
    ]);
    expect(await findCommand([{ path: './server' }, { path: 'workspace/server' }], opened)).toHaveLength(2);
    expect(await findCommand([{ module: '../workspace/node_modules/.bin/server' }], opened)).toHaveLength(1);
    expect(await findCommand([{ module: './../../workspace/x.js' }], opened)).toHaveLength(1);
  });

  it('passes over a candidate that needs what is not there, and says what', async () => {
    const path = binaries('bin', { 'first-tool': '#!/bin/sh\necho 1', 'second-tool': '#!/bin/sh\necho 2' });
    const first = { path: 'first-tool', needs: ['second-tool', 'no-such-tool'] };
    expect(await findCommand([first], place([path]))).toEqual(['no-such-tool is not on PATH']);
    const candidates = [first, { path: 'first-tool', needs: ['second-tool'] }];
    expect(await findCommand(candidates, place([path]))).toMatchObject({ version: '1' });
  });

  it('takes an absolute path as it is', async () => {
    const path = binaries('bin', { tool: '#!/bin/sh\necho ok' });
    expect(await findCommand([{ path: join(path, 'tool') }], place([]))).toMatchObject({
      file: join(path, 'tool'),
    });
  });
});

describe('A language server’s process', () => {
  it('gets the folder, its arguments, no shell, and no secret of ours (A-12, SC-17, T096, T098)', async () => {
    const env = {
      PATH: process.env['PATH'],
      HOME: '/home/x',
      LC_ALL: 'C.UTF-8',
      GOPATH: '/go',
      MOORING_TOKEN: 'secret',
      AWS_SECRET_ACCESS_KEY: 'secret',
      GITHUB_TOKEN: 'secret',
      NODE_OPTIONS: '--no-warnings',
      NAMED: 'named',
    };
    const args = ['$HOME', 'a b', ';echo', '"'];
    const server = fixture('printsEnvironment', { args, env: ['NAMED', 'MOORING_TOKEN'] });
    await using world = await RelayWorld.start({ servers: [server], env });
    const page = await world.page('printsenvironment', '?command=evil&args=x&env=y&cwd=/');
    const seen = await page.result('fixture/environment', { command: 'evil', cwd: '/', env: { X: '1' } });
    expect(seen.argv).toEqual(args);
    expect(seen.cwd).toBe(world.folder);
    const { PATH, ...rest } = seen.env;
    expect(PATH).toBe(process.env['PATH']);
    expect(rest).toEqual({ HOME: '/home/x', LC_ALL: 'C.UTF-8', GOPATH: '/go', NAMED: 'named' });
    expect(JSON.stringify(world.lines)).not.toContain('secret');
  });

  it.skipIf(process.platform === 'win32').each(['good', 'ignoresShutdown', 'spawnsChild'])(
    'ends when the relay is killed without a word, also one that behaves as %s does (T032)',
    async (name) => {
      const bundle = join(root, 'launcher.mjs');
      await build({
        entryPoints: [join(productRoot, 'test/fixtures/launcherProcess.ts')],
        outfile: bundle,
        bundle: true,
        platform: 'node',
        format: 'esm',
        banner: {
          js: "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);",
        },
      });
      await stop();
      const fixtures = fileURLToPath(new URL('../fixtures/servers', import.meta.url));
      const relay = spawn(process.execPath, [bundle, fixtures, name, root, productRoot], {
        stdio: ['ignore', 'pipe', 'inherit'],
      });
      const [line] = await once(relay.stdout, 'data');
      const pid = Number(String(line));
      expect(isAlive(pid)).toBe(true);
      relay.kill('SIGKILL');
      await eventually(() => !isAlive(pid) && !isGroupAlive(pid), 'its process group is gone');
    },
  );
});

function isGroupAlive(group: number): boolean {
  return isAlive(-group);
}
