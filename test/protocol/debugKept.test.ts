import { existsSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { DebugClient, DapMessage } from './debugClient.ts';
import { isKept, say, start, stopped } from './debugKeptWorld.ts';
import { DebugWorld, portAdapter } from './debugWorld.ts';
import { eventually } from './relayWorld.ts';

describe('A debug session whose page is gone', () => {
  it.each([
    ['departs', (client: DebugClient) => client.socket.close(1001)],
    ['is lost', (client: DebugClient) => client.socket.terminate()],
  ])('goes on with another page when the first one %s (T082)', async (_, leave) => {
    await using world = await start();
    const first = await stopped(world);
    const { session, adapter: before } = await first.ready();
    const configuration = { program: '', name: 'Toy', type: 'goesOn' };
    leave(first);
    await eventually(() => isKept(world), 'the relay has noticed');
    const next = await world.connect('goesOn', `?session=${session}`);
    const ready = await next.resumed();
    expect(ready).toMatchObject({ session, adapter: { pid: before.pid }, resumed: { droppedOutput: 0 } });
    expect(kinds(next)).toEqual([
      'mooring/ready',
      'initialize',
      'process',
      'output',
      'stopped',
      'mooring/resumed',
    ]);
    expect(next.messages[1]?.body).toEqual({ supportsConfigurationDoneRequest: true });
    expect(next.output('stdout')).toBe('configured\n');
    expect((await next.event('stopped')).body).toEqual({ reason: 'entry', threadId: 7 });
    expect((await next.result('evaluate', { expression: 'still' })).result).toBe('still');
    await next.result('continue', { threadId: 7 });
    await next.close(1001);
    expect(await world.kept(session, 'nonsense')).toMatchObject([
      { session, state: 'kept', type: 'goesOn', configuration },
      { session: 'nonsense', state: 'gone' },
    ]);

    const third = await world.connect('goesOn', `?session=${session}`);
    await third.resumed();
    expect(kinds(third)).not.toContain('stopped');
    await third.result('disconnect');
    await third.close();
    await eventually(() => world.processes().length === 0, 'no process is left');
  });

  it('hears no late answer to the page before, and numbers its own from where that one ended', async () => {
    await using world = await start();
    const first = await stopped(world);
    const { session } = await first.ready();
    const last = first.send({ type: 'request', command: 'fixture/late' });
    await first.close(1001);
    const next = await world.connect('goesOn', `?session=${session}`);
    const { resumed } = await next.resumed();
    expect(resumed?.firstSeq).toBe(last + 1);
    say(world, [{ type: 'answer' }, { event: 'custom' }]);
    await next.event('custom');
    await next.result('evaluate', { expression: 'x' });
    const answers = next.messages.filter(
      ({ type, command }) => type === 'response' && command !== 'initialize',
    );
    expect(answers.map(({ command }) => command)).toEqual(['evaluate']);
  });

  it('keeps what is said meanwhile, and what the adapter asks waits for the next page', async () => {
    await using world = await start();
    const first = await stopped(world);
    const { session } = await first.ready();
    await first.close(1001);
    say(world, [
      { event: 'output', body: { category: 'stdout', output: 'alone\n' } },
      { event: 'custom', body: { number: 1 } },
      { event: 'continued', body: { threadId: 7 } },
      { command: 'startDebugging', args: { configuration: { name: 'child' }, request: 'attach' } },
      { event: 'stopped', body: { reason: 'step', threadId: 8 } },
    ]);
    await eventually(() => !existsSync(world.path('away')), 'the adapter has spoken');
    const next = await world.connect('goesOn', `?session=${session}`);
    const request = await next.asked('startDebugging');
    expect(kinds(next)).toEqual([
      'mooring/ready',
      'initialize',
      'process',
      'output',
      'output',
      'custom',
      'stopped',
      'mooring/resumed',
      'startDebugging',
    ]);
    expect((await next.event('stopped')).body.threadId).toBe(8);
    next.seq = (await next.resumed()).resumed?.firstSeq ?? 0;
    next.answer(request);
    await next.untilOutput('answer', 'true');
  });

  it('tells the same page what it missed, over another socket, and nothing twice', async () => {
    await using world = await start();
    const first = await stopped(world);
    await first.untilOutput('stdout', 'configured');
    const { session } = await first.ready();
    const received = first.messages.length;
    first.socket.terminate();
    await eventually(() => isKept(world), 'the relay has noticed');
    say(world, [
      { event: 'output', body: { category: 'stdout', output: 'alone\n' } },
      { event: 'breakpoint', body: { reason: 'changed', breakpoint: { id: 1, verified: true } } },
    ]);
    await eventually(() => !existsSync(world.path('away')), 'the adapter has spoken');
    const same = await world.connect('goesOn', `?session=${session}&received=${received}&epoch=0`);
    const { resumed } = await same.resumed();
    expect(kinds(same)).toEqual(['mooring/ready', 'output', 'breakpoint', 'mooring/resumed']);
    expect(same.output('stdout')).toBe('alone\n');

    // As if the answer had been lost with the connection: nothing else says that the program goes on.
    await same.result('continue', { threadId: 7 });
    same.socket.terminate();
    const again = await world.connect('goesOn', `?session=${session}&received=${resumed?.received}&epoch=1`);
    await again.resumed();
    expect(kinds(again)).toEqual(['mooring/ready', 'continued', 'mooring/resumed']);
  });

  it('belongs to one page: another is refused, the same one over another socket takes its own place', async () => {
    await using world = await start();
    const first = await stopped(world);
    const { session } = await first.ready();
    const query = `?session=${session}`;
    expect(await world.refusal('goesOn', query)).toEqual({
      status: 409,
      message: expect.stringMatching(/Another page.*start debugging again/),
    });
    expect(await world.kept(session)).toEqual([{ session, state: 'attached' }]);
    expect(await world.refusal('goesOn', '?session=guess')).toEqual({
      status: 404,
      message: expect.stringMatching(/has ended.*Start debugging again/),
    });
    expect((await first.result('evaluate', { expression: 'mine' })).result).toBe('mine');
    const same = await world.connect('goesOn', `${query}&received=${first.messages.length}&epoch=0`);
    await same.resumed();
    expect(await first.closed).toBe(4009);
    expect((await same.result('evaluate', { expression: 'mine' })).result).toBe('mine');
    expect((await world.refusal('goesOn', `${query}&received=9&epoch=0`)).status).toBe(409);
  });

  it('is taken from a page that shows no sign of life', async () => {
    await using world = await start({ probeTime: 50 });
    const first = await stopped(world);
    const { session } = await first.ready();
    first.socket.pause();
    expect(await world.kept(session)).toMatchObject([{ session, state: 'kept' }]);
    const next = await world.connect('goesOn', `?session=${session}`);
    await next.resumed();
    first.socket.resume();
    expect(await first.closed).toBe(4009);
    expect((await next.result('evaluate', { expression: 'on' })).result).toBe('on');
  });
});

describe('Sessions of one process', () => {
  it('are kept together, and each goes on over its own connection (T073)', async () => {
    const policy = { continuity: true };
    await using world = await DebugWorld.start({ adapters: [portAdapter('children')], policy });
    const parent = await world.session('children');
    const launched = parent.request('launch', { name: 'parent' });
    const request = await parent.asked('startDebugging');
    const { session } = await parent.ready();
    const child = await world.session('children', `?parent=${session}`);
    parent.answer(request);
    await launched;
    await parent.result('configurationDone');
    await child.result('launch', request.arguments.configuration);
    await child.result('configurationDone');
    const key = (await child.ready()).session;
    await Promise.all([parent.close(1001), child.close(1001)]);
    const kept = await world.kept(session, key);
    expect(kept).toMatchObject([
      { session, state: 'kept', configuration: { name: 'parent' } },
      { session: key, state: 'kept', parent: session, configuration: { name: 'parent', target: 'child' } },
    ]);
    const [parentAgain, childAgain] = await Promise.all(
      [session, key].map((name) => world.connect('children', `?session=${name}`)),
    );
    expect(await childAgain?.resumed()).toMatchObject({ parent: session });
    expect((await childAgain?.event('stopped'))?.body.description).toMatch(/^child in/);
    await parentAgain?.resumed();
    await parentAgain?.result('disconnect');
    await parentAgain?.close();
    await childAgain?.closed;
    await eventually(() => world.processes().length === 0, 'no process is left');
  });
});

function kinds({ messages }: DebugClient): (string | undefined)[] {
  return messages.map(({ event, command }: DapMessage) => event ?? command);
}
