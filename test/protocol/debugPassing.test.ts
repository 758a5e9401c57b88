import { describe, expect, it } from 'vitest';
import { adapter, DebugWorld, portAdapter } from './debugWorld.ts';

describe('What a debug adapter says', () => {
  it.each(['stdio', 'port'])('is whole, also when it comes in pieces over %s (A-77)', async (transport) => {
    const descriptor = transport === 'port' ? portAdapter('tearsFrames') : adapter('tearsFrames');
    await using world = await DebugWorld.start({ adapters: [descriptor] });
    const client = await world.connect('tearsFrames');
    expect((await client.result('initialize', {}))['x-note']).toBe('ebb — flood');
    await client.event('initialized');
  });

  it('comes as often as it is said, so that every stop is seen (A-72)', async () => {
    await using world = await DebugWorld.start({ adapters: [adapter('tearsFrames')] });
    const client = await world.session('tearsFrames');
    await client.event('initialized');
    const stopped = { event: 'stopped', body: { reason: 'step', threadId: 1 } };
    const continued = { event: 'continued', body: { threadId: 1 } };
    const events = [stopped, continued, stopped, stopped, continued, stopped];
    const from = client.messages.length;
    await client.result('fixture/tell', { events });
    const told = client.messages.slice(from).filter(({ type }) => type === 'event');
    expect(told.map(({ event, body }) => ({ event, body }))).toEqual(events);
    expect(new Set(told.map(({ seq }) => seq)).size).toBe(events.length);
  });

  it('passes as it is, whether anybody knows the event, and whatever is in it (A-78, A-79)', async () => {
    await using world = await DebugWorld.start({ adapters: [adapter('tearsFrames')] });
    const client = await world.session('tearsFrames');
    const events = [
      { event: 'x-unknown', body: { deep: [null, { a: '\u2028\u0000"\\' }], n: 1e21, empty: '' } },
      { event: 'stopped', body: ['no', 'object'] },
      { event: 'stopped', body: { reason: 'an adapter’s own reason', threadId: 0 } },
      { event: 'thread' },
    ];
    const from = client.messages.length;
    await client.result('fixture/tell', { events });
    const told = client.messages.slice(from).filter(({ type }) => type === 'event');
    expect(told.filter(({ event }) => event !== 'initialized')).toEqual(
      events.map((event) => ({ seq: expect.any(Number), type: 'event', ...event })),
    );
  });

  it('has no word of ours in it, and what we say leaves out what it has not got (A-74)', async () => {
    await using world = await DebugWorld.start({ adapters: [adapter('good')] });
    const client = await world.session('good');
    await client.result('launch');
    const { seen } = await client.result('fixture/seen');
    expect(seen).toEqual([{ seq: expect.any(Number), type: 'request', command: 'launch' }]);
    expect(Object.keys(seen[0])).not.toContain('arguments');
    const ready = await client.ready();
    expect(Object.keys(ready).toSorted()).toEqual(['adapter', 'epoch', 'session']);
    expect(client.texts.join('\n')).not.toMatch(/null|undefined/);
  });
});
