import { describe, expect, it } from 'vitest';
import { BrokerWorld, open, settle } from '../fixtures/broker.ts';

const hour = 60 * 60_000;

describe('A page that leaves', () => {
  it('has its requests cancelled, the server’s answered, its documents closed; the server runs on (KC-01, KC-13, KC-27)', async () => {
    const world = new BrokerWorld();
    const page = await world.page();
    open(page, 'file:///a');
    open(page, 'file:///b');
    page.notify('textDocument/didClose', { textDocument: { uri: 'file:///b' } });
    page.request('textDocument/hover');
    world.instance.say({ id: 's1', method: 'window/showMessageRequest', params: {} });
    const before = world.instance.got.length;
    page.leave();
    expect(world.instance.got.slice(before)).toEqual([
      {
        jsonrpc: '2.0',
        method: '$/cancelRequest',
        params: { id: world.instance.last('textDocument/hover').id },
      },
      { jsonrpc: '2.0', id: 's1', error: { code: -32800, message: 'The editor has gone.' } },
      { jsonrpc: '2.0', method: 'textDocument/didClose', params: { textDocument: { uri: 'file:///a' } } },
    ]);
    world.instance.answer('textDocument/hover', 'late');
    await world.clock.pass(hour - 60_000);
    expect(world.instance.ended).toEqual([]);
    expect(JSON.stringify(world.broker.leases()[0]?.documents)).not.toContain('text 1');
  });

  it('finds the same process again, with what it missed (KC-02, KC-11, KC-20, KC-32)', async () => {
    const world = new BrokerWorld();
    const first = await world.page();
    world.instance.say({
      id: 1,
      method: 'client/registerCapability',
      params: {
        registrations: [
          { id: 'a', method: 'x/a' },
          { id: 'b', method: 'x/b', registerOptions: { o: 1 } },
        ],
      },
    });
    first.say({ id: 1, result: null });
    first.leave();
    world.instance.say({
      id: 2,
      method: 'client/registerCapability',
      params: {
        registrations: [
          { id: 'c', method: 'x/c' },
          { id: 'b', method: 'x/b2' },
        ],
      },
    });
    world.instance.say({
      id: 3,
      method: 'client/unregisterCapability',
      params: { unregisterations: [{ id: 'a', method: 'x/a' }] },
    });
    world.instance.say({ id: 4, method: 'window/workDoneProgress/create', params: { token: 't' } });
    world.instance.notify('$/progress', {
      token: 't',
      value: { kind: 'begin', title: 'Indexing', percentage: 1 },
    });
    world.instance.notify('$/progress', {
      token: 't',
      value: { kind: 'report', message: 'half', percentage: 50 },
    });
    world.instance.notify('$/progress', { token: 'over', value: { kind: 'begin', title: 'x' } });
    world.instance.notify('$/progress', { token: 'over', value: { kind: 'end' } });
    expect([2, 3, 4].map((id) => world.instance.answerTo(id))).toEqual(
      [2, 3, 4].map((id) => ({ jsonrpc: '2.0', id, result: null })),
    );
    const second = await world.page({ lease: 'lease-1' });
    expect(second.answerTo('hello').result).toEqual({ capabilities: { hoverProvider: true } });
    expect(second.last('mooring/ready')).toEqual({
      lease: 'lease-1',
      relay: 'run-1',
      epoch: 2,
      resumed: true,
      folder: 'file:///work/folder',
      extension: 'file:///ext',
      pid: 100,
      key: 'key-1',
      policy: { continuity: true, editorIdle: 120_000 },
      result: { capabilities: { hoverProvider: true } },
      registrations: [
        { id: 'c', method: 'x/c' },
        { id: 'b', method: 'x/b2' },
      ],
      progress: [
        { token: 't', value: { kind: 'begin', title: 'Indexing', message: 'half', percentage: 50 } },
      ],
    });
    expect(world.instances).toHaveLength(1);
    expect(world.instance.all('initialize')).toHaveLength(1);
    expect(world.instance.all('initialized')).toHaveLength(1);
    second.request('mooring/synced', undefined, 'synced');
    expect(second.answerTo('synced').result).toBeNull();
  });

  it('before `initialize` was answered is followed by one that waits for the same answer (KC-23)', async () => {
    const world = new BrokerWorld();
    world.prepare = (instance) => (instance.obeys = false);
    const first = await world.page();
    first.leave();
    const second = await world.page({ lease: 'lease-1' });
    expect(world.instance.all('initialize')).toHaveLength(1);
    world.instance.answer('initialize', { capabilities: {} });
    expect(first.answerTo('hello')).toBeUndefined();
    expect(second.answerTo('hello').result).toEqual({ capabilities: {} });
    expect(second.last('mooring/ready').resumed).toBe(false);
  });

  it('before it sent `initialized` leaves that to the next one (KC-23)', async () => {
    const world = new BrokerWorld();
    const first = world.visit();
    await settle();
    first.request('initialize', { capabilities: { textDocument: {} } });
    first.leave();
    const second = await world.page({ lease: 'lease-1' });
    second.notify('initialized');
    expect(world.instance.all('initialized')).toHaveLength(1);
  });

  it('is not waited for longer than an hour, which a sleeping machine does not count (KC-07)', async () => {
    const world = new BrokerWorld();
    (await world.page()).leave();
    await world.clock.pass(30 * 60_000);
    await world.clock.sleep(8 * hour);
    await world.clock.pass(25 * 60_000);
    expect(world.endReasons()).toEqual([]);
    const back = await world.page({ lease: 'lease-1' });
    await world.clock.pass(3 * hour);
    back.leave();
    await world.clock.pass(59 * 60_000);
    expect(world.endReasons()).toEqual([]);
    await world.clock.pass(2 * 60_000);
    expect(world.endReasons()).toEqual(['detached_timeout']);
    expect(world.instance.last('exit')).toBeDefined();
    const fresh = await world.page({ lease: 'lease-1' });
    expect(fresh.last('mooring/ready')).toMatchObject({ lease: 'lease-2', resumed: false });
  });
});

