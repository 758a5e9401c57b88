import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { eventually, fixture, isAlive, RelayWorld, type Client } from './relayWorld.ts';

const quick = { restartDelays: [30, 30, 30, 30, 30] };

/** A world with the faulty server and a sound one, whose page must not notice anything. */
async function worldWith(name: string, policy = {}): Promise<{ world: RelayWorld; other: Client }> {
  const world = await RelayWorld.start({
    servers: [fixture(name), fixture('good')],
    policy: { ...quick, ...policy },
  });
  return { world, other: await world.page('good') };
}

async function expectServed(other: Client): Promise<void> {
  expect((await other.hover()).result).toEqual({ contents: 'hover' });
}

describe('A language server that frames its messages badly', () => {
  it.each(['tornFrames', 'cutCodePoint'])(
    'is understood when it writes as %s does (A-03, T001)',
    async (name) => {
      const { world, other } = await worldWith(name);
      await using _ = world;
      const page = await world.page(name.toLowerCase());
      for (let round = 0; round < 4; round++) {
        expect((await page.hover()).result).toEqual({ contents: 'é😀漢' });
      }
      await expectServed(other);
    },
  );

  it('is understood when it merges messages (A-04)', async () => {
    const { world, other } = await worldWith('mergedFrames');
    await using _ = world;
    const page = await world.page('mergedframes');
    const answers = await Promise.all([page.hover(), page.hover(), page.hover()]);
    expect(new Set(answers.map(({ result }) => result.contents)).size).toBe(3);
    await page.method('fixture/merged');
    await expectServed(other);
  });

  it('is understood whatever its headers look like (A-05, A-06, T004, T005)', async () => {
    const { world, other } = await worldWith('headers');
    await using _ = world;
    const page = await world.page('headers');
    for (let round = 0; round < 14; round++)
      expect((await page.hover()).result).toEqual({ contents: 'hover' });
    await expectServed(other);
  });

  it('is understood though it prints to stdout, and the log says that it does (A-10)', async () => {
    const { world, other } = await worldWith('noise');
    await using _ = world;
    const page = await world.page('noise');
    for (let round = 0; round < 4; round++)
      expect((await page.hover()).result).toEqual({ contents: 'hover' });
    const noise = world.lines.filter(({ message }) => message.includes('writes to stdout'));
    expect(noise[0]).toMatchObject({ level: 'warn', fields: { stdout: 'Downloading compiler 0.8.16' } });
    await expectServed(other);
  });

  it('goes on after a body that is no JSON (A-07)', async () => {
    const { world, other } = await worldWith('notJson');
    await using _ = world;
    const page = await world.page('notjson');
    expect((await page.hover()).result).toEqual({ contents: 'hover' });
    await expectServed(other);
  });

  it.each(['wrongLength', 'endlessHeader'])(
    'is restarted once when it counts as %s does, and says why (T002, A-08)',
    async (name) => {
      const { world, other } = await worldWith(name);
      await using _ = world;
      const page = await world.page(name.toLowerCase());
      const { params: ready } = await page.method('mooring/ready');
      void page.hover();
      const { params } = await page.status('restarting');
      expect(params.reason).toMatch(
        name === 'wrongLength'
          ? /^protocol error: a wrong Content-Length near ".*hover/
          : /header without an end/,
      );
      expect(params).toMatchObject({ attempt: 1, of: 5 });
      expect(await page.closed).toBe(4009);
      const again = await world.page(name.toLowerCase(), `?lease=${ready.lease}`);
      expect((await again.hover()).result).toEqual({ contents: 'hover' });
      expect((await again.method('mooring/ready')).params.lease).toBe(ready.lease);
      await eventually(() => !isAlive(ready.pid), 'the broken process has ended');
      await expectServed(other);
    },
  );

  it.each([false, true])(
    'fails one request with a size error when an answer is too large (T007; id after it: %s)',
    async (late) => {
      const { world, other } = await worldWith('oversized');
      await using _ = world;
      const page = await world.page('oversized');
      const { error } = await page.request('textDocument/hover', { late });
      expect(error?.message).toMatch(
        /textDocument\/hover has 20\.0 MiB; Mooring passes messages of up to 16 MiB/,
      );
      expect((await page.request('fixture/else')).result).toBeNull();
      await expectServed(other);
    },
  );
});

