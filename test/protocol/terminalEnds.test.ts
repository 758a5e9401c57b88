import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build, stop } from 'esbuild';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { until } from '../harness/until.ts';
import { ServerWorld } from './serverWorld.ts';
import { isAlive, TerminalPage } from './terminalWorld.ts';

let world: ServerWorld;
let page: TerminalPage;

beforeAll(async () => {
  world = await ServerWorld.start({ files: { 'deep/a.txt': 'one' } });
});
afterAll(() => world[Symbol.asyncDispose]());
beforeEach(async () => {
  page = await TerminalPage.open(world);
});

describe('a terminal whose page is gone', () => {
  it('goes on, and shows the next page what happened, with the same process (T123)', async () => {
    const terminal = await page.create(world);
    await page.type(terminal, 'echo be"fore"; cd deep; read answer; echo after $answer\r');
    await page.shows(terminal, /before/);
    page.socket.terminate();
    const next = await TerminalPage.open(world, 'next page');
    await until('it is detached', async () =>
      (await next.list()).some(({ id, attached }) => id === terminal.id && !attached),
    );
    const replay = await next.attach(terminal);
    expect(replay).toMatchObject({ columns: 80, rows: 24 });
    expect(replay.data).toContain('before');
    await next.type(terminal, 'all\r');
    await next.shows(terminal, /after all/);
    await next.type(terminal, 'echo pid $$; pwd\r');
    await next.shows(terminal, new RegExp(`pid ${terminal.pid}\\b`));
    await next.shows(terminal, new RegExp(world.path('deep')));
  });

  it('keeps a thousand lines, and colours and modes, but no more than was asked for', async () => {
    const terminal = await page.create(world, { scrollback: 100 });
    await page.type(terminal, "for i in $(seq 1 2000); do echo line-$i; done; printf '\\033[31mred'\r");
    await page.shows(terminal, /line-2000[^]*red/);
    await page.request('terminal/detach', { id: terminal.id });
    const { data } = await page.attach(terminal);
    expect(data).toContain('line-2000');
    expect(data).toContain('line-1950');
    expect(data).not.toContain('line-1800');
    expect(data).toContain('\x1b[31mred');
  });

  it('loses nothing of what comes while a page attaches', async () => {
    const terminal = await page.create(world, { scrollback: 10_000 });
    await page.type(terminal, 'seq -f n%.0f, 1 9000; echo "e"nd\r');
    await page.request('terminal/detach', { id: terminal.id });
    const before = page.output(terminal).length;
    const { data } = await page.attach(terminal);
    await page.shows(terminal, /\r\nend/);
    const seen = data + page.output(terminal).slice(before);
    const numbers = [...seen.matchAll(/n(\d+),/g)].map(([, number]) => Number(number)).filter((n) => n > 0);
    // Each once, in order: the screen where it was read, then what came since.
    expect(numbers).toEqual(numbers.map((_, index) => (numbers[0] ?? 0) + index));
    expect(numbers.at(-1)).toBe(9000);
  });

  it('is taken from a dead connection of the same window, and from no living one', async () => {
    const terminal = await page.create(world);
    // A duplicated tab has the window's id, and this page still answers.
    const duplicate = await TerminalPage.open(world, 'duplicate');
    expect(await duplicate.request('terminal/attach', { id: terminal.id })).toMatchObject({
      refused: 'attached',
    });
    // A page that connects again knows that its old connection is dead.
    const again = await TerminalPage.open(world, 'page');
    await again.attach(terminal);
    await again.type(terminal, 'echo a"gain"\r');
    await again.shows(terminal, /again/);
    // One that froze does not answer.
    again.socket.pause();
    const reloaded = await TerminalPage.open(world, 'reloaded');
    await reloaded.attach(terminal);
  });

  it('ends after the time that --detached-expiry gives, with what runs in it', async () => {
    await using short = await ServerWorld.start({ leases: { detachedExpiry: 300 } });
    const client = await TerminalPage.open(short);
    const terminal = await client.create(short);
    await client.type(terminal, 'sleep 4242 & echo job $!.\r');
    const job = Number(/\d+/.exec(await client.shows(terminal, /job \d+\./))?.[0]);
    client.socket.close();
    await until('shell and job are gone', () => !isAlive(terminal.pid) && !isAlive(job));
    const next = await TerminalPage.open(short);
    await until('it is on no list', async () => (await next.list()).length === 0);
    expect(await next.request('terminal/attach', { id: terminal.id })).toMatchObject({ refused: 'gone' });
    expect(short.lines.join('\n')).toContain('detached_timeout');
  });
});

