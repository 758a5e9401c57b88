import { describe, expect, it } from 'vitest';
import { mayFollow } from '../../server/broker/leaseState.ts';
import { BrokerWorld, settle, TestPage } from '../fixtures/broker.ts';

describe('A crash', () => {
  it('is followed by restarts after 1, 2, 4, 8 and 10 s, then by 4006 (A-27, T027, KI-31)', async () => {
    const world = new BrokerWorld();
    const page = await world.page();
    const delays: number[] = [];
    let current = page;
    for (let attempt = 1; attempt <= 5; attempt++) {
      const before = world.clock.now();
      world.instance.exit(3, ['fatal: no']);
      expect(current.last('mooring/status')).toMatchObject({
        state: 'restarting',
        attempt,
        of: 5,
        exit: { code: 3, signal: null, stderr: ['fatal: no'] },
        reason: 'exit code 3: fatal: no',
      });
      while (world.instances.length === attempt) await world.clock.pass(100);
      delays.push(world.clock.now() - before);
      expect(current.closed).toBe(4009);
      current = await world.page({ lease: 'lease-1' });
      expect(current.last('mooring/ready')).toMatchObject({ lease: 'lease-1', resumed: false });
    }
    expect(delays).toEqual([1_000, 2_000, 4_000, 8_000, 10_000]);
    world.instance.exit(3, ['fatal: no']);
    expect(current.last('mooring/status')).toMatchObject({ state: 'failed', exit: { code: 3 } });
    expect(current.closed).toBe(4006);
    await settle();
    expect(world.endReasons()).toEqual(['server_exit']);
    expect(world.instances.every((instance) => instance.all('initialize').length === 1)).toBe(true);
  });

  it('is forgotten after five quiet minutes', async () => {
    const world = new BrokerWorld();
    let page = await world.page();
    for (let crash = 0; crash < 12; crash++) {
      world.instance.exit(1);
      expect(page.last('mooring/status').attempt).toBe(1);
      await world.clock.pass(1_000);
      page = await world.page({ lease: 'lease-1' });
      await world.clock.pass(300_000);
    }
    expect(page.closed).toBeUndefined();
  });

  it('before `initialize` was answered leaves the page attached, and the next process answers (T027)', async () => {
    const world = new BrokerWorld();
    world.prepare = (instance) => (instance.obeys = false);
    const page = await world.page();
    world.instance.exit(1);
    world.prepare = () => {};
    await world.clock.pass(1_000);
    expect(page.closed).toBeUndefined();
    expect(page.answerTo('hello').result).toEqual({ capabilities: { hoverProvider: true } });
    expect(world.states()).toEqual(['initializing', 'restarting', 'starting', 'initializing', 'ready']);
  });

  it('answers every pending request, and those that come before the next process (A-25, SC-P2)', async () => {
    const world = new BrokerWorld();
    const page = await world.page();
    const ids = [page.request('a'), page.request('b')];
    world.instance.exit(1, ['boom']);
    ids.push(page.request('c'));
    expect(ids.map((id) => page.answerTo(id).error.message)).toEqual([
      'Fixture ended (exit code 1: boom).',
      'Fixture ended (exit code 1: boom).',
      'Fixture is not running at the moment; it is being started.',
    ]);
  });

  it('closes a page with 4006 only when it is certain and final; whatever else fails, with 4009 (KC-25)', async () => {
    const world = new BrokerWorld({ restartDelays: [1_000] });
    const page = await world.page();
    const other = await world.page();
    // Its link is lost, another socket of the same page takes over, the process is replaced: all of it passes.
    const back = await world.page({ lease: 'lease-1', epoch: 1 });
    expect(page.closed).toBe(4009);
    world.instances[0]?.exit(1);
    await world.clock.pass(1_000);
    expect(back.closed).toBe(4009);
    const last = await world.page({ lease: 'lease-1' });
    world.instance.exit(1);
    expect(last.closed).toBe(4006);
    expect(other.closed).toBeUndefined();
  });

  it('of the protocol kind ends the process and restarts it in the same way (T002)', async () => {
    const world = new BrokerWorld();
    const page = await world.page();
    world.instance.breakProtocol('a wrong Content-Length near "x"');
    expect(page.last('mooring/status').reason).toBe('protocol error: a wrong Content-Length near "x"');
    expect(world.instance.ended).toEqual(['now']);
    await world.clock.pass(1_000);
    expect(world.instances).toHaveLength(2);
    expect(world.states().filter((state) => state === 'restarting')).toHaveLength(1);
  });
});

