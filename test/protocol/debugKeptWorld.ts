/** A relay whose debug sessions are kept for the next page, with an adapter that goes on meanwhile. */
import { renameSync, writeFileSync } from 'node:fs';
import type { DebugPolicy } from '../../server/broker/debug/debugPolicy.ts';
import type { DebugClient } from './debugClient.ts';
import { adapter, DebugWorld } from './debugWorld.ts';

export const never = 10 * 60_000;

export function start(policy: Partial<DebugPolicy> = {}): Promise<DebugWorld> {
  const adapters = [adapter('goesOn')];
  return DebugWorld.start({
    adapters,
    policy: { continuity: true, departedKeep: never, lostKeep: never, ...policy },
  });
}

/** A client whose program stands at its entry. */
export async function stopped(world: DebugWorld): Promise<DebugClient> {
  const client = await world.session('goesOn');
  await client.result('launch', { program: '', name: 'Toy', type: 'goesOn' });
  await client.result('configurationDone');
  await client.event('stopped');
  return client;
}

/** The last session that changed has no page any more. */
export function isKept({ lines }: DebugWorld): boolean {
  const last = lines.findLast(({ message }) => message === 'Debug session');
  return last !== undefined && 'to' in last.fields && last.fields.to === 'kept';
}

/** Has the adapter say this as soon as it looks. */
export function say(world: DebugWorld, messages: readonly object[]): void {
  const lines = messages.map((message) => JSON.stringify(message)).join('\n');
  writeFileSync(world.path('speech'), lines);
  // It appears as a whole, or the adapter would read the beginning of it.
  renameSync(world.path('speech'), world.path('away'));
}