describe('A language server that dies or hangs', () => {
  it('is tried five times when it ends at once, then its exit code and last words are shown (T027, KI-31, SC-P3)', async () => {
    const { world, other } = await worldWith('crashesAtOnce');
    await using _ = world;
    const page = await world.connect('crashesatonce');
    const answer = page.request('initialize', { capabilities: {} });
    const { params } = await page.status('failed');
    expect(params.reason).toBe(
      'crashesAtOnce ended (exit code 3: fatal: no such toolchain). It was restarted 5 times.',
    );
    expect(params.exit).toEqual({
      code: 3,
      signal: null,
      stderr: ['loading the project', 'fatal: no such toolchain'],
    });
    expect(await page.closed).toBe(4006);
    const attempts = page.messages.filter(({ params: status }) => status?.state === 'restarting');
    expect(attempts.map(({ params: status }) => status.attempt)).toEqual([1, 2, 3, 4, 5]);
    expect((await answer).error?.message).toMatch(/ended/);
    await expectServed(other);
  });

  it('has its pending requests answered when it dies, and is started again (A-25, A-27, T015)', async () => {
    const { world, other } = await worldWith('crashesOnHover');
    await using _ = world;
    const page = await world.page('crashesonhover');
    const { params: ready } = await page.method('mooring/ready');
    const { error } = await page.hover();
    expect(error?.message).toBe('crashesOnHover ended (exit code 101: panic: index out of range).');
    expect((await page.request('late')).error?.message).toMatch(/not running at the moment/);
    expect(await page.closed).toBe(4009);
    const again = await world.page('crashesonhover', `?lease=${ready.lease}`);
    expect((await again.hover()).result).toEqual({ contents: 'hover' });
    await expectServed(other);
  });

  it('is started again after SIGKILL (T015)', async () => {
    const { world, other } = await worldWith('good', { restartDelays: [10] });
    await using _ = world;
    const { params: ready } = await other.method('mooring/ready');
    const unanswered = other.request('fixture/never');
    process.kill(ready.pid, 'SIGKILL');
    expect((await unanswered).error?.message).toBe('good ended (killed by SIGKILL).');
    expect(await other.closed).toBe(4009);
    const again = await world.page('good', `?lease=${ready.lease}`);
    await expectServed(again);
  });

  it('that ignores shutdown is gone within five seconds of a release, which is acknowledged within three (A-23, T034)', async () => {
    const { world, other } = await worldWith('ignoresShutdown');
    await using _ = world;
    const page = await world.page('ignoresshutdown');
    const pid = await page.result('fixture/pid');
    const before = performance.now();
    expect((await page.request('mooring/release', { reason: 'stop' })).result).toBeNull();
    expect(performance.now() - before).toBeLessThan(3_300);
    expect(await page.closed).toBe(1000);
    const restarted = await world.page('ignoresshutdown');
    expect((await restarted.hover()).result).toEqual({ contents: 'hover' });
    await eventually(() => !isAlive(pid), 'the old process is gone', 5_000);
    await expectServed(other);
  });

  it('takes its children with it (T030, T032, KI-55)', async () => {
    const { world, other } = await worldWith('spawnsChild');
    await using _ = world;
    const page = await world.page('spawnschild');
    const pids: number[] = await page.result('fixture/pid');
    await page.close();
    await eventually(() => !pids.some(isAlive), 'server and child are gone');
    await expectServed(other);
  });

  it('is ended at once, unasked, when it has not answered initialize (T029, T035, T039)', async () => {
    const { world, other } = await worldWith('neverInitializes');
    await using _ = world;
    const page = await world.connect('neverinitializes');
    void page.request('initialize', { capabilities: {} });
    const log = join(world.folder, 'never-initializes.log');
    await eventually(
      () => existsSync(log) && readFileSync(log, 'utf8').includes('initialize'),
      'it was asked',
    );
    const pid = Number(/pid (\d+)/.exec(readFileSync(log, 'utf8'))?.[1]);
    const before = performance.now();
    await page.request('mooring/release', { reason: 'stop' });
    expect(performance.now() - before).toBeLessThan(1_000);
    expect(isAlive(pid)).toBe(false);
    expect(readFileSync(log, 'utf8')).not.toContain('shutdown');
    await expectServed(other);
  });

  it('has its refusal of initialize shown (KI-29)', async () => {
    const { world, other } = await worldWith('refusesInitialize');
    await using _ = world;
    const page = await world.connect('refusesinitialize');
    const { error } = await page.request('initialize', { capabilities: {} });
    expect(error?.message).toBe('The licence has expired');
    expect((await page.status('failed')).params.reason).toContain('The licence has expired');
    expect(await page.closed).toBe(4008);
    await expectServed(other);
  });

  it('that does not answer a request has it cancelled after the time limit (A-28, SC-18, KC-35)', async () => {
    const { world, other } = await worldWith('good', { requestTimeout: 200 });
    await using _ = world;
    const { error } = await other.request('fixture/never');
    expect(error).toMatchObject({ code: -32800 });
    expect(error?.message).toMatch(/^good did not answer fixture\/never within \d+ s; it was cancelled\.$/);
    const seen: any[] = await other.result('fixture/seen');
    const asked = seen.find((item) => item.never)?.never;
    expect(seen.find((item) => item.cancel)?.cancel).toBe(asked);
    await expectServed(other);
  });
});

