import { describe, expect, it } from 'vitest';
import { eventually, fixture, isAlive, RelayWorld } from './relayWorld.ts';

describe('The relay', () => {
  it('answers a hover through a real server process; without continuity it ends when the page leaves (A-15, T031, KC-39)', async () => {
    const policy = { continuity: false };
    await using world = await RelayWorld.start({ servers: [fixture('good')], policy });
    const client = await world.connect('good');
    const { result } = await client.initialize();
    expect(result.capabilities.hoverProvider).toBe(true);
    const ready = await client.method('mooring/ready');
    expect(ready.params).toMatchObject({ resumed: false, folder: world.folderUri });
    const { result: hover } = await client.hover();
    expect(hover).toEqual({ contents: 'hover' });
    expect(isAlive(ready.params.pid)).toBe(true);
    await client.close();
    await eventually(() => !isAlive(ready.params.pid), 'the server has ended');
  });
});
