import { describe, expect, it } from 'vitest';
import { BrokerWorld, settle } from '../fixtures/broker.ts';

describe('The one initialize of a process', () => {
  it('says where the folder is and who the parent is, and gets the descriptor’s options (A-15, A-16, T098)', async () => {
    const world = new BrokerWorld();
    const page = world.visit();
    await settle();
    page.request('initialize', {
      processId: 1,
      rootUri: 'vscode-test-web://mount/',
      command: 'evil',
      capabilities: { a: 1 },
    });
    expect(world.instance.last('initialize').params).toEqual({
      processId: 4711,
      rootUri: 'file:///work/folder',
      rootPath: '/work/folder',
      workspaceFolders: [{ uri: 'file:///work/folder', name: 'folder' }],
      command: 'evil',
      capabilities: { a: 1 },
      initializationOptions: { folder: 'file:///work/folder/x', list: ['file:///ext'], n: 1 },
    });
    page.request('initialize', {});
    expect(page.sent.at(-1).error.message).toMatch(/has sent "initialize" already/);
    expect(world.instance.all('initialize')).toHaveLength(1);
  });

  it('keeps the options a page sends', async () => {
    const world = new BrokerWorld();
    const page = world.visit();
    await settle();
    page.request('initialize', { capabilities: {}, initializationOptions: { mine: true } });
    expect(world.instance.last('initialize').params.initializationOptions).toEqual({ mine: true });
  });

  it('is sent when the page said it before the process ran, and is answered before `ready` (A-17)', async () => {
    const world = new BrokerWorld();
    const page = world.visit();
    page.request('initialize', { capabilities: {} }, 'x');
    expect(page.sent).toEqual([]);
    await settle();
    expect(page.sent.map(({ id, method }) => method ?? id)).toEqual(['mooring/status', 'x', 'mooring/ready']);
    expect(page.last('mooring/ready')).toEqual({
      lease: 'lease-1',
      relay: 'run-1',
      epoch: 1,
      key: 'key-1',
      policy: { continuity: true, editorIdle: 120_000 },
      resumed: false,
      folder: 'file:///work/folder',
      extension: 'file:///ext',
      pid: 100,
    });
  });

  it('has no time limit (A-28)', async () => {
    const world = new BrokerWorld();
    world.prepare = (instance) => (instance.obeys = false);
    const page = await world.page();
    await world.clock.pass(20 * 60_000);
    world.instance.answer('initialize', { capabilities: {} });
    expect(page.answerTo('hello').result).toEqual({ capabilities: {} });
  });

  it('comes before anything else of the page', async () => {
    const world = new BrokerWorld();
    const page = world.visit();
    await settle();
    page.notify('textDocument/didOpen', {});
    const id = page.request('textDocument/hover');
    expect(page.answerTo(id).error.message).toMatch(/first request has to be "initialize"/);
    expect(world.instance.got).toEqual([]);
  });
});

describe('An id', () => {
  it('is another towards the server and comes back as it was, cancellation included (KC-13)', async () => {
    const world = new BrokerWorld();
    const page = await world.page();
    const ids = [7, 'short', 'a string id longer than ten bytes', -3, 0];
    for (const id of ids) page.request('textDocument/hover', {}, id);
    const asked = world.instance.all('textDocument/hover').map(({ id }) => id);
    expect(new Set(asked).size).toBe(ids.length);
    page.notify('$/cancelRequest', { id: 'short' });
    page.notify('$/cancelRequest', { id: 'unknown' });
    expect(world.instance.all('$/cancelRequest').map(({ params }) => params.id)).toEqual([asked[1]]);
    for (const id of [...asked].reverse()) world.instance.say({ id, result: id });
    expect(ids.map((id) => page.answerTo(id).result)).toEqual(asked);
  });

  it('that is unknown or was answered before is dropped', async () => {
    const world = new BrokerWorld();
    const page = await world.page();
    page.request('textDocument/hover', {}, 1);
    world.instance.answer('textDocument/hover', 'first');
    world.instance.answer('textDocument/hover', 'second');
    world.instance.say({ id: 'nobody', result: 1 });
    world.instance.say({ id: null, error: { code: -32700, message: 'x' } });
    expect(page.sent.filter(({ id }) => id === 1)).toEqual([{ jsonrpc: '2.0', id: 1, result: 'first' }]);
  });

  it('of the server passes to the page and back, once', async () => {
    const world = new BrokerWorld();
    const page = await world.page();
    world.instance.say({ id: 'ts1', method: 'workspace/applyEdit', params: {} });
    expect(page.sent.at(-1)).toMatchObject({ id: 'ts1', method: 'workspace/applyEdit' });
    page.say({ id: 'ts1', result: { applied: true } });
    page.say({ id: 'ts1', result: { applied: false } });
    page.say({ id: 'never asked', result: 1 });
    expect(world.instance.got.filter(({ id }) => id === 'ts1')).toEqual([
      { jsonrpc: '2.0', id: 'ts1', result: { applied: true } },
    ]);
    expect(world.instance.got.some(({ id }) => id === 'never asked')).toBe(false);
  });

  it('is bounded in length and number, towards the server and from it (KC-35)', async () => {
    const world = new BrokerWorld();
    const page = await world.page();
    page.request('textDocument/hover', {}, 'x'.repeat(300));
    expect(page.sent.at(-1).error.message).toMatch(/longer than 256 bytes/);
    for (let count = 0; count < 300; count++) page.request('textDocument/hover');
    expect(world.instance.all('textDocument/hover')).toHaveLength(256);
    for (let count = 0; count < 300; count++) world.instance.say({ id: count, method: 'x/y' });
    world.instance.say({ id: 'x'.repeat(300), method: 'x/y' });
    expect(page.sent.filter(({ method }) => method === 'x/y')).toHaveLength(256);
    expect(world.instance.got.filter(({ error }) => error)).toHaveLength(45);
  });
});

