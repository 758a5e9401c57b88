import { describe, expect, it } from 'vitest';
import { adapter, DebugWorld, portAdapter } from './debugWorld.ts';

describe('A debug session goes as the adapter has it:', () => {
  it('"initialized" may come before the answer to initialize (A-57, T071)', async () => {
    await using world = await DebugWorld.start({ adapters: [adapter('initializedFirst')] });
    const client = await world.session('initializedFirst');
    const kinds = client.messages.map(({ event, command }) => event ?? command);
    expect(kinds).toEqual(['mooring/ready', 'initialized', 'initialize']);
    expect((await client.request('configurationDone')).success).toBe(true);
  });

  it('launch may be answered only after configurationDone, with and without breakpoints (A-57, A-80, T072)', async () => {
    await using world = await DebugWorld.start({ adapters: [adapter('lateLaunch')] });
    for (const lines of [[3], []]) {
      const client = await world.session('lateLaunch');
      const launched = client.request('launch', { type: 'python' });
      await client.event('initialized');
      await client.result('setBreakpoints', {
        source: { path: '/a' },
        breakpoints: lines.map((line) => ({ line })),
      });
      expect(client.messages.some(({ command }) => command === 'launch')).toBe(false);
      await client.result('configurationDone');
      expect((await launched).success).toBe(true);
      const { event, body } = await client.event(lines.length > 0 ? 'stopped' : 'terminated');
      expect({ event, body }).toEqual(
        lines.length > 0
          ? { event: 'stopped', body: { reason: 'breakpoint', threadId: 0 } }
          : { event: 'terminated', body: undefined },
      );
      await client.close();
    }
  });

  it('setBreakpoints may be answered without a body, and every seq may be 0 (A-74)', async () => {
    await using world = await DebugWorld.start({ adapters: [adapter('noBreakpointsBody')] });
    const client = await world.session('noBreakpointsBody');
    const answer = await client.request('setBreakpoints', { source: { path: '/a' }, breakpoints: [] });
    expect(answer).toEqual({
      seq: 0,
      type: 'response',
      request_seq: 2,
      success: true,
      command: 'setBreakpoints',
    });
    expect((await client.request('configurationDone')).success).toBe(true);
  });

  it('the port may open at once or after four seconds (T086)', async () => {
    await using world = await DebugWorld.start({ adapters: [portAdapter('good'), portAdapter('opensLate')] });
    const sessions = await Promise.all(['good', 'opensLate'].map((type) => world.session(type)));
    const late = sessions.map(({ messages }) => messages[0]?.event);
    expect(late).toEqual(['mooring/ready', 'mooring/ready']);
    const [good] = sessions;
    expect(good && (await good.result('evaluate', { expression: 'x' })).result).toBe('x');
  });

  it('what the page sends before the adapter is there waits for it, in order', async () => {
    await using world = await DebugWorld.start({ adapters: [portAdapter('opensLate')] });
    const client = await world.connect('opensLate');
    const commands = ['initialize', 'launch', 'threads', 'configurationDone'];
    const answers = await Promise.all(commands.map((command) => client.request(command, {})));
    expect(answers.map(({ success }) => success)).toEqual([true, true, true, true]);
    const answered = client.messages.flatMap(({ type, command }) => (type === 'response' ? [command] : []));
    expect(answered).toEqual(commands);
    expect(client.messages[0]?.event).toBe('mooring/ready');
  });

  it('the end of the program may be all that is said of it, where it is its own adapter; it is attached to (A-60)', async () => {
    await using world = await DebugWorld.start({ adapters: [portAdapter('endsQuietly')] });
    const client = await world.session('endsQuietly');
    await client.result('attach', {});
    await client.result('continue', { threadId: 1 });
    await client.event('terminated');
    expect(await client.closed).toBe(1000);
    expect(client.messages.some(({ event }) => event === 'mooring/failed')).toBe(false);
  });

  it('an adapter on the usual library works, and its error comes as it is (A-75)', async () => {
    await using world = await DebugWorld.start({ adapters: [adapter('mock')] });
    const client = await world.session('mock');
    await client.result('launch', {});
    expect((await client.event('stopped')).body).toMatchObject({ reason: 'entry', threadId: 0 });
    const refused = await client.request('evaluate', { expression: 'x' });
    expect(refused).toMatchObject({ success: false, body: { error: { id: 7, variables: { name: 'x' } } } });
    await client.result('continue', { threadId: 0 });
    await client.event('terminated');
    await client.result('disconnect');
    expect(await client.closed).toBe(1000);
  });
});
