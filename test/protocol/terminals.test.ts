import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { rmSync, symlinkSync } from 'node:fs';
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
  process.env['USERS_OWN'] = 'kept';
  process.env['MOORING_TOKEN'] = 'a-token-of-somebody';
  process.env['INNOCENT'] = 'https://localhost/?token=0123456789abcdef-terminal';
  world = await ServerWorld.start({
    files: { 'deep/a.txt': 'one' },
    token: '0123456789abcdef-terminal',
  });
});
afterAll(() => world[Symbol.asyncDispose]());
beforeEach(async () => {
  page = await TerminalPage.open(world);
});

const works = async (other = page) => {
  const terminal = await other.create(world);
  await other.type(terminal, 'echo st"ill" served\r');
  await other.shows(terminal, /still served/);
};

describe('a terminal', () => {
  it('runs what is typed and shows what comes, in any script and in 24-bit colour', async () => {
    const terminal = await page.create(world);
    await page.type(terminal, "printf '\\033[38;2;1;2;3mtr%se\\033[0m 🦀 日本語 é\\n' u\r");
    await page.shows(terminal, /\[38;2;1;2;3mtrue.\[0m 🦀 日本語 é/);
    await page.type(terminal, 'echo "ß🙂" | wc -m; echo $TERM $COLORTERM\r');
    await page.shows(terminal, /xterm-256color truecolor/);
  });

  it('tells its programs how large it is, also after it changes', async () => {
    const terminal = await page.create(world, { columns: 101, rows: 31 });
    await page.type(terminal, 'stty size\r');
    await page.shows(terminal, /31 101/);
    await page.request('terminal/resize', { id: terminal.id, columns: 77, rows: 19 });
    await page.type(terminal, 'stty size\r');
    await page.shows(terminal, /19 77/);
  });

  it("has the user's environment, and nothing of the product's token (T096)", async () => {
    const terminal = await page.create(world);
    await page.type(terminal, 'env; echo "do"ne\r');
    await page.shows(terminal, /done/);
    const output = page.output(terminal);
    expect(output).toContain('USERS_OWN=kept');
    expect(output).toContain(`HOME=${process.env['HOME']}`);
    expect(output).not.toContain(world.server.token);
    expect(output).not.toMatch(/MOORING_|a-token-of-somebody|mooring-\d+=/);
  });

  it('starts in the folder it is opened for, and knows where its shell went', async () => {
    const terminal = await page.create(world, { cwd: world.uri('deep') });
    expect(terminal.cwd).toBe(world.path('deep'));
    await page.type(terminal, 'pwd; cd /; echo "wa"s there\r');
    await page.shows(terminal, new RegExp(`${world.path('deep')}\\r\\n`));
    await page.shows(terminal, /was there/);
    expect(await page.request('terminal/cwd', { id: terminal.id })).toEqual({ cwd: '/' });
  });

  it('offers the shells of the machine by name, one of them as the default', async () => {
    const { profiles } = await page.request('terminal/hello', { page: 'page', window: 'window' });
    expect(profiles.map(({ name }) => name)).toContain('sh');
    expect(profiles.filter(({ isDefault }) => isDefault)).toHaveLength(1);
    const terminal = await page.create(world, { profile: null });
    expect(terminal.profile).toBe(profiles.find(({ isDefault }) => isDefault)?.name);
  });

  it('tells where commands and their output begin and end, in bash, with the secret of its page', async () => {
    const terminal = await page.create(world, { profile: 'bash', nonce: 'only-this-page-knows' });
    await page.type(terminal, 'cd deep; echo "a;b" [$MOORING_NONCE]; false\r');
    await page.shows(terminal, /633;D;1/);
    const sequences = page.output(terminal).split('\x1b]633;').slice(1);
    const said = sequences.map((text) => text.split('\x07')[0]);
    expect(said.slice(said.indexOf('A'), said.indexOf('D;1') + 2)).toEqual([
      'A',
      'B',
      'E;cd deep\\x3b echo "a\\x3bb" [$MOORING_NONCE]\\x3b false;only-this-page-knows',
      'C',
      'D;1',
      `P;Cwd=${world.path('deep')};only-this-page-knows`,
    ]);
    // Programs in the terminal cannot find the secret out.
    expect(page.output(terminal)).toContain('a;b []');
  });

  it('says which program is in the foreground', async () => {
    const terminal = await page.create(world);
    await page.type(terminal, 'sleep 1000\r');
    await until('it is the sleep', () =>
      page.of('terminal/program').some(({ id, program }) => id === terminal.id && program === 'sleep'),
    );
  });

  it('says how its shell ended', async () => {
    const terminal = await page.create(world);
    await page.type(terminal, 'exit 7\r');
    expect(await page.ended(terminal)).toEqual({ id: terminal.id, reason: 'exited', code: 7 });
    expect(await page.list()).not.toContainEqual(expect.objectContaining({ id: terminal.id }));
  });
});

describe('a page that asks for what it may not have', () => {
  it('starts nothing with a profile that the server does not offer, and is told which there are (T098)', async () => {
    const before = (await page.list()).length;
    for (const profile of ['/bin/sh', 'sh -c id', '../sh', 'nope'])
      expect(await page.ask(world, { profile })).toMatchObject({
        refused: 'unknown-profile',
        message: expect.stringMatching(/has no shell .* It has: .*\bsh\b/) as string,
      });
    expect(await page.list()).toHaveLength(before);
    await works();
  });

  it('cannot name a command, arguments or variables: they are not looked at (T098)', async () => {
    const terminal = await page.create(world, {
      command: 'touch',
      args: ['-c', 'echo owned'],
      env: { OWNED: 'yes' },
      path: '/bin/cat',
    } as object);
    await page.type(terminal, 'echo "[$OWNED]" fi"ne"\r');
    await page.shows(terminal, /\[\] fine/);
    expect(page.output(terminal)).not.toMatch(/^owned/m);
  });

  it('starts no terminal outside the opened folder, nor where a link leads out of it', async () => {
    symlinkSync('/', world.path('out'));
    for (const cwd of [
      'file:///',
      world.uri('out'),
      world.uri('out', 'tmp'),
      world.uri('a.txt', '..', '..'),
      world.uri('missing'),
      world.uri('deep', 'a.txt'),
      'http://localhost/',
      'nonsense',
    ])
      expect(await page.ask(world, { cwd }), cwd).toMatchObject({
        refused: 'cwd',
        message: expect.any(String) as string,
      });
    await works();
  });

  it('gets an error for sizes and texts that make no sense', async () => {
    const terminal = await page.create(world);
    const { id } = terminal;
    for (const [columns, rows] of [
      [0, 10],
      [10, -1],
      [1e9, 10],
      [1.5, 10],
    ] as const)
      expect(await page.failure('terminal/resize', { id, columns, rows })).toBe(-32602);
    expect(await page.failure('terminal/input', { id, data: 'x'.repeat(2 * 1024 * 1024) })).toBe(-32602);
    expect(await page.failure('terminal/signal', { id, signal: 'KILL -9 1' })).toBe(-32602);
    expect(await page.failure('terminal/create', { cwd: world.uri() } as never)).toBe(-32602);
    await works();
  });

  it("cannot type into, resize, or end another page's terminal", async () => {
    const other = await TerminalPage.open(world, 'other page', 'other window');
    const terminal = await page.create(world);
    await other.type(terminal, 'echo in"trud"er\r');
    await other.request('terminal/resize', { id: terminal.id, columns: 10, rows: 5 });
    await other.request('terminal/close', { id: terminal.id });
    expect(await other.request('terminal/attach', { id: terminal.id })).toMatchObject({
      refused: 'attached',
    });
    await page.type(terminal, 'stty size; echo un"touched"\r');
    await page.shows(terminal, /24 80\r\nuntouched/);
    expect(page.output(terminal)).not.toContain('intruder');
  });

  it('is told when as many are open as may be', async () => {
    await using small = await ServerWorld.start({ terminalPolicy: { terminals: 2 } });
    const client = await TerminalPage.open(small);
    const first = await client.create(small);
    await client.create(small);
    expect(await client.ask(small)).toMatchObject({
      refused: 'capacity',
      message: expect.stringContaining('2 terminals') as string,
    });
    await client.request('terminal/close', { id: first.id });
    await client.ended(first);
    await client.create(small);
  });
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
    await works();
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
    await works();
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
    await works(other);
    await works(other);
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
