import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  eventually,
  expectServed,
  fixture,
  isAlive,
  productRoot,
  RelayWorld,
  worldWith,
  type Wire,
} from './relayWorld.ts';

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

  it('takes nobody with it when it is written to while it dies (A-26)', async () => {
    const { world, other } = await worldWith('good');
    await using _ = world;
    const page = await world.page('good');
    const pid = await page.result('fixture/pid');
    const text = 'x'.repeat(64 * 1024);
    for (let version = 1; version <= 200; version++) {
      if (version === 20) process.kill(pid, 'SIGKILL');
      page.open(`file:///${version}.txt`, text, version);
    }
    expect(await page.closed).toBe(4009);
    await expectServed(other);
    await expectServed(await world.page('good'));
  });

  it.skipIf(process.platform === 'win32')(
    'that closes its input but lives on is ended and started again (A-26)',
    async () => {
      const script = join(productRoot, 'test/fixtures/servers/closesInput.sh');
      const deaf = fixture('deaf', { command: [{ path: '/bin/sh', probe: [] }], args: [script] });
      await using world = await RelayWorld.start({
        servers: [deaf, fixture('good')],
        policy: { restartDelays: [30] },
      });
      const other = await world.page('good');
      const page = await world.page('deaf');
      const { params: ready } = await page.method('mooring/ready');
      page.open('file:///a.txt');
      expect((await page.status('restarting')).params).toMatchObject({ attempt: 1 });
      await eventually(() => !isAlive(ready.pid), 'the deaf process is gone');
      await expectServed(other);
    },
  );

  it.skipIf(process.platform === 'win32')(
    'that closes its output and reads no more is ended, with what waits to be written to it (KI-P06)',
    async () => {
      const script = join(productRoot, 'test/fixtures/servers/closesOutput.sh');
      const mute = fixture('mute', { command: [{ path: '/bin/sh', probe: [] }], args: [script] });
      await using world = await RelayWorld.start({
        servers: [mute, fixture('good')],
        // Long enough for the page's request to be read before its session is over.
        policy: { restartDelays: [60_000] },
      });
      const other = await world.page('good');
      const page = await world.page('mute');
      const { params: ready } = await page.method('mooring/ready');
      for (let version = 1; version <= 8; version++) page.open('file:///a.txt', 'x'.repeat(1e6), version);
      const answer = page.hover();
      expect((await page.status('restarting')).params).toMatchObject({ attempt: 1 });
      expect((await answer).error).toBeDefined();
      await eventually(() => !isAlive(ready.pid), 'the mute process is gone');
      await expectServed(other);
    },
  );

  it('that stops reading holds its page back, and what waits for it stays bounded (A-11)', async () => {
    const { world, other } = await worldWith('slowReader');
    await using _ = world;
    const page = await world.page('slowreader');
    await page.result('fixture/stopReading');
    const text = 'x'.repeat(1024 * 1024);
    for (let version = 1; version <= 128; version++) page.open('file:///a.txt', text, version);
    const sent = 128 * text.length;
    let still = 0;
    let before = -1;
    await eventually(() => {
      still = page.socket.bufferedAmount === before ? still + 1 : 0;
      before = page.socket.bufferedAmount;
      return still > 50;
    }, 'nothing more is taken');
    await expectServed(other);
    // One page's outbound limit, and what pipes and sockets hold.
    expect(sent - page.socket.bufferedAmount).toBeLessThan(32 * 1024 * 1024);
    expect(page.socket.bufferedAmount).toBeGreaterThan(0);
    page.socket.terminate();
    await expectServed(other);
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
    await page.request('mooring/release', { reason: 'stop' });
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
    const seen: Wire[] = await other.result('fixture/seen');
    const asked = seen.find((item) => item.never)?.never;
    expect(seen.find((item) => item.cancel)?.cancel).toBe(asked);
    await expectServed(other);
  });
});
