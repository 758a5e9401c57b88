/** The relay with the adapters people have. Each is skipped, with a reason, where it is not installed. */
import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { pathOf } from '../harness/programs.ts';
import { cases, type Case } from './debugCases.ts';
import type { DebugClient } from './debugClient.ts';
import { configure, debugToBreakpoint, initialize, lookAround, type Stopped } from './debugDrill.ts';
import { DebugWorld } from './debugWorld.ts';
import { eventually, isAlive } from './relayWorld.ts';
import { write } from './serverWorld.ts';
import { shipped } from './shippedAdapter.ts';

const forkingProgram = `import subprocess, sys
if len(sys.argv) > 1:
    x = 41
    print("child", x)
else:
    subprocess.run([sys.executable, __file__, "child"])
    print("parent done")
`;
const slow = { timeout: 120_000 };

describe.each(cases)('With $name', (test) => {
  it(
    'a breakpoint, locals, output and the end come, and no process is left (A-57, A-63, A-64, A-65, A-80)',
    slow,
    async (context) => {
      if (test.missing !== undefined) context.skip(test.missing);
      await using world = await prepare(test);
      const { client, frame, locals, threadId, launched } = await debug(world, test);
      expect(frame).toMatchObject({ name: expect.stringMatching(/add/), line: test.line });
      expect(locals.get('total')).toBe('42');
      expect((await launched).success).toBe(true);
      await client.result('continue', { threadId });
      await client.event('terminated');
      await client.until(() => said(client, test).includes('total 42'));
      await client.result('disconnect', { terminateDebuggee: true });
      const { adapter } = await client.ready();
      await client.close();
      await eventually(() => !isAlive(adapter.pid), 'the adapter has ended');
      await eventually(() => world.processes().length === 0, 'no process is left');
    },
  );

  it.for(['stopped', 'running'])(
    'no process is left when the page vanishes while a program that ignores SIGTERM is %s (T082, T083)',
    slow,
    async (state, context) => {
      if (test.missing !== undefined) context.skip(test.missing);
      await using world = await prepare(test);
      if (state === 'running') write(world.path('forever'));
      const { client, threadId } = await debug(world, test);
      if (state === 'running') {
        await client.result('continue', { threadId });
        await client.until(() => said(client, test).includes('total 42'));
      }
      client.socket.terminate();
      await eventually(() => world.processes().length === 0, 'no process is left');
    },
  );
});

describe('With debugpy', () => {
  it(
    'a process that the program starts is debugged in a session of its own, attached to, next to its parent (A-60)',
    slow,
    async (context) => {
      const python = pathOf(['python3', '-c', 'import debugpy']);
      if (python === undefined) return context.skip('python3 with debugpy not found on PATH');
      await using world = await DebugWorld.start({ adapters: [shipped('python')] });
      const source = world.path('a.py');
      writeFileSync(source, forkingProgram);
      const root = await world.connect('debugpy');
      await initialize(root);
      const shared = { source, line: 4 };
      const configuration = {
        program: source,
        cwd: world.folder,
        python: [python],
        console: 'internalConsole',
      };
      const launched = root.request('launch', { ...configuration, subProcess: true });
      await configure(root, { ...shared, configuration });
      expect((await launched).success).toBe(true);
      const { body } = await root.event('debugpyAttach');
      const child = await world.connect('debugpy', `?parent=${(await root.ready()).session}`);
      await initialize(child);
      const attached = child.request('attach', body);
      await configure(child, { ...shared, configuration: body });
      const { threadId, locals } = await lookAround(child);
      expect(locals.get('x')).toBe('41');
      expect((await attached).success).toBe(true);
      await child.result('continue', { threadId });
      await child.event('terminated');
      await child.close();
      await root.event('terminated');
      expect(root.output('stdout')).toContain('parent done');
      await root.close();
      await eventually(() => world.processes().length === 0, 'no process is left');
    },
  );
});

async function prepare(test: Case): Promise<DebugWorld> {
  const world = await DebugWorld.start({
    adapters: [test.descriptor],
    ...(test.path && { path: test.path }),
    ...(test.extensionPath && { extensionPath: test.extensionPath }),
  });
  for (const [name, content] of Object.entries(test.files)) write(world.path(name), content);
  if (test.compile) {
    const [command, ...args] = test.compile;
    expect(spawnSync(command, args, { cwd: world.folder, encoding: 'utf8' }).stderr).toBe('');
  }
  return world;
}

async function debug(world: DebugWorld, test: Case): Promise<Stopped & { readonly client: DebugClient }> {
  const client = await world.connect(test.descriptor.type);
  const { source, line } = test;
  const drill = { source: world.path(source), line, configuration: test.configuration(world) };
  return { client, ...(await debugToBreakpoint(client, drill)) };
}

function said(client: DebugClient, { category }: Case): string {
  return client.messages
    .filter(({ event, body }) => event === 'output' && (category === 'any' || body.category === 'stdout'))
    .map(({ body }) => String(body.output))
    .join('');
}
