import { describe, expect, it } from 'vitest';
import { adapter, DebugWorld, portAdapter } from './debugWorld.ts';
import { eventually } from './relayWorld.ts';

describe('A child session (startDebugging)', () => {
  it('talks to its parent’s process over a second connection, and ends by itself (T073)', async () => {
    await using world = await DebugWorld.start({ adapters: [portAdapter('children')] });
    const parent = await world.session('children');
    const launched = parent.request('launch', {});
    const request = await parent.asked('startDebugging');
    const { session, adapter: found } = await parent.ready();
    const child = await world.session('children', `?parent=${session}`);
    expect(await child.ready()).toMatchObject({ parent: session, adapter: { pid: found.pid } });
    parent.answer(request);
    expect((await launched).success).toBe(true);
    await child.result(request.arguments.request, request.arguments.configuration);
    expect((await child.event('stopped')).body.description).toBe(`child in ${found.pid}`);
    await child.result('disconnect');
    await child.close();
    expect((await parent.result('threads')) ?? null).toBeNull();
    await parent.close();
    await eventually(() => world.processes().length === 0, 'no process is left');
  });

  it('is held to the paths of its parent, whatever type it names (A-71)', async () => {
    const other = adapter('other', { command: [{ module: './good.mjs' }], pathAttributes: [] });
    await using world = await DebugWorld.start({ adapters: [portAdapter('children'), other] });
    const parent = await world.session('children');
    const { session, adapter: found } = await parent.ready();
    const child = await world.session('other', `?parent=${session}`);
    expect((await child.ready()).adapter).toMatchObject({ label: 'children', pid: found.pid });
    const { message } = await child.request('launch', { target: 'child', program: '/bin/sh' });
    expect(message).toContain('not in the opened folder');
  });

  it('ends with its parent, and is told (A-67)', async () => {
    await using world = await DebugWorld.start({ adapters: [portAdapter('children')] });
    const parent = await world.session('children');
    const { session } = await parent.ready();
    const child = await world.session('children', `?parent=${session}`);
    await parent.result('disconnect');
    await parent.close();
    await child.event('terminated');
    expect(await child.closed).toBe(1000);
    await eventually(() => world.processes().length === 0, 'no process is left');
  });

  it('gets a process of its own where the adapter has one session only', async () => {
    await using world = await DebugWorld.start({ adapters: [adapter('good')] });
    const parent = await world.session('good');
    const { session, adapter: found } = await parent.ready();
    const child = await world.session('good', `?parent=${session}`);
    expect((await child.ready()).adapter.pid).not.toBe(found.pid);
    expect((await child.result('evaluate', { expression: 'c' })).result).toBe('c');
  });
});
