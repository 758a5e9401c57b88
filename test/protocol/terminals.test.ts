import { symlinkSync } from 'node:fs';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { until } from '../harness/until.ts';
import { ServerWorld } from './serverWorld.ts';
import { TerminalPage } from './terminalWorld.ts';

let world: ServerWorld;
let page: TerminalPage;

beforeAll(async () => {
  vi.stubEnv('USERS_OWN', 'kept');
  vi.stubEnv('MOORING_TOKEN', 'a-token-of-somebody');
  vi.stubEnv('INNOCENT', 'https://localhost/?token=0123456789abcdef-terminal');
  world = await ServerWorld.start({
    files: { 'deep/a.txt': 'one' },
    token: '0123456789abcdef-terminal',
  });
});
afterAll(async () => {
  vi.unstubAllEnvs();
  await world[Symbol.asyncDispose]();
});
beforeEach(async () => {
  page = await TerminalPage.open(world);
});

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
    await page.works(world);
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
    await page.works(world);
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
    await page.works(world);
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
