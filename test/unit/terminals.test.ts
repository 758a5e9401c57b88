import { describe, expect, it } from 'vitest';
import { terminalEnvironment } from '../../server/terminal/terminalEnvironment.ts';
import { FakePage, TerminalsWorld } from '../fixtures/terminals.ts';
import { settle } from '../fixtures/testClock.ts';

const hour = 60 * 60_000;

async function world(options?: ConstructorParameters<typeof TerminalsWorld>[0]) {
  const world = new TerminalsWorld(options);
  const page = new FakePage();
  const { id } = await world.create(page);
  const [pty, screen] = [world.ptys[0], world.screens[0]];
  if (!pty || !screen) throw new Error('It was not started.');
  return { world, page, id, pty, screen, terminals: world.terminals };
}

describe('a terminal', () => {
  it('shows its page what comes, until the page leaves; the shell goes on', async () => {
    const { page, pty, terminals, id } = await world();
    pty.events.data('one');
    terminals.leave(page);
    pty.events.data('two');
    expect(page.output).toBe('one');
    expect(terminals.list()).toMatchObject([{ id, attached: false, window: 'window', note: 'n' }]);
    expect(pty.ends).toBe(0);
  });

  it('gives the next page the screen, then what came since, each once', async () => {
    const { page, pty, screen, terminals, id } = await world();
    pty.events.data('old ');
    terminals.leave(page);
    pty.events.data('missed ');
    const next = new FakePage('other window');
    const attached = terminals.attach(id, next);
    pty.events.data('late ');
    screen.work();
    pty.events.data('new');
    expect(await attached).toEqual({ columns: 80, rows: 24, data: 'old missed late ' });
    expect(next.output).toBe('new');
    expect(terminals.list()).toMatchObject([{ attached: true, window: 'other window' }]);
  });

  it('stays with the page that has it', async () => {
    const { page, terminals, id } = await world();
    const other = new FakePage();
    expect(await terminals.attach(id, other)).toMatchObject({ refused: 'attached' });
    expect(terminals.of(other, id)).toBeUndefined();
    terminals.leave(other);
    terminals.close(id, other);
    expect(terminals.of(page, id)).toBeDefined();
  });

  it('is free again when a page leaves while it attaches', async () => {
    const { page, screen, terminals, id } = await world();
    terminals.leave(page);
    const hasty = new FakePage();
    const attached = terminals.attach(id, hasty);
    terminals.leave(hasty);
    screen.work();
    expect(await attached).toHaveProperty('refused');
    const next = terminals.attach(id, page);
    screen.work();
    expect(await next).toHaveProperty('data');
  });

  it('tells its program once when another one is in the foreground', async () => {
    const { world: it, page, pty } = await world();
    pty.foreground = 'vi';
    pty.events.data('x');
    await it.clock.pass(200);
    pty.events.data('x');
    await it.clock.pass(200);
    expect(page.programs).toEqual(['vi']);
  });
});

describe('output', () => {
  it('stops while a page has not shown 100 000 characters, and goes on when it has shown half of them', async () => {
    const { page, pty, screen, terminals, id } = await world();
    for (let count = 0; count < 11; count++) pty.events.data('x'.repeat(10_000));
    screen.work();
    expect(pty.isPaused).toBe(true);
    terminals.of(page, id)?.acknowledge(50_000);
    expect(pty.isPaused).toBe(true);
    terminals.of(page, id)?.acknowledge(10_000);
    expect(pty.isPaused).toBe(false);
  });

  it('goes on when the page that did not show it leaves', async () => {
    const { page, pty, screen, terminals } = await world();
    pty.events.data('x'.repeat(200_000));
    screen.work();
    terminals.leave(page);
    expect(pty.isPaused).toBe(false);
  });

  it('stops while the screen is a million characters behind, with or without a page', async () => {
    const { page, pty, screen, terminals } = await world();
    terminals.leave(page);
    pty.events.data('x'.repeat(1_100_000));
    expect(pty.isPaused).toBe(true);
    screen.work();
    expect(pty.isPaused).toBe(false);
  });
});

