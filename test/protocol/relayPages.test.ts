import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  eventually,
  expectServed,
  fixture,
  isAlive,
  RelayWorld,
  worldWith,
  type Client,
  type Wire,
} from './relayWorld.ts';

describe('A page that misbehaves', () => {
  it('gets an error for bad JSON and is served on; a binary frame ends its socket only (T008)', async () => {
    const { world, other } = await worldWith('noise');
    await using _ = world;
    const page = await world.page('good');
    page.socket.send('{bad');
    const { error } = await page.until(({ id, error: failure }) => id === null && failure !== undefined);
    expect(error?.code).toBe(-32700);
    await expectServed(page);
    page.socket.send(Buffer.from('{"jsonrpc":"2.0"}'), { binary: true });
    expect(await page.closed).toBe(4009);
    await expectServed(other);
    await expectServed(await world.page('good'));
  });

  it('gets an error for a control message that the protocol does not know, and nothing comes of it (A-30)', async () => {
    const { world, other } = await worldWith('logsMessages');
    await using _ = world;
    const page = await world.page('logsmessages');
    for (const [method, params, code] of [
      ['mooring/release', undefined, -32602],
      ['mooring/release', { reason: 'because' }, -32602],
      ['mooring/release', ['stop'], -32602],
      ['mooring/run', { command: 'touch' }, -32601],
    ] as const) {
      expect((await page.request(method, params)).error?.code, method).toBe(code);
    }
    page.notify('mooring/configuration', 7);
    page.notify('mooring/unheardOf', { command: 'touch' });
    await expectServed(page);
    expect(readFileSync(join(world.folder, 'messages.jsonl'), 'utf8')).not.toContain('mooring/');
    await expectServed(other);
  });

  it('gets a size error for a message beyond 16 MiB and is served on (T007)', async () => {
    const { world, other } = await worldWith('noise');
    await using _ = world;
    const page = await world.page('good');
    const { error } = await page.request('textDocument/hover', { text: 'x'.repeat(17 * 1024 * 1024) });
    expect(error?.message).toMatch(/17\.0 MiB; Mooring passes messages of up to 16 MiB/);
    await expectServed(page);
    await expectServed(other);
  });

  it('gets errors for more than 256 unanswered requests and for an id of 1 MB (KC-35)', async () => {
    const { world, other } = await worldWith('noise');
    await using _ = world;
    const page = await world.page('good');
    const answers = Array.from({ length: 10_000 }, () => page.request('fixture/never'));
    const refused = await answers[300];
    expect(refused?.error?.message).toBe('fixture/never was not sent: 256 requests are unanswered already.');
    const { error } = await new Promise<Wire>((resolve) => {
      void page.until(({ id, error: failure }) => id === null && failure !== undefined).then(resolve);
      void page.request('textDocument/hover', {}, 'x'.repeat(1024 * 1024));
    });
    expect(error.message).toMatch(/longer than 256 bytes/);
    await expectServed(other);
  });

  it('that stops reading while its server floods is closed, and memory stays bounded (T010, KC-33)', async () => {
    const { world, other } = await worldWith('floods', { slowPageTime: 1_000, continuity: false });
    await using _ = world;
    const page = await world.page('floods');
    const { params: ready } = await page.method('mooring/ready');
    const before = process.memoryUsage.rss();
    page.notify('fixture/ping');
    page.send({ id: 'flood', method: 'fixture/flood', params: { mebibytes: 200 } });
    page.socket.pause();
    await eventually(
      () => world.lines.some(({ message }) => message === 'Lost a page'),
      'the page was given up',
      15_000,
    );
    expect(process.memoryUsage.rss() - before).toBeLessThan(120 * 1024 * 1024);
    await expectServed(other);
    await eventually(() => !isAlive(ready.pid), 'its server has ended');
    page.socket.resume();
    expect(await page.closed).toBe(1006);
  });

  it('that reads a flood gets all of it (T010)', async () => {
    const { world, other } = await worldWith('floods');
    await using _ = world;
    const page = await world.page('floods');
    await page.result('fixture/flood', { mebibytes: 60 });
    await eventually(
      () => page.messages.filter(({ method }) => method === 'window/logMessage').length === 960,
      'all came',
      15_000,
    );
    expect(existsSync(join(world.folder, 'flooded'))).toBe(true);
    await expectServed(other);
  });

  it('that vanishes has its requests cancelled and its server ended (T031, A-24)', async () => {
    const { world, other } = await worldWith('logsMessages', { continuity: false });
    await using _ = world;
    const page = await world.page('logsmessages');
    await page.hover();
    void page.request('fixture/pid');
    page.socket.terminate();
    const log = join(world.folder, 'messages.jsonl');
    await eventually(() => readFileSync(log, 'utf8').includes('"exit"'), 'it was ended politely');
    await expectServed(other);
  });
});

describe('Long answers', () => {
  it('come as they were sent, to several pages at once', async () => {
    await using world = await RelayWorld.start({ servers: [fixture('good')] });
    const pages = await Promise.all([1, 2, 3].map(() => world.page('good')));
    const asks = Array.from({ length: 24 }, (_, index) => {
      const params = { text: String.fromCharCode(97 + index), count: 300_000 * (1 + (index % 7)) };
      return { params, answer: pages[index % 3]?.result('fixture/repeat', params) };
    });
    for (const { params, answer } of asks) {
      const text = (await answer) as string;
      expect(text.length).toBe(params.count);
      expect(text.replaceAll(params.text, '')).toBe('');
    }
  });
});

describe('Many pages', () => {
  it('that come and go leave as many processes as pages (T031)', async () => {
    await using world = await RelayWorld.start({
      servers: [fixture('good')],
      policy: { leases: 60, continuity: false },
    });
    const pages = await Promise.all(Array.from({ length: 12 }, () => world.page('good')));
    const pids = await Promise.all(pages.map((page) => page.result('fixture/pid') as Promise<number>));
    expect(new Set(pids).size).toBe(12);
    await Promise.all(pages.slice(2).map((page) => page.close()));
    await eventually(() => pids.filter(isAlive).length === 2, 'two processes are left');
    await expectServed(pages[0] as Client);
  });

  it('ask with the same id, and each gets its own answer (T121, T037)', async () => {
    await using world = await RelayWorld.start({ servers: [fixture('good')] });
    const [first, second] = [await world.page('good'), await world.page('good')];
    const answers = await Promise.all([
      first.request('fixture/pid', {}, 77),
      second.request('fixture/pid', {}, 77),
    ]);
    expect(answers[0].result).not.toBe(answers[1].result);
    expect((await first.request('shutdown')).result).toBeNull();
    first.notify('exit');
    await once(first.socket, 'close');
    await expectServed(second);
  });
});