describe('While no page is attached', () => {
  it('the server’s questions are answered, configuration from the last settings (KC-12, KC-31)', async () => {
    const world = new BrokerWorld();
    const page = await world.page();
    page.notify('mooring/configuration', {
      settings: { python: { analysis: { mode: 'open' } }, 'a.b': 1, x: { 'y.z': { w: 2 } } },
    });
    page.leave();
    const items = [
      { section: 'python' },
      { section: 'python.analysis.mode', scopeUri: 'file:///' },
      { section: 'a.b' },
      { section: 'x.y.z.w' },
      { section: 'none' },
    ];
    world.instance.say({ id: 1, method: 'workspace/configuration', params: { items } });
    world.instance.say({ id: 2, method: 'window/showMessageRequest', params: {} });
    world.instance.say({ id: 3, method: 'workspace/applyEdit', params: {} });
    expect(world.instance.answerTo(1).result).toEqual([{ analysis: { mode: 'open' } }, 'open', 1, 2, null]);
    expect(world.instance.answerTo(2).error.code).toBe(-32601);
    expect(world.instance.answerTo(3).error.code).toBe(-32601);
  });

  it('nothing that the server says piles up', async () => {
    const world = new BrokerWorld();
    const page = await world.page();
    page.leave();
    for (let count = 0; count < 1_000; count++)
      world.instance.notify('window/logMessage', { message: 'x'.repeat(1_000) });
    expect(page.sent.some(({ method }) => method === 'window/logMessage')).toBe(false);
    const next = await world.page({ lease: 'lease-1' });
    expect(next.methods()).toEqual(['mooring/ready']);
  });

  it('a server that registers the same again and again runs on', async () => {
    const world = new BrokerWorld();
    await world.page();
    // As rust-analyzer does each time it loads the workspace.
    const registrations = [{ id: 'watch', method: 'x', registerOptions: 'x'.repeat(500_000) }];
    for (let count = 0; count < 20; count++) {
      world.instance.say({ id: count, method: 'client/registerCapability', params: { registrations } });
    }
    await settle();
    expect(world.endReasons()).toEqual([]);
  });

  it('a server that registers without end is stopped (KC-36)', async () => {
    const world = new BrokerWorld();
    (await world.page()).leave();
    const registrations = (id: string): object[] => [
      { id, method: 'x', registerOptions: 'x'.repeat(500_000) },
    ];
    for (let count = 0; count < 10; count++) {
      world.instance.say({
        id: count,
        method: 'client/registerCapability',
        params: { registrations: registrations(String(count)) },
      });
    }
    await settle();
    expect(world.endReasons()).toEqual(['server_exit']);
  });
});