describe('A request without an answer', () => {
  it('is given up after 30 s, and a late answer is dropped (A-28, SC-18)', async () => {
    const world = new BrokerWorld();
    const page = await world.page();
    page.request('textDocument/hover', {}, 1);
    await world.clock.pass(29_000);
    expect(page.answerTo(1)).toBeUndefined();
    await world.clock.pass(9_000);
    expect(page.answerTo(1).error).toEqual({
      code: -32800,
      message: expect.stringMatching(
        /^Fixture did not answer textDocument\/hover within 3\d s; it was cancelled\.$/,
      ),
    });
    expect(world.instance.last('$/cancelRequest').params.id).toBe(
      world.instance.last('textDocument/hover').id,
    );
    world.instance.answer('textDocument/hover', 'late');
    expect(page.sent.filter(({ id }) => id === 1)).toHaveLength(1);
  });

  it('has up to five minutes while the server reports work, or waits itself', async () => {
    const world = new BrokerWorld();
    const page = await world.page();
    world.instance.notify('$/progress', { token: 1, value: { kind: 'begin', title: 'Indexing' } });
    page.request('textDocument/hover', {}, 1);
    await world.clock.pass(250_000);
    expect(page.answerTo(1)).toBeUndefined();
    await world.clock.pass(60_000);
    expect(page.answerTo(1).error.code).toBe(-32800);
    world.instance.notify('$/progress', { token: 1, value: { kind: 'end' } });
    page.request('textDocument/hover', {}, 2);
    world.instance.say({ id: 9, method: 'window/showMessageRequest', params: {} });
    await world.clock.pass(100_000);
    expect(page.answerTo(2)).toBeUndefined();
    page.say({ id: 9, result: null });
    await world.clock.pass(8_000);
    expect(page.answerTo(2).error.code).toBe(-32800);
  });
});

describe('A message that is too large', () => {
  it('fails the request it answers, wherever its id stands, or the request it is (T007)', async () => {
    const world = new BrokerWorld();
    const page = await world.page();
    page.request('textDocument/completion', {}, 1);
    page.request('textDocument/completion', {}, 2);
    const [first, second] = world.instance.all('textDocument/completion').map(({ id }) => id);
    world.instance.oversized(`{"jsonrpc":"2.0","id":${first},"result":[{"id":1},`, '{"id":7}]}');
    world.instance.oversized('{"jsonrpc":"2.0","result":[{"id":1},', `{"id":7}],"id":${second}}`);
    world.instance.oversized('{"jsonrpc":"2.0","id":"big","method":"workspace/applyEdit","params":{', '}}');
    world.instance.oversized('{"jsonrpc":"2.0","method":"window/logMessage","params":{', '}}');
    world.instance.oversized('garbage', 'garbage');
    for (const id of [1, 2]) {
      expect(page.answerTo(id).error.message).toBe(
        'The answer to textDocument/completion has 19.1 MiB; Mooring passes messages of up to 16 MiB. Ask for less at once.',
      );
    }
    expect(world.instance.answerTo('big').error.message).toBe(
      'The request has 19.1 MiB; Mooring passes messages of up to 16 MiB.',
    );
  });
});

describe('Back pressure', () => {
  it('pauses the page while the process is full, and the process while the page is', async () => {
    const world = new BrokerWorld();
    const page = await world.page();
    world.instance.hasRoom = false;
    page.notify('x');
    expect(page.isPaused).toBe(true);
    world.instance.drain();
    expect(page.isPaused).toBe(false);
    page.connection?.congested(true);
    expect(world.instance.isPaused).toBe(true);
    page.leave();
    expect(world.instance.isPaused).toBe(false);
  });

  it('does not outlive the process that was full', async () => {
    const world = new BrokerWorld();
    const page = await world.page();
    world.instance.hasRoom = false;
    page.notify('x');
    world.instance.exit(1);
    expect(page.isPaused).toBe(false);
  });
});
