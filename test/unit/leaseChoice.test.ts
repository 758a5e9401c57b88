import { describe, expect, it } from 'vitest';
import { BrokerWorld, settle, TestPage } from '../fixtures/broker.ts';

describe('Which lease a page gets', () => {
  it('is its own, else the newest that nobody is attached to, else a new one (KC-18, KC-09)', async () => {
    const world = new BrokerWorld();
    const pages = [await world.page(), await world.page(), await world.page()];
    for (const page of pages) {
      page.leave();
      await world.clock.pass(1_000);
    }
    expect((await world.page({ lease: 'lease-1' })).last('mooring/ready').lease).toBe('lease-1');
    expect((await world.page({ lease: 'nonsense' })).last('mooring/ready').lease).toBe('lease-3');
    expect((await world.page()).last('mooring/ready').lease).toBe('lease-2');
    expect((await world.page()).last('mooring/ready')).toMatchObject({ lease: 'lease-4', resumed: false });
    expect((await world.page({ lease: 'lease-1' }, 'other')).last('mooring/ready').lease).toBe('lease-5');
  });

  it('is never one whose client can do something else, and that one stays', async () => {
    const world = new BrokerWorld();
    (await world.page()).leave();
    const other = world.visit({ lease: 'lease-1' });
    await settle();
    other.request('textDocument/hover', {}, 'early');
    expect(other.answerTo('early').error.message).toMatch(/first request has to be/);
    other.request('initialize', { capabilities: { other: true } });
    await settle();
    expect(other.last('mooring/ready')).toMatchObject({ lease: 'lease-2', resumed: false });
    expect((await world.page({ lease: 'lease-1' })).last('mooring/ready').resumed).toBe(true);
  });

  it('is never one that another window holds, though a duplicated tab says so (KC-10, KC-04)', async () => {
    const world = new BrokerWorld();
    const holder = await world.page();
    const duplicate = await world.page({ lease: 'lease-1' });
    expect(duplicate.sent).toEqual([]);
    holder.probes[0]?.();
    await settle();
    expect(duplicate.last('mooring/ready').lease).toBe('lease-2');
    expect(holder.closed).toBeUndefined();
    duplicate.request('mooring/release', { reason: 'stop' });
    await settle();
    const id = holder.request('textDocument/hover');
    world.instances[0]?.answer('textDocument/hover', 'served');
    expect(holder.answerTo(id).result).toBe('served');
  });

  it('is its own when its old socket is dead and nobody noticed (KC-05, T022)', async () => {
    const world = new BrokerWorld();
    const old = await world.page();
    const back = await world.page({ lease: 'lease-1' });
    await world.clock.pass(2_000);
    expect(old.closed).toBe(4009);
    expect(back.last('mooring/ready')).toMatchObject({ lease: 'lease-1', epoch: 2, resumed: true });
  });

  it('stays with its page when the one that claimed it has gone meanwhile', async () => {
    const world = new BrokerWorld();
    const silent = await world.page();
    const passing = await world.page({ lease: 'lease-1' });
    passing.leave();
    await world.clock.pass(2_000);
    expect(silent.closed).toBeUndefined();
    expect(world.instances).toHaveLength(1);
  });

  it('is none when the server stops while a page still waits for its lease', async () => {
    const world = new BrokerWorld();
    await world.page();
    const waiting = await world.page({ lease: 'lease-1' });
    const stopped = world.broker.stop();
    await world.clock.pass(2_000);
    await stopped;
    expect(waiting.closed).toBe(1001);
    expect(world.instances).toHaveLength(1);
    expect(world.broker.leases()).toEqual([]);
  });

  it('is its own at once when it knows its epoch (KC-05)', async () => {
    const world = new BrokerWorld();
    const old = await world.page();
    const back = await world.page({ lease: 'lease-1', epoch: 1 });
    expect(old.closed).toBe(4009);
    expect(back.last('mooring/ready')).toMatchObject({ lease: 'lease-1', resumed: true });
    // Whatever the old page still says or hears of changes nothing (KC-28, KI-33).
    old.leave();
    old.request('textDocument/hover');
    old.notify('exit');
    const id = back.request('textDocument/hover');
    world.instance.answer('textDocument/hover', 'x');
    expect(back.answerTo(id).result).toBe('x');
    expect(world.instance.all('textDocument/hover')).toHaveLength(1);
  });

  it('is a new one for a client that knows nothing of ours', async () => {
    const world = new BrokerWorld();
    (await world.page()).leave();
    const plain = await world.page(undefined, 'fixture', new TestPage(false));
    expect(plain.last('mooring/ready').lease).toBe('lease-2');
  });

  it('is the place of the oldest detached one when all are taken, and none when all are attached (KC-08, KI-27)', async () => {
    const world = new BrokerWorld({ leases: 3 });
    const [first, second, third] = [
      await world.page(undefined, 'a'),
      await world.page(undefined, 'b'),
      await world.page(undefined, 'c'),
    ];
    second.leave();
    await world.clock.pass(1_000);
    first.leave();
    const fourth = await world.page(undefined, 'd');
    expect(world.endReasons()).toEqual(['capacity']);
    expect(world.instances[1]?.last('exit')).toBeDefined();
    await world.page(undefined, 'e');
    const refused = await world.page(undefined, 'f');
    expect(refused.closed).toBe(4005);
    expect(refused.last('mooring/status').reason).toMatch(/^All 3 places .* Fixture, Fixture, Fixture/);
    for (const page of [third, fourth]) expect(page.closed).toBeUndefined();
  });

  it('is given back when nothing can be started in it, and not asked for when there is no place (KI-P02)', async () => {
    const world = new BrokerWorld({ leases: 1 });
    world.outcome = { kind: 'failed', reason: 'No such thing.' };
    for (let attempt = 1; attempt <= 3; attempt++) {
      expect((await world.page(undefined, `broken-${attempt}`)).closed).toBe(4008);
    }
    world.outcome = undefined;
    expect((await world.page(undefined, 'a')).closed).toBeUndefined();
    expect((await world.page(undefined, 'b')).closed).toBe(4005);
    expect(world.instances).toHaveLength(1);
  });
});

describe('With continuity switched off', () => {
  it('a lease ends with its page, and nobody else gets it (KC-39)', async () => {
    const world = new BrokerWorld({ continuity: false });
    const page = await world.page();
    page.leave();
    await world.clock.pass(1);
    expect(world.endReasons()).toEqual(['detached_timeout']);
    expect((await world.page({ lease: 'lease-1' })).last('mooring/ready').lease).toBe('lease-2');
  });

  it('a page that is sent away for a restart has ten seconds to come back', async () => {
    const world = new BrokerWorld({ continuity: false });
    const page = await world.page();
    world.instance.exit(1);
    await world.clock.pass(1_000);
    expect(page.closed).toBe(4009);
    const stranger = await world.page();
    expect(stranger.last('mooring/ready').lease).toBe('lease-2');
    await world.clock.pass(5_000);
    const back = await world.page({ lease: 'lease-1' });
    expect(back.last('mooring/ready')).toMatchObject({ lease: 'lease-1', resumed: false });
    await world.clock.pass(20_000);
    expect(back.closed).toBeUndefined();
  });
});
