import { describe, expect, it } from 'vitest';
import { BrokerWorld, open, settle } from '../fixtures/broker.ts';

describe('A server that dies while no page is there', () => {
  it('is started again for the next page, which is told why and not that it finds the old one (KC-14, A-27, SC-P1)', async () => {
    const world = new BrokerWorld();
    const first = await world.page();
    open(first, 'file:///a');
    first.leave();
    world.instance.exit(1, ['out of memory']);
    await world.clock.pass(10 * 60_000);
    expect(world.instances).toHaveLength(1);
    expect(world.broker.leases()[0]?.state.kind).toBe('dormant');
    const next = await world.page({ lease: 'lease-1' });
    expect(next.last('mooring/status')).toMatchObject({
      state: 'restarting',
      attempt: 1,
      of: 5,
      delay: 0,
      reason: 'exit code 1: out of memory',
    });
    await world.clock.pass(0);
    expect(next.methods()).toEqual(['mooring/status', 'mooring/status', 'mooring/ready']);
    expect(next.last('mooring/ready')).toMatchObject({ lease: 'lease-1', resumed: false, pid: 101 });
    open(next, 'file:///a');
    expect(world.instance.last('textDocument/didOpen').params.textDocument.version).toBe(2);
    expect(world.states()).not.toContain('ended');
  });

  it('waits out its delay all the same, so that a crash loop stays a slow one', async () => {
    const world = new BrokerWorld();
    let page = await world.page();
    for (let crash = 1; crash <= 3; crash++) {
      page.leave();
      world.instance.exit(1);
      page = await world.page({ lease: 'lease-1' });
      const delay = 1_000 * 2 ** (crash - 1);
      expect(page.last('mooring/status')).toMatchObject({ attempt: crash, delay });
      await world.clock.pass(delay - 1);
      expect(world.instances).toHaveLength(crash);
      await world.clock.pass(1);
      expect(page.last('mooring/ready')).toMatchObject({ lease: 'lease-1', resumed: false });
    }
  });

  it('beyond its restarts ends its lease, and the next page gets a fresh one (KC-19)', async () => {
    const world = new BrokerWorld({ restartDelays: [] });
    (await world.page()).leave();
    world.instance.exit(1);
    await settle();
    expect(world.endReasons()).toEqual(['server_exit']);
    const fresh = await world.page({ lease: 'lease-1' });
    expect(fresh.last('mooring/ready')).toMatchObject({ lease: 'lease-2', resumed: false });
  });

  it('is not started by a page that leaves before it is due, and is forgotten with its lease', async () => {
    const world = new BrokerWorld();
    const page = await world.page();
    world.instance.exit(1);
    page.leave();
    await world.clock.pass(59 * 60_000);
    expect(world.instances).toHaveLength(1);
    expect(world.states().slice(-2)).toEqual(['restarting', 'dormant']);
    await world.clock.pass(2 * 60_000);
    expect(world.endReasons()).toEqual(['detached_timeout']);
  });

  it('makes room for another when all places are taken (KC-08)', async () => {
    const world = new BrokerWorld({ leases: 1 });
    (await world.page()).leave();
    world.instance.exit(1);
    const other = await world.page(undefined, 'other');
    expect(other.last('mooring/ready')).toMatchObject({ lease: 'lease-2' });
    expect(world.endReasons()).toEqual(['capacity']);
  });
});

describe('A server that breaks the protocol, and does not end at once', () => {
  it('is followed by another only when it is gone', async () => {
    const world = new BrokerWorld();
    await world.page();
    const broken = world.instance;
    broken.obeys = false;
    broken.breakProtocol('noise');
    await world.clock.pass(1_000);
    expect(broken.ended).toEqual(['now']);
    expect(world.instances).toHaveLength(1);
    broken.exit(0);
    await settle();
    expect(world.instances).toHaveLength(2);
    expect(world.states().slice(-3)).toEqual(['starting', 'initializing', 'ready']);
  });

  it.each([
    ['before', 0],
    ['after', 1_000],
  ])('is waited for by whoever stops its lease %s the restart is due', async (_, time) => {
    const world = new BrokerWorld();
    await world.page();
    const broken = world.instance;
    broken.obeys = false;
    broken.breakProtocol('noise');
    await world.clock.pass(time);
    let isOver = false;
    const stop = world.broker.stop().then(() => (isOver = true));
    await settle();
    expect(isOver).toBe(false);
    broken.exit(0);
    await stop;
    expect(world.instances).toHaveLength(1);
    expect(world.endReasons()).toEqual(['server_stop']);
  });
});

describe('A restart that somebody asks for', () => {
  const lease = (world: BrokerWorld) => {
    const [found] = world.broker.leases();
    if (!found) throw new Error('There is no lease');
    return found;
  };

  it('ends the process politely, answers what is pending, and sends the page for a new session (T034)', async () => {
    const world = new BrokerWorld();
    const page = await world.page();
    open(page, 'file:///a');
    const id = page.request('textDocument/hover');
    lease(world).restart();
    await settle();
    expect(page.answerTo(id).error.message).toBe('Fixture is being restarted.');
    expect(page.closed).toBe(4009);
    expect(world.instances[0]?.got.slice(-2).map(({ method }) => method)).toEqual(['shutdown', 'exit']);
    const back = await world.page({ lease: 'lease-1' });
    expect(back.last('mooring/ready')).toMatchObject({ lease: 'lease-1', resumed: false, pid: 101 });
    expect(world.states().slice(-4)).toEqual(['replacing', 'starting', 'initializing', 'ready']);
  });

  it('forgets the crashes before it, also of a lease that gave up waiting for a page', async () => {
    const world = new BrokerWorld();
    (await world.page()).leave();
    world.instance.exit(1);
    lease(world).restart();
    await settle();
    expect(lease(world).state.kind).toBe('ready');
    expect(world.instance.all('initialize')).toHaveLength(1);
    const page = await world.page({ lease: 'lease-1' });
    expect(page.last('mooring/ready').resumed).toBe(false);
    world.instance.exit(1);
    expect(page.last('mooring/status').attempt).toBe(1);
    lease(world).restart();
    await settle();
    expect(world.instances).toHaveLength(3);
  });

  it('does not mistake the late end of the process before it for a crash of the next (KI-33, KC-28)', async () => {
    const world = new BrokerWorld();
    await world.page();
    const [old] = world.instances;
    if (!old) throw new Error('Nothing was started');
    old.end = () => Promise.resolve();
    lease(world).restart();
    await settle();
    expect(world.instances).toHaveLength(2);
    old.exit(0);
    old.breakProtocol('late');
    expect(lease(world).state.kind).toBe('ready');
    expect(world.states()).not.toContain('restarting');
  });

  it('does nothing while a process is being started, and gives way to an end (SC-P1)', async () => {
    const world = new BrokerWorld();
    const page = world.visit();
    lease(world).restart();
    await settle();
    expect(world.instances).toHaveLength(1);
    page.request('initialize', {});
    world.instance.obeys = false;
    lease(world).restart();
    const held = lease(world);
    const ended = held.end('stop');
    held.restart();
    await world.clock.pass(2_000);
    world.instance.exit(0);
    await ended;
    expect(world.endReasons()).toEqual(['stop']);
    expect(world.instances).toHaveLength(1);
  });
});