describe('A page that misbehaves', () => {
  it('gets an error for bad JSON and is served on; a binary frame ends its socket only (T008)', async () => {
    const { world, other } = await worldWith('noise');
    await using _ = world;
    const page = await world.page('good');
    page.socket.send('{bad');
    const { error } = await page.until(({ id, error: failure }) => id === null && failure !== undefined);
    expect(error?.code).toBe(-32700);
    await expectServed(page);
    page.socket.send(Buffer.from('{"jsonrpc":"2.0"}'), { binary: true });
    expect(await page.closed).toBe(4009);
    await expectServed(other);
    await expectServed(await world.page('good'));
  });

  it('gets a size error for a message beyond 16 MiB and is served on (T007)', async () => {
    const { world, other } = await worldWith('noise');
    await using _ = world;
    const page = await world.page('good');
    const { error } = await page.request('textDocument/hover', { text: 'x'.repeat(17 * 1024 * 1024) });
    expect(error?.message).toMatch(/17\.0 MiB; Mooring passes messages of up to 16 MiB/);
    await expectServed(page);
    await expectServed(other);
  });

  it('gets errors for more than 256 unanswered requests and for an id of 1 MB (KC-35)', async () => {
    const { world, other } = await worldWith('noise');
    await using _ = world;
    const page = await world.page('good');
    const answers = Array.from({ length: 10_000 }, () => page.request('fixture/never'));
    const refused = await answers[300];
    expect(refused?.error?.message).toBe('fixture/never was not sent: 256 requests are unanswered already.');
    const { error } = await new Promise<any>((resolve) => {
      void page.until(({ id, error: failure }) => id === null && failure !== undefined).then(resolve);
      void page.request('textDocument/hover', {}, 'x'.repeat(1024 * 1024));
    });
    expect(error.message).toMatch(/longer than 256 bytes/);
    await expectServed(other);
  });

  it('that stops reading while its server floods is closed, and memory stays bounded (T010, KC-33)', async () => {
    const { world, other } = await worldWith('floods');
    await using _ = world;
    const page = await world.page('floods');
    const { params: ready } = await page.method('mooring/ready');
    const before = process.memoryUsage.rss();
    page.notify('fixture/ping');
    page.send({ id: 'flood', method: 'fixture/flood', params: { mebibytes: 200 } });
    page.socket.pause();
    await eventually(
      () => world.lines.some(({ message }) => message === 'Lost a page'),
      'the page was given up',
      15_000,
    );
    expect(process.memoryUsage.rss() - before).toBeLessThan(120 * 1024 * 1024);
    await expectServed(other);
    await eventually(() => !isAlive(ready.pid), 'its server has ended');
    page.socket.resume();
    expect(await page.closed).toBe(1006);
  });

  it('that reads a flood gets all of it (T010)', async () => {
    const { world, other } = await worldWith('floods');
    await using _ = world;
    const page = await world.page('floods');
    await page.result('fixture/flood', { mebibytes: 60 });
    await eventually(
      () => page.messages.filter(({ method }) => method === 'window/logMessage').length === 960,
      'all came',
      15_000,
    );
    expect(existsSync(join(world.folder, 'flooded'))).toBe(true);
    await expectServed(other);
  });

  it('that vanishes has its requests cancelled and its server ended (T031, A-24)', async () => {
    const { world, other } = await worldWith('logsMessages');
    await using _ = world;
    const page = await world.page('logsmessages');
    await page.hover();
    void page.request('fixture/pid');
    page.socket.terminate();
    const log = join(world.folder, 'messages.jsonl');
    await eventually(() => readFileSync(log, 'utf8').includes('"exit"'), 'it was ended politely');
    await expectServed(other);
  });
});

describe('Many pages', () => {
  it('that come and go leave as many processes as pages (T031)', async () => {
    await using world = await RelayWorld.start({ servers: [fixture('good')], policy: { leases: 60 } });
    const pages = await Promise.all(Array.from({ length: 12 }, () => world.page('good')));
    const pids = await Promise.all(pages.map((page) => page.result('fixture/pid') as Promise<number>));
    expect(new Set(pids).size).toBe(12);
    await Promise.all(pages.slice(2).map((page) => page.close()));
    await eventually(() => pids.filter(isAlive).length === 2, 'two processes are left');
    await expectServed(pages[0] as Client);
  });

  it('ask with the same id, and each gets its own answer (T121, T037)', async () => {
    await using world = await RelayWorld.start({ servers: [fixture('good')] });
    const [first, second] = [await world.page('good'), await world.page('good')];
    const answers = await Promise.all([
      first.request('fixture/pid', {}, 77),
      second.request('fixture/pid', {}, 77),
    ]);
    expect(answers[0].result).not.toBe(answers[1].result);
    expect((await first.request('shutdown')).result).toBeNull();
    first.notify('exit');
    await once(first.socket, 'close');
    await expectServed(second);
  });
});
