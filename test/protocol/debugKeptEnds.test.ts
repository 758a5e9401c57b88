import { describe, expect, it } from 'vitest';
import type { DebugClient } from './debugClient.ts';
import { isKept, never, say, start, stopped } from './debugKeptWorld.ts';
import { eventually, isAlive } from './relayWorld.ts';

describe('A debug session ends, and nothing is left of it,', () => {
  it('when no page comes in time, which is longer after a lost connection and for a page that has asked (T082)', async () => {
    await using world = await start({ departedKeep: 50, lostKeep: never });
    const first = await stopped(world);
    const { session, adapter: found } = await first.ready();
    first.socket.terminate();
    await eventually(() => isKept(world), 'the relay has noticed');
    const next = await world.connect('goesOn', `?session=${session}`);
    await next.resumed();
    expect(isAlive(found.pid)).toBe(true);
    await next.close(1001);
    await eventually(() => world.processes().length === 0, 'no process is left');
    expect(await world.kept(session)).toEqual([{ session, state: 'gone' }]);
    expect((await world.refusal('goesOn', `?session=${session}`)).status).toBe(404);
    const other = await stopped(world);
    expect((await other.result('evaluate', { expression: 'on' })).result).toBe('on');
  });

  it.each<[string, (client: DebugClient) => Promise<unknown> | number]>([
    ['has asked to terminate it', (client) => client.send({ type: 'request', command: 'terminate' })],
    ['has asked to disconnect', (client) => client.send({ type: 'request', command: 'disconnect' })],
  ])('when its page goes that %s', async (_, ask) => {
    await using world = await start();
    const client = await stopped(world);
    await ask(client);
    await client.close(1001);
    await eventually(() => world.processes().length === 0, 'no process is left');
  });

  it('when its page goes before the program is set up', async () => {
    await using world = await start();
    const client = await world.session('goesOn');
    await client.result('launch', {});
    client.socket.terminate();
    await eventually(() => world.processes().length === 0, 'no process is left');
  });

  it('when continuity is off', async () => {
    await using world = await start({ continuity: false });
    const client = await stopped(world);
    client.socket.terminate();
    await eventually(() => world.processes().length === 0, 'no process is left');
  });

  it('when the server stops', async () => {
    await using world = await start();
    const client = await stopped(world);
    await client.close(1001);
    await world.relay.stop();
    expect(world.processes()).toEqual([]);
  });

  it('when its adapter dies meanwhile', async () => {
    await using world = await start();
    const client = await stopped(world);
    const { session } = await client.ready();
    await client.close(1001);
    say(world, [{ type: 'exit', body: 3 }]);
    await eventually(async () => {
      const [found] = await world.kept(session);
      return found?.state === 'gone';
    }, 'the relay has noticed that it died');
    expect(world.processes()).toEqual([]);
  });

  it('when its place is needed by a new one', async () => {
    await using world = await start({ sessions: 1 });
    const client = await stopped(world);
    const { adapter: found } = await client.ready();
    await client.close(1001);
    const next = await stopped(world);
    expect((await next.result('evaluate', { expression: 'on' })).result).toBe('on');
    await eventually(() => !isAlive(found.pid), 'the one without a page has ended');
  });
});
