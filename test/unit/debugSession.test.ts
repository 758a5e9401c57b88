import { describe, expect, it } from 'vitest';
import { DebugBench } from '../fixtures/debugBroker.ts';
import { settle } from '../fixtures/testClock.ts';

describe('A debug session', () => {
  it('says first that the adapter is there', async () => {
    const bench = new DebugBench();
    const page = await bench.open();
    expect(page.sent).toEqual([
      {
        seq: 0,
        type: 'event',
        event: 'mooring/ready',
        body: {
          session: 'session-1',
          epoch: 0,
          adapter: { label: 'Toy', command: '/bin/adapter', version: '1.0', pid: 4711 },
        },
      },
    ]);
  });

  it('is over 15 s after an initialize that nobody answers, and not after one that was answered (A-69)', async () => {
    const bench = new DebugBench();
    const { page: answered } = await bench.talking();
    const page = await bench.open();
    const seq = page.ask('initialize');
    await bench.clock.pass(14_999);
    expect(page.closed).toBeUndefined();
    await bench.clock.pass(1);
    expect(page.answerOf(seq).message).toMatch(/did not answer "initialize" within 15 s and was stopped/);
    expect(page.events().slice(-2)).toEqual(['mooring/failed', 'terminated']);
    expect(page.closed).toBe(4008);
    expect(bench.adapters[1]?.ends).toEqual(['now']);
    expect(answered.closed).toBeUndefined();
  });

  it('is over with 4008 when its launch fails in a way that nobody foresaw', async () => {
    const bench = new DebugBench();
    const page = await bench.open(Promise.reject(new Error('EACCES: permission denied')));
    expect(page.ask('initialize')).toBe(1);
    expect(page.answerOf(1).message).toMatch(/^Toy could not be started: EACCES: permission denied\./);
    expect(page.closed).toBe(4008);
  });

  it('asks the adapter to disconnect when its page leaves, and waits 1.5 s for it (A-67)', async () => {
    const bench = new DebugBench();
    const { page, adapter, line } = await bench.talking();
    page.ask('launch');
    page.session?.left(page, 'departed');
    expect(line.got.at(-1)).toEqual({
      seq: 3,
      type: 'request',
      command: 'disconnect',
      arguments: { terminateDebuggee: true },
    });
    await bench.clock.pass(1_499);
    expect(adapter.ends).toEqual([]);
    await bench.clock.pass(1);
    expect(adapter.ends).toEqual(['now']);
    expect(line.isClosed).toBe(true);
  });

  it.each([
    ['its answer', { type: 'response', request_seq: 2, success: true, command: 'disconnect' }],
    ['its refusal', { type: 'response', request_seq: 2, success: false, command: 'disconnect' }],
    ['"terminated"', { type: 'event', event: 'terminated' }],
  ])('waits no longer than until %s', async (_, message) => {
    const bench = new DebugBench();
    const { page, adapter, line } = await bench.talking();
    page.session?.left(page, 'departed');
    line.say({ type: 'event', event: 'output', body: {} });
    expect(adapter.ends).toEqual([]);
    line.say(message);
    await settle();
    expect(adapter.ends).toEqual(['politely']);
  });

  it('that has said goodbye says it once', async () => {
    const bench = new DebugBench();
    const { page, adapter, line } = await bench.talking();
    page.ask('disconnect');
    line.answer('disconnect');
    page.close(1000);
    await settle();
    expect(line.commands()).toEqual(['initialize', 'disconnect']);
    expect(adapter.ends).toEqual(['politely']);
  });

  it('that is terminated has nothing to wait for when its page leaves', async () => {
    const bench = new DebugBench();
    const { page, adapter, line } = await bench.talking();
    line.say({ type: 'event', event: 'terminated' });
    page.close(1000);
    await settle();
    expect(adapter.ends).toEqual(['politely']);
  });

  it('answers a disconnect that the adapter ignores for 1.5 s, and ends it (A-68)', async () => {
    const bench = new DebugBench();
    const { page, adapter } = await bench.talking();
    const pending = page.ask('evaluate');
    const seq = page.ask('disconnect');
    await bench.clock.pass(1_500);
    expect(page.answerOf(seq)).toMatchObject({ success: true });
    expect(page.answerOf(pending)).toMatchObject({ success: false });
    expect(page.events().at(-1)).toBe('terminated');
    expect(page.closed).toBe(1000);
    expect(adapter.ends).toEqual(['now']);
  });

  it('closes the socket of a page that does not, 1.5 s after it was disconnected', async () => {
    const bench = new DebugBench();
    const { page, line } = await bench.talking();
    page.ask('disconnect');
    line.answer('disconnect');
    await bench.clock.pass(1_499);
    expect(page.closed).toBeUndefined();
    await bench.clock.pass(1);
    expect(page.closed).toBe(1000);
  });

  it('ends without a fault when the adapter ends after "terminated"', async () => {
    const bench = new DebugBench();
    const { page, adapter, line } = await bench.talking();
    line.say({ type: 'event', event: 'terminated' });
    adapter.exit({ code: null, signal: 'SIGABRT' });
    await bench.clock.pass(0);
    expect(page.closed).toBe(1000);
    expect(page.events()).toEqual(['mooring/ready', 'terminated']);
  });

  it.each([
    ['ends without a fault when the program is its own adapter and exits with 0', { code: 0 }, true, 1000],
    ['is at fault when it exits with another code', { code: 1 }, true, 4006],
    ['is at fault when it exits with 0 before a program runs', { code: 0 }, false, 4006],
  ])('%s', async (_, exit, isLaunched, code) => {
    const bench = new DebugBench();
    const { page, adapter, line } = await bench.talking();
    if (isLaunched) {
      page.ask('launch');
      line.answer('launch');
    }
    adapter.exit(exit);
    await bench.clock.pass(0);
    expect(page.events()).toContain('terminated');
    expect(page.closed).toBe(code);
  });

  it('tells the exit of an adapter whose connection closed before', async () => {
    const bench = new DebugBench();
    const { page, adapter, line } = await bench.talking();
    const pending = page.ask('threads');
    line.events?.closed();
    await bench.clock.pass(400);
    expect(page.closed).toBeUndefined();
    adapter.exit({ code: 3, stderr: ['fatal'] });
    expect(page.answerOf(pending).message).toBe('Toy ended (exit code 3: fatal).');
    expect(page.closed).toBe(4006);
  });

  it('holds back whoever talks faster than the other listens', async () => {
    const bench = new DebugBench();
    const { page, adapter, line } = await bench.talking();
    page.session?.congested(page, true);
    await settle();
    expect([line.isPaused, adapter.isPaused]).toEqual([true, true]);
    page.session?.congested(page, false);
    await settle();
    expect([line.isPaused, adapter.isPaused]).toEqual([false, false]);
    line.hasRoom = false;
    page.ask('evaluate');
    expect(page.isPaused).toBe(true);
    line.events?.drained();
    expect(page.isPaused).toBe(false);
  });

  it('has a bound on what is asked before the adapter is there, and after', async () => {
    const bench = new DebugBench();
    const { page } = await bench.talking();
    const asked = Array.from({ length: 257 }, () => page.ask('evaluate'));
    expect(page.answerOf(asked[255] ?? 0)).toBeUndefined();
    expect(page.answerOf(asked[256] ?? 0).message).toMatch(/has 256 requests to answer/);
    const early = await bench.open({ kind: 'failed', reason: 'It could not be started.' });
    expect(early.ask('initialize')).toBe(1);
    expect(early.answerOf(1)).toMatchObject({ success: false, message: 'It could not be started.' });
    expect(early.closed).toBe(4008);
  });

  it('that is refused is closed after a second, asked or not', async () => {
    const bench = new DebugBench();
    const page = await bench.open({ kind: 'folder-gone' });
    expect(page.events()).toEqual(['output', 'mooring/failed']);
    await bench.clock.pass(999);
    expect(page.closed).toBeUndefined();
    await bench.clock.pass(1);
    expect(page.closed).toBe(4002);
  });

  it('ends its children with itself, and the process with the last of all', async () => {
    const bench = new DebugBench();
    bench.sharesProcess = true;
    const { page, adapter, line } = await bench.talking();
    const child = await bench.open(undefined, page.session);
    expect(adapter.lines).toHaveLength(2);
    expect(bench.adapters).toHaveLength(1);
    page.ask('disconnect');
    line.answer('disconnect');
    page.close(1000);
    await settle();
    expect(adapter.ends).toEqual(['politely']);
    adapter.exit();
    await bench.clock.pass(0);
    expect(child.events()).toEqual(['mooring/ready', 'terminated']);
    expect(child.closed).toBe(1000);
  });

  it('is told all that its adapter said before another session of it ended by itself (T078)', async () => {
    const bench = new DebugBench();
    bench.sharesProcess = true;
    const { page, adapter, line } = await bench.talking();
    const child = await bench.open(undefined, page.session);
    const [, childLine] = adapter.lines;
    line.say({ type: 'event', event: 'terminated' });
    page.ask('disconnect');
    // It has so much to say elsewhere that it does not come to answer in time.
    await bench.clock.pass(1_500);
    expect(page.closed).toBe(1000);
    for (let late = 0; late < 3; late++) {
      await bench.clock.pass(999);
      childLine?.say({ type: 'event', event: 'output', body: {} });
      await bench.clock.pass(1);
    }
    child.session?.congested(child, true);
    await bench.clock.pass(5_000);
    expect(adapter.ends).toEqual([]);
    child.session?.congested(child, false);
    await bench.clock.pass(1_000);
    expect(adapter.ends).toEqual(['politely']);
    adapter.exit();
    await bench.clock.pass(0);
    expect(child.events()).toEqual(['mooring/ready', 'output', 'output', 'output', 'terminated']);
  });

  it('is told that the server stops, which waits until nothing is left', async () => {
    const bench = new DebugBench();
    const { page, adapter, line } = await bench.talking();
    let isStopped = false;
    const pending = page.ask('evaluate');
    const stopped = bench.broker.stop().then(() => (isStopped = true));
    expect(page.closed).toBe(1001);
    expect(page.answerOf(pending)).toMatchObject({ success: false, message: 'Mooring stops.' });
    line.answer('disconnect');
    await settle();
    expect(isStopped).toBe(false);
    adapter.exit();
    await stopped;
    const late = await bench.open();
    expect(late.closed).toBe(1001);
  });
});
