import { describe, expect, it } from 'vitest';
import { CloseCode, RpcError } from '../../server/protocol/errors.ts';
import { BrokerWorld, settle } from './brokerWorld.ts';

describe('A lease ends once, with a reason, and leaves no process:', () => {
  it('when the page says stop, however often', async () => {
    const world = new BrokerWorld();
    const page = await world.openReady();
    page.say({ id: 'a', method: 'mooring/release', params: { reason: 'stop' } });
    page.say({ id: 'b', method: 'mooring/release', params: { reason: 'editor_idle' } });
    await world.pass(5_000);
    expect(world.ends).toEqual(['stop']);
    expect(page.closedWith).toBe(CloseCode.released);
    await expectNothingLeft(world);
  });

  it('when its page leaves, before the answer to initialize too', async () => {
    const world = new BrokerWorld();
    const ready = await world.openReady();
    const early = await world.open('other');
    ready.leave();
    early.leave();
    await world.pass(3_000);
    expect(world.ends).toEqual(['detached_timeout', 'detached_timeout']);
    await expectNothingLeft(world);
  });

  it('when the process has died more often than it may', async () => {
    const world = new BrokerWorld({ restartDelays: [1_000] });
    const page = await world.open();
    page.say({ id: 'hello', method: 'initialize', params: {} });
    world.instances[0]?.exit(3);
    await world.pass(1_500);
    world.instances[1]?.exit(3);
    world.instances[1]?.exit(3);
    await world.pass(5_000);
    expect(world.ends).toEqual(['server_exit']);
    expect(page.closedWith).toBe(CloseCode.serverExited);
    await expectNothingLeft(world);
  });

  it.each([
    [
      'cannot be found',
      { kind: 'not-found', reason: '', installable: false },
      'server_exit',
      CloseCode.notInstalled,
    ],
    ['cannot be started', { kind: 'failed', reason: '' }, 'server_exit', CloseCode.startFailed],
    ['has no folder any more', { kind: 'folder-gone' }, 'folder_closed', CloseCode.folderUnknown],
  ] as const)('when the server %s', async (_, outcome, reason, code) => {
    const world = new BrokerWorld();
    world.outcome = outcome;
    const page = await world.open();
    await world.pass(1_000);
    expect(world.ends).toEqual([reason]);
    expect(page.closedWith).toBe(code);
    await expectNothingLeft(world);
  });

  it('when it is the oldest that nobody uses, and another needs the place', async () => {
    const world = new BrokerWorld({ continuity: true, leases: 2 });
    const oldest = await world.openReady('oldest');
    oldest.leave();
    await world.pass(1_000);
    (await world.openReady('newer')).leave();
    const page = await world.openReady('newest');
    expect(world.ends).toEqual(['capacity']);
    expect(page.closedWith).toBeUndefined();
    expect(world.instances.map(({ isGone }) => isGone)).toEqual([true, false, false]);
  });

  it('when the whole server stops, in whatever state it is', async () => {
    const world = new BrokerWorld({ continuity: true });
    const pages = [
      await world.openReady('ready'),
      await world.open('starting'),
      await world.openReady('crashed'),
    ];
    (await world.openReady('detached')).leave();
    world.instances[2]?.exit(1);
    const stopped = world.broker.stop();
    await world.pass(5_000);
    await stopped;
    expect(world.ends).toEqual(Array.from({ length: 4 }, () => 'server_stop'));
    expect(pages.map(({ closedWith }) => closedWith)).toEqual(pages.map(() => CloseCode.goingAway));
    await expectNothingLeft(world);
  });
});

describe('Every request is answered once', () => {
  it.each([
    [
      'the server crashes',
      (world: BrokerWorld): unknown => world.instances[0]?.exit(1),
      RpcError.internalError,
    ],
    ['time is up', (world: BrokerWorld): unknown => world.pass(31_000), RpcError.requestCancelled],
    ['the server stops', (world: BrokerWorld): unknown => void world.broker.stop(), undefined],
  ])('by us when %s', async (_, happen, code) => {
    const world = new BrokerWorld();
    const page = await world.openReady();
    page.say({ id: 'q', method: 'textDocument/hover', params: {} });
    await happen(world);
    await world.pass(3_000);
    // The page of a server that stops is closed at once, which answers everything.
    if (code === undefined) return expect(page.closedWith).toBe(CloseCode.goingAway);
    expect(page.answersTo('q').map(({ error }) => error?.code)).toEqual([code]);
  });

  it('by the server, to the page and the id that asked', async () => {
    const world = new BrokerWorld();
    const [one, other] = [await world.openReady(), await world.openReady()];
    for (const page of [one, other]) page.say({ id: 'q', method: 'textDocument/hover', params: {} });
    world.instances.forEach((instance, index) => {
      const asked = instance.heard.find(({ method }) => method === 'textDocument/hover');
      instance.say({ id: asked?.id ?? 0, result: index });
    });
    await settle();
    expect([one, other].map((page) => page.answersTo('q').map(({ result }) => result))).toEqual([[0], [1]]);
  });

  it('to the server too, when the page it asked is gone', async () => {
    const world = new BrokerWorld({ continuity: true });
    const page = await world.openReady();
    world.instances[0]?.say({ id: 'wish', method: 'workspace/applyEdit', params: {} });
    await settle();
    expect(page.heard.at(-1)).toMatchObject({ id: 'wish', method: 'workspace/applyEdit' });
    page.leave();
    expect(world.instances[0]?.heard.find(({ id }) => id === 'wish')?.error?.code).toBe(
      RpcError.requestCancelled,
    );
  });

  it('drops an answer of the server that comes after its page left, and serves the next page', async () => {
    const world = new BrokerWorld({ continuity: true });
    const page = await world.openReady();
    page.say({ id: 'q', method: 'textDocument/hover', params: {} });
    const asked = world.instances[0]?.heard.find(({ method }) => method === 'textDocument/hover');
    page.leave();
    const next = await world.openReady('good', page.hint);
    world.instances[0]?.say({ id: asked?.id ?? 0, result: 'late' });
    await settle();
    expect(next.answersTo('q')).toEqual([]);
    expect(next.answersTo('hello')).toHaveLength(1);
    expect(world.instances).toHaveLength(1);
  });
});

async function expectNothingLeft(world: BrokerWorld): Promise<void> {
  expect(world.instances.filter(({ isGone }) => !isGone)).toEqual([]);
  expect(world.broker.leases()).toEqual([]);
}