describe('The end of a lease', () => {
  it('is asked for politely: shutdown, exit, end of input (A-22, KC-24)', async () => {
    const world = new BrokerWorld();
    const page = await world.page();
    const pending = page.request('textDocument/hover');
    page.request('mooring/release', { reason: 'stop' }, 'bye');
    await settle();
    expect(page.answerTo(pending).error.message).toBe('Fixture is stopping.');
    expect(world.instance.got.slice(-2).map(({ method }) => method)).toEqual(['shutdown', 'exit']);
    expect(world.instance.ended).toEqual(['politely']);
    expect(page.answerTo('bye').result).toBeNull();
    expect(page.closed).toBe(1000);
    expect(world.endReasons()).toEqual(['stop']);
    expect(world.broker.leases()).toEqual([]);
  });

  it('waits two seconds for an answer to shutdown, and three with its acknowledgement (A-23, T034)', async () => {
    const world = new BrokerWorld();
    const page = await world.page();
    world.instance.obeys = false;
    page.request('mooring/release', { reason: 'editor_idle' }, 'bye');
    await world.clock.pass(1_900);
    expect(world.instance.last('exit')).toBeUndefined();
    await world.clock.pass(200);
    expect(world.instance.last('exit')).toBeDefined();
    expect(page.answerTo('bye')).toBeUndefined();
    await world.clock.pass(1_000);
    expect(page.answerTo('bye').result).toBeNull();
    expect(page.closed).toBe(1000);
    world.instance.exit(0);
    await settle();
    expect(world.endReasons()).toEqual(['editor_idle']);
  });

  it('does not ask a process that has not answered initialize (T035)', async () => {
    const world = new BrokerWorld();
    world.prepare = (instance) => (instance.obeys = false);
    const page = await world.page();
    page.request('mooring/release', { reason: 'stop' });
    await settle();
    expect(world.instance.ended).toEqual(['now']);
    expect(world.instance.last('shutdown')).toBeUndefined();
    expect(page.answerTo('hello').error.message).toBe('Fixture is stopping.');
  });

  it('before the process was there ends the process as soon as it is (T029)', async () => {
    const world = new BrokerWorld({ continuity: false });
    const page = world.visit();
    page.leave();
    await world.clock.pass(1);
    expect(world.instance.ended).toEqual(['now']);
    expect(world.endReasons()).toEqual(['detached_timeout']);
  });

  it('comes once, whatever happens meanwhile (KC-19)', async () => {
    const world = new BrokerWorld();
    const page = await world.page();
    page.request('mooring/release', { reason: 'stop' });
    page.request('mooring/release', { reason: 'editor_idle' });
    page.leave();
    const stopped = world.broker.stop();
    world.instance.exit(1);
    await stopped;
    expect(world.endReasons()).toEqual(['stop']);
  });

  it('of a page’s LSP session is not the end of the process (T037)', async () => {
    const world = new BrokerWorld();
    const page = await world.page();
    page.request('shutdown', undefined, 'x');
    expect(page.answerTo('x').result).toBeNull();
    page.notify('exit');
    expect(page.closed).toBe(1000);
    await settle();
    expect(world.instance.got.some(({ method }) => method === 'shutdown' || method === 'exit')).toBe(false);
    expect(world.broker.leases()).toHaveLength(1);
  });

  it('follows its page when it is a client that knows nothing of ours', async () => {
    const world = new BrokerWorld();
    const page = await world.page(undefined, 'fixture', new TestPage(false));
    page.leave();
    await world.clock.pass(1);
    expect(world.endReasons()).toEqual(['detached_timeout']);
  });
});

describe('A start that fails', () => {
  it.each([
    [{ kind: 'not-found', reason: 'No such thing.', installable: false } as const, 4007],
    [{ kind: 'not-found', reason: 'No such thing.', installable: true } as const, 4001],
    [{ kind: 'failed', reason: 'No such thing.' } as const, 4008],
  ])('is told by a status and a close code: %j, %i', async (outcome, code) => {
    const world = new BrokerWorld();
    world.outcome = outcome;
    const page = world.visit();
    page.request('initialize', {}, 'hello');
    await settle();
    expect(page.last('mooring/status')).toEqual({
      state: 'failed',
      reason: 'No such thing.',
      guidance: 'Install it.',
    });
    expect(page.answerTo('hello').error.message).toBe('No such thing.');
    expect(page.closed).toBe(code);
    expect(world.broker.leases()).toEqual([]);
  });

  it('by a fault of our own ends that lease and no other', async () => {
    const world = new BrokerWorld();
    const other = await world.page();
    world.prepare = () => {
      throw new Error('the disk is on fire');
    };
    const page = await world.page(undefined, 'another');
    expect(page.last('mooring/status').reason).toBe(
      'Fixture could not be started: the disk is on fire. The log of the server has more.',
    );
    expect(page.closed).toBe(4008);
    expect(world.lines.find(({ level }) => level === 'error')?.fields.error).toContain('lease.test.ts');
    const id = other.request('textDocument/hover');
    world.instance.answer('textDocument/hover', 'served');
    expect(other.answerTo(id).result).toBe('served');
  });
});

describe('The table of states', () => {
  it('has no way out of the end, and none past it', () => {
    const states = [
      'starting',
      'initializing',
      'ready',
      'restarting',
      'dormant',
      'replacing',
      'ending',
      'ended',
    ] as const;
    for (const state of states) {
      expect(mayFollow('ended', state)).toBe(false);
      expect(mayFollow(state, 'ended')).toBe(state === 'ending');
      expect(mayFollow(state, 'ending')).toBe(state !== 'ending' && state !== 'ended');
    }
  });
});
