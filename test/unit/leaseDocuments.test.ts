import { describe, expect, it } from 'vitest';
import { BrokerWorld, change, open } from '../fixtures/broker.ts';

describe('Versions of a document', () => {
  it('rise for the life of the lease, whatever pages send (KC-29)', async () => {
    const world = new BrokerWorld();
    const first = await world.page();
    open(first, 'file:///a', 80);
    change(first, 'file:///a', 81);
    change(first, 'file:///a', 5);
    first.leave();
    const second = await world.page({ lease: 'lease-1' });
    open(second, 'file:///a', 1);
    change(second, 'file:///a', 2);
    change(second, 'file:///never-opened', 2);
    const versions = world.instance.got.flatMap(({ params }) => params?.textDocument?.version ?? []);
    expect(versions).toEqual([1, 2, 3, 4, 5]);
  });

  it('are the page’s own on the way back, also in edits (KC-29)', async () => {
    const world = new BrokerWorld();
    const first = await world.page();
    open(first, 'file:///a', 1);
    change(first, 'file:///a', 2);
    first.leave();
    const second = await world.page({ lease: 'lease-1' });
    open(second, 'file:///a', 1);
    world.instance.notify('textDocument/publishDiagnostics', {
      uri: 'file:///a',
      version: 3,
      diagnostics: [],
    });
    expect(second.last('textDocument/publishDiagnostics').version).toBe(1);
    const textDocument = { uri: 'file:///a', version: 3 };
    const documentChanges = [
      { textDocument, edits: [] },
      { kind: 'create', uri: 'file:///b' },
      { textDocument: { uri: 'file:///a', version: null }, edits: [] },
    ];
    world.instance.say({ id: 1, method: 'workspace/applyEdit', params: { edit: { documentChanges } } });
    expect(second.last('workspace/applyEdit').edit.documentChanges[0].textDocument.version).toBe(1);
  });

  it.each([
    ['textDocument/rename', (edit: object): unknown => edit],
    ['textDocument/codeAction', (edit: object): unknown => [{ title: 'Command', command: 'x' }, { edit }]],
    ['codeAction/resolve', (edit: object): unknown => ({ edit })],
    ['workspace/willRenameFiles', (edit: object): unknown => edit],
  ])(
    'are the page’s own in edits that answer %s, after a document was closed and opened (T061)',
    async (method, result) => {
      const world = new BrokerWorld();
      const page = await world.page();
      open(page, 'file:///a', 1);
      change(page, 'file:///a', 2);
      page.notify('textDocument/didClose', { textDocument: { uri: 'file:///a' } });
      open(page, 'file:///a', 1);
      open(page, 'file:///b', 7);
      const edit = (a: number, b: number): object => ({
        documentChanges: [
          { textDocument: { uri: 'file:///a', version: a }, edits: [] },
          { textDocument: { uri: 'file:///b', version: b }, edits: [] },
        ],
      });
      const id = page.request(method);
      world.instance.answer(method, result(edit(3, 1)));
      expect(page.answerTo(id).result).toEqual(result(edit(1, 7)));
    },
  );
});

describe('Diagnostics after a resume', () => {
  it('count when they are of the present version (KC-03, KC-30)', async () => {
    const world = new BrokerWorld();
    const first = await world.page();
    open(first, 'file:///a', 1);
    world.instance.notify('textDocument/publishDiagnostics', {
      uri: 'file:///a',
      version: 1,
      diagnostics: [1],
    });
    expect(first.last('textDocument/publishDiagnostics').diagnostics).toEqual([1]);
    first.leave();
    world.instance.notify('textDocument/publishDiagnostics', { uri: 'file:///a', diagnostics: [2] });
    const second = await world.page({ lease: 'lease-1' });
    world.instance.notify('textDocument/publishDiagnostics', {
      uri: 'file:///a',
      version: 1,
      diagnostics: [3],
    });
    open(second, 'file:///a', 1);
    world.instance.notify('textDocument/publishDiagnostics', {
      uri: 'file:///a',
      version: 1,
      diagnostics: [4],
    });
    expect(second.methods()).not.toContain('textDocument/publishDiagnostics');
    world.instance.notify('textDocument/publishDiagnostics', {
      uri: 'file:///a',
      version: 2,
      diagnostics: [5],
    });
    expect(second.last('textDocument/publishDiagnostics')).toEqual({
      uri: 'file:///a',
      version: 1,
      diagnostics: [5],
    });
  });

  it('without a version count once the server has read the reopened text (KC-30)', async () => {
    const world = new BrokerWorld();
    const first = await world.page();
    open(first, 'file:///a');
    first.leave();
    const second = await world.page({ lease: 'lease-1' });
    open(second, 'file:///a');
    open(second, 'file:///b');
    const publish = (uri: string, diagnostics: number[]): void =>
      world.instance.notify('textDocument/publishDiagnostics', { uri, diagnostics });
    publish('file:///a', [1]);
    publish('file:///closed', [2]);
    expect(second.methods()).not.toContain('textDocument/publishDiagnostics');
    const [barrier] = world.instance.all('textDocument/hover');
    expect(barrier.params.textDocument.uri).toBe('file:///a');
    world.instance.say({ id: barrier.id, error: { code: 1, message: 'whatever' } });
    publish('file:///b', [3]);
    publish('file:///a', [4]);
    expect(second.last('textDocument/publishDiagnostics')).toEqual({ uri: 'file:///a', diagnostics: [4] });
    second.request('mooring/synced');
    publish('file:///closed', [5]);
    expect(second.last('textDocument/publishDiagnostics')).toEqual({
      uri: 'file:///closed',
      diagnostics: [5],
    });
    expect(second.sent.some(({ id }) => id === barrier.id)).toBe(false);
  });

  it('without a version are not held back for ever by a server that answers nothing', async () => {
    const world = new BrokerWorld();
    (await world.page()).leave();
    const page = await world.page({ lease: 'lease-1' });
    open(page, 'file:///a');
    await world.clock.pass(5_001);
    world.instance.notify('textDocument/publishDiagnostics', { uri: 'file:///a', diagnostics: [1] });
    expect(page.last('textDocument/publishDiagnostics').diagnostics).toEqual([1]);
    // What was asked in vain is forgotten, and a late answer is no fault.
    const { id } = world.instance.last('textDocument/hover');
    expect(world.instance.last('$/cancelRequest').params).toEqual({ id });
    world.instance.answer('textDocument/hover', null);
    expect(world.lines.filter(({ level }) => level === 'warn')).toEqual([]);
  });
});