describe('the end of a terminal', () => {
  it('comes after an hour without a page, not before, and not if one comes back', async () => {
    const { world: it, page, pty, screen, terminals, id } = await world();
    terminals.leave(page);
    await it.clock.pass(hour - 60_000);
    const back = terminals.attach(id, page);
    screen.work();
    await back;
    await it.clock.pass(2 * hour);
    terminals.leave(page);
    await it.clock.pass(hour - 60_000);
    expect(pty.ends).toBe(0);
    await it.clock.pass(60_000);
    expect(pty.ends).toBe(1);
    expect(terminals.list()).toEqual([]);
  });

  it('comes soon after its page left where it need not outlive it, but not if the page is back', async () => {
    const it = new TerminalsWorld();
    const page = new FakePage();
    const { id } = await it.create(page, false);
    it.terminals.leave(page);
    await it.clock.pass(9_000);
    const back = it.terminals.attach(id, page);
    it.screens[0]?.work();
    await back;
    await it.clock.pass(hour);
    expect(it.ptys[0]?.ends).toBe(0);
    it.terminals.leave(page);
    await it.clock.pass(10_000);
    expect(it.ptys[0]?.ends).toBe(1);
  });

  it('does not come because the machine slept', async () => {
    const { world: it, page, pty, terminals } = await world();
    terminals.leave(page);
    await it.clock.sleep(10 * hour);
    expect(pty.ends).toBe(0);
  });

  it('comes once, for the first reason, and is told once nothing is left', async () => {
    const it = new TerminalsWorld();
    it.areStubborn = true;
    const page = new FakePage();
    const { id } = await it.create(page);
    const [pty, screen] = [it.ptys[0], it.screens[0]];
    it.terminals.close(id, page);
    it.terminals.close(id, page);
    pty?.events.exited(3);
    const stopped = it.terminals.stop();
    await settle();
    expect(page.ends).toEqual([]);
    expect(await it.terminals.attach(id, page)).toMatchObject({ refused: 'gone' });
    pty?.gone();
    await stopped;
    expect(page.ends).toEqual([{ id, reason: 'closed', code: 3 }]);
    expect(pty?.ends).toBe(1);
    expect(screen?.isDisposed).toBe(true);
    pty?.events.data('from the grave');
    expect(page.output).toBe('');
  });

  it('lets output go on that waited for the page', async () => {
    const it = new TerminalsWorld();
    it.areStubborn = true;
    const page = new FakePage();
    const { id } = await it.create(page);
    it.ptys[0]?.events.data('x'.repeat(200_000));
    expect(it.ptys[0]?.isPaused).toBe(true);
    it.terminals.close(id, page);
    expect(it.ptys[0]?.isPaused).toBe(false);
    // Nobody waits for it any more: it goes nowhere.
    it.ptys[0]?.events.data('x'.repeat(200_000));
    expect(page.output).toHaveLength(200_000);
  });
});

describe('terminals', () => {
  it('are no more than may be, those that are being started with them', async () => {
    const it = new TerminalsWorld({ terminals: 2 });
    const page = new FakePage();
    const answers = await Promise.all([it.ask(page), it.ask(page), it.ask(page)]);
    expect(answers.map((answer) => 'refused' in answer)).toEqual([false, false, true]);
    it.terminals.leave(page);
    expect(await it.ask(page)).toMatchObject({
      refused: 'capacity',
      message: expect.stringMatching(/2 terminals .*2 of them in no window/) as string,
    });
  });

  it('that cannot be started leave nothing behind, and say why', async () => {
    const it = new TerminalsWorld();
    it.fails = true;
    expect(await it.ask(new FakePage())).toMatchObject({
      refused: 'not-started',
      message: 'sh could not be started: posix_openpt(3) failed. Choose another profile.',
    });
    expect(it.screens[0]?.isDisposed).toBe(true);
    expect(it.terminals.list()).toEqual([]);
  });

  it('are not started any more when the server stops', async () => {
    const it = new TerminalsWorld();
    const asked = it.ask(new FakePage());
    await it.terminals.stop();
    expect(await asked).toMatchObject({ refused: 'not-started' });
    expect(await it.ask(new FakePage())).toMatchObject({ refused: 'not-started' });
    expect(it.ptys).toEqual([]);
  });
});

describe('the environment of a terminal (T096)', () => {
  const options = { secrets: ['s3cret-token-0123456'], version: '1.0.0', platform: 'linux' };

  it("is the user's, without the token, in whatever variable it may be", () => {
    const env = terminalEnvironment(
      {
        HOME: '/home/me',
        AWS_PROFILE: 'mine',
        MOORING_TOKEN: 'x',
        mooring_data: 'x',
        URL: 'http://h/?token=s3cret-token-0123456',
        LANG: 'de_DE.UTF-8',
      },
      options,
    );
    expect(env).toEqual({
      HOME: '/home/me',
      AWS_PROFILE: 'mine',
      LANG: 'de_DE.UTF-8',
      TERM: 'xterm-256color',
      COLORTERM: 'truecolor',
      TERM_PROGRAM: 'mooring',
      TERM_PROGRAM_VERSION: '1.0.0',
    });
  });

  it('has nothing of the terminal that the server was started from, nor of npm', () => {
    const env = terminalEnvironment(
      {
        TMUX: '/tmp/tmux',
        VSCODE_IPC_HOOK_CLI: '/run/x',
        TERM_PROGRAM: 'iTerm.app',
        COLUMNS: '80',
        npm_lifecycle_event: 'start',
        npm_config_prefix: '/usr',
        INIT_CWD: '/x',
        NODE: '/usr/bin/node',
        PATH: '/repo/node_modules/.bin:/node_modules/.bin:/lib/node-gyp-bin:/usr/bin:/mine/node_modules/.bin',
        LC_ALL: 'C',
      },
      options,
    );
    expect(env).toMatchObject({ PATH: '/usr/bin:/mine/node_modules/.bin', TERM_PROGRAM: 'mooring' });
    expect(Object.keys(env).filter((name) => /npm|TMUX|VSCODE|COLUMNS|INIT_CWD|^NODE$/.test(name))).toEqual(
      [],
    );
  });

  it('keeps variables of npm that the user set, and has a locale where there is none', () => {
    expect(
      terminalEnvironment({ npm_config_registry: 'x', PATH: '/a/node_modules/.bin' }, options),
    ).toMatchObject({
      npm_config_registry: 'x',
      PATH: '/a/node_modules/.bin',
      LC_CTYPE: 'C.UTF-8',
    });
  });
});
