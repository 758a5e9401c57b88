import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { expectServed, fixture, RelayWorld, worldWith, eventually } from './relayWorld.ts';

const continuity = { continuity: true };
/** How often a line of the log with this message is there, at the level that everybody sees. */
const warnings = (world: RelayWorld, message: RegExp): number =>
  world.lines.filter((line) => line.level === 'warn' && message.test(line.message)).length;

/** What the unruly server was answered so far. */
function answersIn(world: RelayWorld): readonly unknown[] {
  const file = join(world.folder, 'answers.json');
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8') || '[]') as unknown[]) : [];
}

describe('A hint of a lease', () => {
  it('of nobody, of another server or of another folder leads to a fresh one, and leaves the other alone (KC-16, KC-17)', async () => {
    const servers = [fixture('good'), fixture('good', { id: 'other' })];
    await using world = await RelayWorld.start({ servers, policy: continuity });
    await using elsewhere = await RelayWorld.start({ servers, policy: continuity, folderName: 'elsewhere' });
    const first = await world.page('good');
    const { lease, pid } = (await first.method('mooring/ready')).params;
    await first.close(1001);
    const hints = [`?lease=${lease}`, `?lease=${lease}&epoch=1`, '?lease=', `?lease=${'x'.repeat(4_000)}`];
    for (const hint of hints) {
      const stranger = await world.page('other', hint);
      const { params: ready } = await stranger.method('mooring/ready');
      expect(ready.lease, hint).not.toBe(lease);
      expect(ready.pid, hint).not.toBe(pid);
      await stranger.request('mooring/release', { reason: 'stop' });
    }
    const distant = await elsewhere.page('good', `?lease=${lease}`);
    expect((await distant.method('mooring/ready')).params).toMatchObject({ resumed: false });
    const back = await world.page('good', `?lease=${lease}`);
    expect((await back.method('mooring/ready')).params).toMatchObject({ lease, pid, resumed: true });
    expect(JSON.stringify(world.lines)).not.toContain(lease);
  });

  it('with an epoch that was never, or is no number, takes nothing from the window that is there (KC-10)', async () => {
    await using world = await RelayWorld.start({ servers: [fixture('good')], policy: continuity });
    const holder = await world.page('good');
    const { lease } = (await holder.method('mooring/ready')).params;
    for (const epoch of ['2', '-1', 'NaN', '1e999', '1.5', '']) {
      const stranger = await world.page('good', `?lease=${lease}&epoch=${epoch}`);
      expect((await stranger.method('mooring/ready')).params.lease, epoch).not.toBe(lease);
      await stranger.request('mooring/release', { reason: 'stop' });
    }
    expect(holder.socket.readyState).toBe(holder.socket.OPEN);
    await expectServed(holder);
  });
});

