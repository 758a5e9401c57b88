/** The server as people start it: a process of its own. */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { connect, createServer, type AddressInfo } from 'node:net';
import { networkInterfaces, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build, stop } from 'esbuild';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { until } from '../harness/until.ts';
import { Client } from './relayClient.ts';
import { isAlive } from './relayWorld.ts';

const product = fileURLToPath(new URL('../..', import.meta.url));
// Inside the product, which the program looks for around itself.
const built = join(product, `dist/test-${process.pid}`);
let root: string;
const started: ChildProcess[] = [];

beforeAll(async () => {
  await build({
    entryPoints: [join(product, 'server/main.ts')],
    outfile: join(built, 'main.js'),
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: 'node20',
    packages: 'external',
    logLevel: 'error',
  });
  await stop();
});
afterAll(() => rmSync(built, { recursive: true, force: true }));
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'mooring-cli-'));
  mkdirSync(join(root, 'folder'));
});
afterEach(async () => {
  for (const child of started.splice(0))
    if (child.exitCode === null && child.signalCode === null && child.kill('SIGKILL'))
      await once(child, 'close');
  rmSync(root, { recursive: true, force: true });
});

class Program {
  readonly child: ChildProcess;
  stdout = '';
  stderr = '';
  readonly closed: Promise<number | string>;

  constructor(...args: string[]) {
    this.child = spawn(process.execPath, [join(built, 'main.js'), ...args], {
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...process.env, HOME: root },
    });
    started.push(this.child);
    this.child.stdout?.on('data', (chunk: Buffer) => (this.stdout += String(chunk)));
    this.child.stderr?.on('data', (chunk: Buffer) => (this.stderr += String(chunk)));
    this.closed = once(this.child, 'close').then(
      ([code, signal]: unknown[]) => (code as number | null) ?? String(signal),
    );
  }

  async url(): Promise<URL> {
    return until('the address is printed', () => {
      if (this.child.exitCode !== null) throw new Error(this.stderr);
      const found = /http:\S+/.exec(this.stdout)?.[0];
      return found === undefined ? undefined : new URL(found);
    });
  }

  /** The same for programs: the printed name is one that browsers find by themselves. */
  async address(): Promise<URL> {
    const url = await this.url();
    url.hostname = '127.0.0.1';
    return url;
  }
}

const folder = () => join(root, 'folder');

describe('starting', () => {
  it('prints an address with a token that opens the workbench, and keeps the token to its owner (T106)', async () => {
    const first = new Program(folder(), '--port', '0', '--log-level', 'trace');
    const url = await first.url();
    expect(url.hostname).toBe('mooring.localhost');
    const token = url.searchParams.get('token') ?? '';
    expect(token).toMatch(/^[\w-]{43}$/);
    const file = join(root, '.mooring/token');
    expect(readFileSync(file, 'utf8').trim()).toBe(token);
    expect(statSync(file).mode & 0o777).toBe(0o600);
    const address = await first.address();
    const answer = await fetch(address, { redirect: 'manual' });
    expect([answer.status, answer.headers.get('location')]).toEqual([303, '/']);
    await fetch(new URL(`/api/boot?token=${token}`, address), {
      headers: { authorization: `Bearer ${token}` },
    });
    first.child.kill('SIGTERM');
    expect(await first.closed).toBe(0);
    expect(first.stderr).not.toContain(token);
    // A file that others could read is narrowed.
    chmodSync(file, 0o644);
    const second = new Program(folder(), '--port', '0');
    expect((await second.url()).searchParams.get('token')).toBe(token);
    expect(statSync(file).mode & 0o777).toBe(0o600);
    const weak = new Program(folder(), '--port', '0', '--data-dir', join(root, 'weak'));
    await weak.url();
    writeFileSync(join(root, 'weak/token'), '1234\n');
    const renewed = new Program(folder(), '--port', '0', '--data-dir', join(root, 'weak'));
    expect((await renewed.url()).searchParams.get('token')).toMatch(/^[\w-]{43}$/);
  });

  it('listens on both loopback addresses, and on no other (T099)', async () => {
    const program = new Program(folder(), '--port', '0');
    const port = Number((await program.url()).port);
    const all = Object.values(networkInterfaces()).flatMap((list) => list ?? []);
    const reaches = async (host: string) => {
      const socket = connect(port, host);
      const result = await Promise.race([
        once(socket, 'connect').then(() => true),
        once(socket, 'close').then(() => false),
      ]).catch(() => false);
      socket.destroy();
      return result;
    };
    expect(await reaches('127.0.0.1')).toBe(true);
    if (all.some(({ address }) => address === '::1')) expect(await reaches('::1')).toBe(true);
    for (const { address, internal, scopeid } of all)
      if (!internal && !scopeid) expect(await reaches(address)).toBe(false);
  });

  it('on another address says who can reach it', async () => {
    const program = new Program(folder(), '--port', '0', '--host', '0.0.0.0', '--token', 'a-token-of-my-own');
    const url = await program.url();
    expect(program.stdout).toContain('Other machines can reach this server');
    expect(url.searchParams.get('token')).toBe('a-token-of-my-own');
    expect((await fetch(new URL('/api/boot', url))).status).toBe(401);
  });

  it('explains itself', async () => {
    const help = new Program('--help');
    expect(await help.closed).toBe(0);
    expect(help.stdout).toContain('--extensions-dir');
    const version = new Program('--version');
    expect(await version.closed).toBe(0);
    expect(version.stdout).toMatch(/^\d+\.\d+\.\d+\n$/);
  });

  it('fails in one clear sentence, with a code that says so', async () => {
    writeFileSync(join(root, 'file'), '');
    const taken = createServer().listen(0, '127.0.0.1');
    await once(taken, 'listening');
    const { port } = taken.address() as AddressInfo;
    const cases: [string[], number, string][] = [
      [[folder(), '--prot', '1'], 2, '--prot'],
      [[folder(), '--port', 'many'], 2, '--port takes a number'],
      [[], 2, 'Name the folder'],
      [[join(root, 'nope')], 1, 'does not exist'],
      [[join(root, 'file')], 1, 'is not a folder'],
      [[folder(), '--port', String(port)], 1, `Port ${port} is taken`],
      [[folder(), '--port', '0', '--extensions-dir', join(root, 'nope')], 1, 'does not exist'],
      [[folder(), '--port', '0', '--host', '192.0.2.1'], 1, 'no address of this machine'],
      [[folder(), '--port', '0', '--data-dir', join(root, 'file')], 1, 'The token cannot be kept'],
    ];
    for (const [args, code, words] of cases) {
      const program = new Program(...args);
      expect([args, await program.closed]).toEqual([args, code]);
      expect(program.stderr).toContain(words);
      expect(program.stderr.trimEnd().split('\n')).toHaveLength(1);
      expect(program.stdout).toBe('');
    }
    taken.close();
  });
});

