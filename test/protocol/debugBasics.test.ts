import { describe, expect, it } from 'vitest';
import { adapter, DebugWorld, portAdapter } from './debugWorld.ts';
import { eventually, isAlive } from './relayWorld.ts';

describe('The relay for debugging', () => {
  it.each(['stdio', 'port'])(
    'carries a session over %s through a real adapter process, which ends with it (A-55, A-56, A-67)',
    async (transport) => {
      const descriptor = transport === 'port' ? portAdapter('good') : adapter('good');
      await using world = await DebugWorld.start({ adapters: [descriptor] });
      const client = await world.connect('good');
      const { success, body } = await client.request('initialize', { adapterID: 'good' });
      expect({ success, body }).toEqual({ success: true, body: { supportsConfigurationDoneRequest: true } });
      expect(client.messages[0]).toMatchObject({ type: 'event', event: 'mooring/ready', seq: 0 });
      const { adapter: found, session } = await client.ready();
      expect(found).toMatchObject({ label: 'good', command: expect.stringMatching(/good\.mjs$/) });
      expect(session).toMatch(/^[0-9a-f-]{36}$/);
      await client.event('initialized');
      await client.result('launch', {});
      expect((await client.result('evaluate', { expression: '1' })).result).toBe('1');
      await client.result('disconnect', { terminateDebuggee: true });
      expect(client.messages.filter(({ event }) => event === 'terminated')).toHaveLength(1);
      await client.close();
      await eventually(() => !isAlive(found.pid), 'the adapter has ended');
    },
  );
});
