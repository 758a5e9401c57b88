import { once } from 'node:events';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Clock } from '../../server/broker/clock.ts';
import { keepAlive } from '../../server/http/keepAlive.ts';
import { WebSocket } from 'ws';
import { until } from '../harness/until.ts';
import { ServerWorld, type ChannelClient } from './serverWorld.ts';

let world: ServerWorld;
let channel: ChannelClient;

beforeAll(async () => {
  world = await ServerWorld.start({ files: { 'a.txt': 'one' } });
});
afterAll(() => world[Symbol.asyncDispose]());
beforeEach(async () => {
  channel = await world.channel();
});

const works = async (other = channel) =>
  expect(await other.request('files/stat', { uri: world.uri('a.txt') })).toMatchObject({ kind: 'file' });

describe('a page that breaks the rules', () => {
  for (const [what, frame, closeCode] of [
    ['a binary frame', Buffer.from('{"jsonrpc":"2.0","id":1,"method":"files/stat"}'), 1003],
    ['what is no JSON', '{bad', 1007],
    ['a message beyond the limit', `"${'x'.repeat(16 * 1024 * 1024)}"`, 1009],
  ] as const) {
    it(`loses its connection with a defined code over ${what}, and no other page does (T007, T008)`, async () => {
      const other = await world.channel();
      other.socket.send(frame);
      const [code] = (await once(other.socket, 'close')) as [number];
      expect(code).toBe(closeCode);
      await works();
      await works(await world.channel());
    });
  }

  it('does not come to compress, nor to matter when two hundred of it vanish at once (T011)', async () => {
    const url = `${world.origin.replace('http', 'ws')}/channel`;
    const open = async () => {
      const socket = new WebSocket(url, { perMessageDeflate: true, headers: world.bearer });
      await once(socket, 'open');
      return socket;
    };
    const before = process.memoryUsage.rss();
    const sockets = await Promise.all(Array.from({ length: 200 }, open));
    expect(new Set(sockets.map(({ extensions }) => extensions))).toEqual(new Set(['']));
    for (const socket of sockets) {
      socket.send(
        JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'files/list', params: { uri: world.uri() } }),
      );
      socket.terminate();
    }
    await works();
    await works(await world.channel());
    expect(process.memoryUsage.rss() - before).toBeLessThan(100 * 1024 * 1024);
  });

  it('gets an error for a request that makes no sense, and its next one is answered (T008, A-30)', async () => {
    const answers: { id?: number; error?: { code: number; message: string } }[] = [];
    channel.socket.on('message', (data) =>
      answers.push(JSON.parse(String(data)) as (typeof answers)[number]),
    );
    const requests: readonly [unknown, number][] = [
      [{ method: 'files/stat' }, -32602],
      [{ method: 'files/stat', params: {} }, -32602],
      [{ method: 'files/stat', params: [1, 2, 3] }, -32602],
      [{ method: 'files/stat', params: { uri: 1 } }, -32602],
      [
        {
          method: 'search/text',
          params: { search: 1, uri: world.uri(), query: { pattern: 'x', maxResults: -1 } },
        },
        -32602,
      ],
      [{ method: 'process/run', params: { command: 'touch' } }, -32601],
    ];
    for (const [id, [request]] of requests.entries())
      channel.socket.send(JSON.stringify({ jsonrpc: '2.0', id, ...(request as object) }));
    for (const noise of [
      'null',
      '1',
      '[]',
      '{}',
      '"x"',
      '{"jsonrpc":"2.0"}',
      '{"jsonrpc":"2.0","id":null,"result":1}',
    ])
      channel.socket.send(noise);
    await until('all are answered', () =>
      requests.every((_, id) => answers.some((answer) => answer.id === id)),
    );
    expect(requests.map((_, id) => answers.find((answer) => answer.id === id)?.error?.code)).toEqual(
      requests.map(([, code]) => code),
    );
    await works();
  });
});

describe('a connection', () => {
  it('ends when its page does not answer pings any more', async () => {
    let now = 0;
    let run: (() => void) | undefined;
    const clock: Clock = {
      now: () => now,
      after: (_milliseconds, next) => ((run = next), { cancel: () => (run = undefined) }),
    };
    const pause = (milliseconds: number) => {
      now += milliseconds;
      run?.();
    };
    keepAlive(channel.socket, clock);
    pause(20_000);
    await once(channel.socket, 'pong');
    pause(20_000);
    await once(channel.socket, 'pong');
    pause(46_000);
    await once(channel.socket, 'close');
    expect(run).toBeUndefined();
  });

  it('is closed with 1001 when the server stops, which then lets go of everything', async () => {
    await using other = await ServerWorld.start();
    const page = await other.channel();
    await page.request('files/watch', { uri: other.uri(), recursive: true, excludes: [] });
    const closed = once(page.socket, 'close') as Promise<[number]>;
    await Promise.all([other.server.stop(), other.server.stop()]);
    expect((await closed)[0]).toBe(1001);
    await expect(other.get('/health')).rejects.toThrow();
  });
});