describe('the end of a terminal', () => {
  const stubborn = (name: string) =>
    `sh -c 'trap "" HUP INT TERM; echo ${name} $$.; while :; do sleep 1; done'`;

  const start = async (client: TerminalPage, of: ServerWorld) => {
    const terminal = await client.create(of);
    await client.type(terminal, `${stubborn('back')} & ${stubborn('fore')}\r`);
    const pid = async (name: string) =>
      Number(/\d+/.exec(await client.shows(terminal, new RegExp(`${name} \\d+\\.`)))?.[0]);
    return { terminal, pids: [terminal.pid, await pid('back'), await pid('fore')] };
  };

  it('takes every job along, also one that ignores the hang-up', async () => {
    const { terminal, pids } = await start(page, world);
    expect(pids.every(isAlive)).toBe(true);
    await page.request('terminal/close', { id: terminal.id });
    expect(await page.ended(terminal)).toMatchObject({ reason: 'closed' });
    expect(pids.filter(isAlive)).toEqual([]);
    await page.works(world);
  });

  it('comes with the end of the server, for all of them', async () => {
    await using other = await ServerWorld.start();
    const client = await TerminalPage.open(other);
    const { pids } = await start(client, other);
    await other.server.stop();
    expect(pids.filter(isAlive)).toEqual([]);
  });

  it.skipIf(process.platform !== 'linux')(
    'comes also when the server is killed without a word (T032)',
    async () => {
      const product = fileURLToPath(new URL('../..', import.meta.url));
      // Inside the product, whose packages it needs.
      const bundle = join(product, `dist/test-${process.pid}/terminal.mjs`);
      await build({
        entryPoints: [join(product, 'test/fixtures/terminalProcess.ts')],
        outfile: bundle,
        bundle: true,
        platform: 'node',
        format: 'esm',
        packages: 'external',
      });
      await stop();
      const program = spawn(process.execPath, [bundle, `${stubborn('back')} & ${stubborn('fore')}`], {
        stdio: ['ignore', 'pipe', 'inherit'],
      });
      let output = '';
      program.stdout.on('data', (chunk: Buffer) => (output += String(chunk)));
      const pids = await until('all of it runs', () => {
        const found = ['shell', 'back', 'fore'].map(
          (name) => new RegExp(`${name} (\\d+)\\.`).exec(output)?.[1],
        );
        return found.every(Boolean) ? found.map(Number) : undefined;
      });
      expect(pids.every(isAlive)).toBe(true);
      program.kill('SIGKILL');
      await once(program, 'close');
      await until('all of it is gone', () => !pids.some(isAlive));
      rmSync(join(bundle, '..'), { recursive: true });
    },
  );

  it('comes once, whatever asks for it', async () => {
    const terminal = await page.create(world);
    await Promise.all([
      page.type(terminal, 'exit 0\r'),
      page.request('terminal/close', { id: terminal.id }),
      page.request('terminal/close', { id: terminal.id }),
    ]);
    await page.ended(terminal);
    await page.works(world);
    expect(page.of('terminal/ended').filter(({ id }) => id === terminal.id)).toHaveLength(1);
  });
});

describe('a flood of 50 MB', () => {
  const flood = 'head -c 50000000 /dev/zero | tr "\\0" y; echo; echo flo"od"ed\r';

  it('waits for a page that stops reading, while others are served (T078)', async () => {
    const other = await TerminalPage.open(world, 'other page', 'other window');
    const terminal = await page.create(world);
    page.acknowledges = false;
    const before = process.memoryUsage().rss;
    await page.type(terminal, flood);
    await until('it waits', () => page.output(terminal).length > 100_000);
    await other.works(world);
    await other.works(world);
    expect(page.output(terminal).length).toBeLessThan(1_000_000);
    expect(process.memoryUsage().rss - before).toBeLessThan(150_000_000);
    // It may be interrupted, too.
    await page.type(terminal, '\x03');
    page.acknowledges = true;
    await page.request('terminal/acknowledge', { id: terminal.id, count: page.output(terminal).length });
    await page.type(terminal, 'echo in"terrupted"\r');
    await page.shows(terminal, /interrupted/);
  });

  it('is over soon for a page that reads, and for a terminal without one', async () => {
    const read = await page.create(world);
    const before = page.received;
    await page.type(read, flood);
    await page.shows(read, /flooded/, { seconds: 120 });
    expect(page.received - before).toBeGreaterThan(50_000_000);
    const unread = await page.create(world);
    await page.type(unread, flood);
    await page.request('terminal/detach', { id: unread.id });
    await until('the other is done, too', async () => {
      const { data } = await page.attach(unread);
      await page.request('terminal/detach', { id: unread.id });
      return data.includes('flooded');
    });
  }, 180_000);
});
