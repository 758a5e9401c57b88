import { describe, expect, it } from 'vitest';
import type { DebugClient } from './debugClient.ts';
import { adapter, DebugWorld, portAdapter } from './debugWorld.ts';
import { eventually, isAlive } from './relayWorld.ts';

/** A world with the faulty adapter and a sound one, whose session must not notice anything. */
async function worldWith(
  descriptor: ReturnType<typeof adapter>,
  policy = {},
  listenTime = 15_000,
): Promise<{ world: DebugWorld; other: DebugClient }> {
  const world = await DebugWorld.start({ adapters: [descriptor, adapter('good')], policy, listenTime });
  return { world, other: await world.session('good') };
}

async function expectServed(world: DebugWorld, other: DebugClient): Promise<void> {
  expect((await other.result('evaluate', { expression: 'still' })).result).toBe('still');
  await other.close();
  await eventually(() => world.processes().length === 0, 'no process is left');
}

describe('A debug adapter that', () => {
  it('dies without "terminated" has every request answered with its exit, and the end is said in its place (A-70)', async () => {
    const { world, other } = await worldWith(adapter('diesSilently'));
    await using _ = world;
    const client = await world.session('diesSilently');
    const [first, second] = await Promise.all([
      client.request('evaluate', { expression: 'x' }),
      client.request('threads'),
    ]);
    const reason = 'diesSilently ended (exit code 3: fatal: the debuggee is lost).';
    expect(first).toMatchObject({ success: false, message: reason });
    expect(first.body.error).toMatchObject({ format: '{reason}', variables: { reason } });
    expect(second.type).toBe('response');
    const failed = await client.event('mooring/failed');
    expect(failed.body).toEqual({
      reason,
      exit: { code: 3, signal: null, stderr: ['fatal: the debuggee is lost'] },
    });
    await client.event('terminated');
    expect(await client.closed).toBe(4006);
    expect(client.output('stderr')).toBe(`fatal: the debuggee is lost\n${reason}\n`);
    await expectServed(world, other);
  });

  it('is killed has its exit told (A-70)', async () => {
    const { world, other } = await worldWith(
      portAdapter('mock', { command: [{ module: './children.mjs' }] }),
    );
    await using _ = world;
    const client = await world.session('mock');
    process.kill((await client.ready()).adapter.pid, 'SIGKILL');
    expect((await client.event('mooring/failed')).body.reason).toBe('mock ended (killed by SIGKILL).');
    expect(await client.closed).toBe(4006);
    await expectServed(world, other);
  });

  it.each(['stdio', 'port'])(
    'ends at once, over %s, has its exit code and last words shown, as the answer to initialize too',
    async (transport) => {
      const descriptor = transport === 'port' ? portAdapter('exitsAtOnce') : adapter('exitsAtOnce');
      const { world, other } = await worldWith(descriptor);
      await using _ = world;
      const client = await world.connect('exitsAtOnce');
      const answer = await client.request('initialize', {});
      expect(answer.success).toBe(false);
      expect(answer.message).toContain('exit code 7: fatal: no such runtime');
      const { body } = await client.event('mooring/failed');
      expect(body.exit).toEqual({ code: 7, signal: null, stderr: ['fatal: no such runtime'] });
      expect(client.output('stderr')).toMatch(/^fatal: no such runtime\n/);
      expect(await client.closed).toBe(4008);
      await expectServed(world, other);
    },
  );

  it('does not answer initialize is stopped after a while, and that is said (A-69)', async () => {
    const { world, other } = await worldWith(adapter('neverInitializes'), { initializeTimeout: 300 });
    await using _ = world;
    const client = await world.connect('neverInitializes');
    const answer = await client.request('initialize', {});
    expect(answer.message).toBe('neverInitializes did not answer "initialize" within 0.3 s and was stopped.');
    expect(await client.closed).toBe(4008);
    const { adapter: found } = await client.ready();
    await eventually(() => !isAlive(found.pid), 'it was stopped');
    await expectServed(world, other);
  });

  it('ignores disconnect is ended all the same, and the disconnect is answered (A-67, A-68, T083)', async () => {
    const { world, other } = await worldWith(adapter('ignoresDisconnect'));
    await using _ = world;
    const client = await world.session('ignoresDisconnect');
    expect(await client.request('disconnect', { terminateDebuggee: true })).toMatchObject({
      success: true,
      command: 'disconnect',
    });
    await client.event('terminated');
    expect(await client.closed).toBe(1000);
    const { adapter: found } = await client.ready();
    await eventually(() => !isAlive(found.pid), 'it is gone');
    await expectServed(world, other);
  });

  it('writes noise to stdout is named, and goes on', async () => {
    const { world, other } = await worldWith(adapter('noise'));
    await using _ = world;
    const client = await world.session('noise');
    expect((await client.result('evaluate', { expression: '1' })).result).toBe('1');
    const named = 'noise wrote what is no DAP message where only those may stand: ';
    await client.untilOutput('stderr', 'DEBUG evaluate');
    expect(client.output('stderr')).toBe(`${named}Loading symbols\n${named}DEBUG evaluate\n`);
    await client.close();
    await expectServed(world, other);
  });

  it('breaks its framing is ended with a word on where', async () => {
    const { world, other } = await worldWith(adapter('wrongLength'));
    await using _ = world;
    const client = await world.session('wrongLength');
    const { message } = await client.request('evaluate', { expression: '1' });
    expect(message).toMatch(/^wrongLength broke the protocol: a wrong Content-Length near ".*\."?\.?$/);
    expect(await client.closed).toBe(4006);
    await expectServed(world, other);
  });

  it('never listens on its port is given up', async () => {
    const { world, other } = await worldWith(portAdapter('neverListens'), {}, 500);
    await using _ = world;
    const client = await world.connect('neverListens');
    const { message } = await client.request('initialize', {});
    expect(message).toMatch(
      /^neverListens could not be reached: it does not listen on its port after 0\.5 s/,
    );
    expect(client.output('stderr')).toMatch(/^waiting for a licence\n/);
    expect(await client.closed).toBe(4008);
    await expectServed(world, other);
  });

  it('closes its connection and runs on is ended', async () => {
    const { world, other } = await worldWith(portAdapter('closesConnection'));
    await using _ = world;
    const client = await world.session('closesConnection');
    const { message } = await client.request('evaluate', { expression: '1' });
    expect(message).toBe('closesConnection closed its connection.');
    await client.event('terminated');
    expect(await client.closed).toBe(4006);
    await expectServed(world, other);
  });
});

describe('Sessions are apart:', () => {
  it('of two with the same adapter one breaks, and the other goes on', async () => {
    await using world = await DebugWorld.start({ adapters: [portAdapter('good')] });
    const one = await world.session('good');
    const two = await world.session('good');
    expect((await one.ready()).adapter.pid).not.toBe((await two.ready()).adapter.pid);
    one.send({ type: 'request', command: 'fixture/exit', arguments: { code: 5 } });
    expect(await one.closed).toBe(4006);
    expect((await two.result('evaluate', { expression: 'on' })).result).toBe('on');
  });

  it('as many run as may, and the next is told so', async () => {
    await using world = await DebugWorld.start({ adapters: [adapter('good')], policy: { sessions: 1 } });
    const one = await world.session('good');
    const two = await world.connect('good');
    const reason = '1 debug sessions run, and no more may. Stop one, or close a window.';
    expect((await two.event('mooring/failed')).body).toEqual({ reason });
    expect(await two.closed).toBe(4005);
    expect((await one.result('evaluate', { expression: 'on' })).result).toBe('on');
  });
});
