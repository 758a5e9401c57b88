import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import type { DebugClient, Wire } from './debugClient.ts';
import { configure, initialize, lookAround, type Stopped } from './debugDrill.ts';
import type { DebugWorld } from './debugWorld.ts';
import { productRoot } from './relayWorld.ts';
import { shipped } from './shippedAdapter.ts';

export const jsDebug = shipped('node');
/** Why it cannot be had, where that is so. */
export const noJsDebug = existsSync(join(productRoot, 'dist/adapters/js-debug/vsDebugServer.cjs'))
  ? undefined
  : 'js-debug was not fetched when Mooring was built';

interface NodeStopped extends Omit<Stopped, 'launched'> {
  readonly root: DebugClient;
  readonly child: DebugClient;
  /** With which the adapter asked for the child. */
  readonly request: Wire;
}

/** Stops the program at a line. js-debug's first session only launches; the program is debugged in a child of it. */
export async function debugNode(
  world: DebugWorld,
  { text, line }: { readonly text: string; readonly line: number },
): Promise<NodeStopped> {
  const source = world.path('a.js');
  writeFileSync(source, text);
  const root = await world.connect('pwa-node');
  await initialize(root);
  const configuration = { type: 'pwa-node', name: 'Launch', program: source, cwd: world.folder };
  const launched = root.request('launch', { ...configuration, console: 'internalConsole' });
  await root.event('initialized');
  await root.result('configurationDone');
  const request = await root.asked('startDebugging');
  expect((await launched).success).toBe(true);
  const { session, adapter } = await root.ready();
  const child = await world.connect('pwa-node', `?parent=${session}`);
  expect(await child.ready()).toMatchObject({ parent: session, adapter: { pid: adapter.pid } });
  root.answer(request);
  await initialize(child);
  const drill = { source, line, configuration: request.arguments.configuration };
  const attached = child.request(request.arguments.request, drill.configuration);
  await configure(child, drill);
  const stopped = await lookAround(child);
  expect((await attached).success).toBe(true);
  return { root, child, request, ...stopped };
}