describe('A page that took up a lease', () => {
  it('and says nothing of being in sync is served, and shown no problem of files it did not open (KC-30)', async () => {
    await using world = await RelayWorld.start({ servers: [fixture('good')], policy: continuity });
    const first = await world.page('good');
    const { lease } = (await first.method('mooring/ready')).params;
    await first.close(1001);
    const page = await world.page('good', `?lease=${lease}`);
    page.open('file:///open.txt');
    const publish = (uri: string, version?: number) =>
      page.result('fixture/send', {
        method: 'textDocument/publishDiagnostics',
        params: { uri, version, diagnostics: [] },
      });
    for (let count = 0; count < 1_000; count++) await publish(`file:///${count}.txt`);
    await publish('file:///open.txt', 1);
    await expectServed(page);
    const shown = page.messages.filter(({ method }) => method === 'textDocument/publishDiagnostics');
    expect(shown.map(({ params }) => params.uri)).toEqual(['file:///open.txt']);
  });

  it('and says nonsense is told so, once in the log, and served on (T008)', async () => {
    const { world, other } = await worldWith('noise', continuity);
    await using _ = world;
    // One that takes no notice of documents: what is wrong with them is the relay's to bear.
    const page = await world.page('noise');
    const odd = [
      '[]',
      '{}',
      'null',
      '"text"',
      '{"jsonrpc":"2.0"}',
      '{"jsonrpc":"2.0","id":{},"method":"textDocument/hover"}',
      '{"jsonrpc":"2.0","method":5}',
      '{"jsonrpc":"2.0","method":"textDocument/didOpen"}',
      '{"jsonrpc":"2.0","method":"textDocument/didOpen","params":{"textDocument":[]}}',
      '{"jsonrpc":"2.0","method":"textDocument/didChange","params":{"textDocument":{"uri":7,"version":"x"}}}',
      '{"jsonrpc":"2.0","method":"mooring/configuration","params":5}',
      '{"jsonrpc":"2.0","method":"mooring/configuration"}',
      '{"jsonrpc":"2.0","method":"mooring/ready","params":{}}',
      '{"jsonrpc":"2.0","method":"mooring/nothing"}',
      '{"jsonrpc":"2.0","id":"never asked","result":{}}',
      `{"jsonrpc":"2.0","method":"$/cancelRequest","params":{"id":{}}}`,
    ];
    for (let round = 0; round < 20; round++) for (const text of odd) page.socket.send(text);
    const release = await page.request('mooring/release', { reason: 'because' });
    expect(release.error?.message).toMatch(/"stop" or "editor_idle"/);
    expect((await page.request('mooring/evil')).error?.code).toBe(-32601);
    await expectServed(page);
    await expectServed(other);
    expect(warnings(world, /no JSON-RPC/)).toBe(1);
  });

  it('and asks 10 000 things at once, or under an id of 1 MB, is refused what is too much (KC-35)', async () => {
    const { world, other } = await worldWith('noise', continuity);
    await using _ = world;
    const page = await world.page('good');
    const { lease } = (await page.method('mooring/ready')).params;
    const answers = Array.from({ length: 10_000 }, () => page.request('fixture/never'));
    void page.request('textDocument/hover', {}, 'x'.repeat(1024 * 1024));
    await page.until(({ error }) => error?.message.includes('longer than 256 bytes') === true);
    expect((await answers[9_999])?.error?.message).toMatch(/256 requests are unanswered already/);
    expect((await world.leases()).leases.find(({ pending }) => pending.count > 0)?.pending).toMatchObject({
      count: 256,
      oldest: { length: 20 },
    });
    expect(warnings(world, /more requests than are answered/)).toBe(1);
    expect(warnings(world, /id is too long/)).toBe(1);
    await page.close(1001);
    const back = await world.page('good', `?lease=${lease}`);
    expect((await back.method('mooring/ready')).params).toMatchObject({ lease, resumed: true });
    await expectServed(back);
    await expectServed(other);
  });
});

describe('A language server', () => {
  it('that answers twice, or what nobody asked, is heard once (KC-13)', async () => {
    const { world, other } = await worldWith('unruly', continuity);
    await using _ = world;
    const page = await world.page('unruly');
    for (let round = 0; round < 10; round++) {
      const { result } = await page.request('fixture/twice', {}, `round${round}`);
      expect(result).toBe('first');
    }
    await expectServed(page);
    expect(page.messages.filter(({ id }) => String(id).startsWith('round'))).toHaveLength(10);
    expect(page.messages.some(({ result }) => result === 'unknown' || result === 'second')).toBe(false);
    expect(warnings(world, /not asked, or was answered before/)).toBe(1);
    await expectServed(other);
  });

  it('that registers an id twice means the later one, also for the next page (KC-11)', async () => {
    const { world, other } = await worldWith('unruly', continuity);
    await using _ = world;
    const page = await world.page('unruly');
    page.answerRequests();
    const { lease } = (await page.method('mooring/ready')).params;
    await page.result('fixture/register');
    await eventually(() => answersIn(world).length === 2, 'both were answered');
    await page.close(1001);
    const next = await world.page('unruly', `?lease=${lease}`);
    const { params: ready } = await next.method('mooring/ready');
    expect(ready.registrations).toEqual([{ id: 'same', method: 'x/new' }]);
    await expectServed(other);
  });

  it('that asks while nobody is there is answered, each question once (KC-31, KC-12)', async () => {
    const { world, other } = await worldWith('unruly', continuity);
    await using _ = world;
    const page = await world.page('unruly');
    const { lease } = (await page.method('mooring/ready')).params;
    page.notify('mooring/configuration', { settings: { unruly: { mode: 'calm' } } });
    page.open('file:///a.txt');
    await page.hover();
    await page.close(1001);
    await eventually(() => answersIn(world).length >= 4, 'it has its answers');
    const next = await world.page('unruly', `?lease=${lease}`);
    expect((await next.method('mooring/ready')).params.registrations).toEqual([
      { id: 'away', method: 'x/away' },
    ]);
    await expectServed(next);
    expect(answersIn(world)).toEqual([
      { id: 'a1', result: [{ mode: 'calm' }] },
      { id: 'a2', error: -32601 },
      { id: 'a3', error: -32601 },
      { id: 'a4', result: null },
    ]);
    await expectServed(other);
  });
});