describe('stopping', () => {
  const open = async (url: URL) => {
    const socket = new WebSocket(`ws://${url.host}/channel`, {
      headers: { authorization: `Bearer ${url.searchParams.get('token')}` },
    });
    await once(socket, 'open');
    return socket;
  };

  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    it(`by ${signal} tells pages and ends with 0`, async () => {
      const program = new Program(folder(), '--port', '0');
      const closed = once(await open(await program.address()), 'close') as Promise<[number]>;
      program.child.kill(signal);
      expect((await closed)[0]).toBe(1001);
      expect(await program.closed).toBe(0);
      expect(program.stderr).not.toContain('rror');
    });
  }

  it.skipIf(process.platform === 'win32')(
    'by SIGKILL leaves no language server behind, whether or not a page was attached (T032, KC-19)',
    async () => {
      const program = new Program(folder(), '--port', '0', '--continuity', 'on');
      const url = await program.address();
      const page = async (server: string) => {
        const socket = new WebSocket(`ws://${url.host}/relay/lsp/${server}`, ['mooring.v1'], {
          headers: { authorization: `Bearer ${url.searchParams.get('token')}` },
        });
        const client = new Client(socket);
        await once(socket, 'open');
        await client.initialize();
        const { pid } = (await client.method('mooring/ready')).params;
        return { client, pid: Number(pid) };
      };
      const [left, stays] = [await page('json'), await page('css')];
      await left.client.close(1001);
      expect([left.pid, stays.pid].every(isAlive)).toBe(true);
      program.child.kill('SIGKILL');
      await until('no language server is left', () => ![left.pid, stays.pid].some(isAlive));
      await stays.client.closed;
    },
  );

  it('does not wait for a page that does not answer, and not at all when asked twice', async () => {
    const program = new Program(folder(), '--port', '0');
    const deaf = await open(await program.address());
    deaf.pause();
    program.child.kill('SIGINT');
    await until('it stops', () => program.child.exitCode !== null, { seconds: 5 });
    expect(await program.closed).toBe(0);
    deaf.terminate();
    const hasty = new Program(folder(), '--port', '0');
    const other = await open(await hasty.address());
    other.pause();
    hasty.child.kill('SIGINT');
    // The second signal may not overtake the first one.
    await until(
      'it does not listen any more',
      () => !hasty.child.kill('SIGINT') || hasty.child.exitCode !== null || hasty.child.signalCode !== null,
      { everyMilliseconds: 20 },
    );
    expect(await hasty.closed).toBe(130);
    other.terminate();
  });
});
