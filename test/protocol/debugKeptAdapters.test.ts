/** Sessions of the adapters people have that another page goes on with. Skipped, with a reason, where one is missing. */
import { writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { pathOf } from '../harness/programs.ts';
import type { DebugClient, Wire } from './debugClient.ts';
import { debugToBreakpoint, lookAround } from './debugDrill.ts';
import { debugNode, jsDebug, noJsDebug } from './debugNodeDrill.ts';
import { DebugWorld } from './debugWorld.ts';
import { eventually } from './relayWorld.ts';
import { shipped } from './shippedAdapter.ts';

const slow = { timeout: 120_000 };
const policy = { continuity: true };

/** A reload: the page departs, and another one goes on. */
async function reload(world: DebugWorld, type: string, client: DebugClient): Promise<DebugClient> {
  const { session } = await client.ready();
  await client.close(1001);
  const next = await world.connect(type, `?session=${session}`);
  await next.resumed();
  return next;
}

async function setBreakpoint(client: DebugClient, path: string, line: number): Promise<Wire> {
  const { breakpoints } = await client.result('setBreakpoints', {
    source: { path },
    breakpoints: [{ line }],
  });
  return breakpoints[0];
}

describe('Another page goes on with', () => {
  it('a Python program that stands, and one that runs (T082)', slow, async (context) => {
    const python = pathOf(['python3', '-c', 'import debugpy']);
    if (python === undefined) return context.skip('python3 with debugpy not found on PATH');
    await using world = await DebugWorld.start({ adapters: [shipped('python')], policy });
    const source = world.path('a.py');
    writeFileSync(
      source,
      [
        'import os, time',
        'print("begin", flush=True)',
        'x = 41',
        'while not os.path.exists("go"): time.sleep(0.01)',
        'y = x + 1',
        'print("end", y, flush=True)',
      ].join('\n'),
    );
    const first = await world.connect('debugpy');
    const configuration = {
      program: source,
      cwd: world.folder,
      python: [python],
      console: 'internalConsole',
    };
    await debugToBreakpoint(first, { source, line: 4, configuration });
    const pids = world.processes().map(({ pid }) => pid);

    const second = await reload(world, 'debugpy', first);
    expect(await setBreakpoint(second, source, 5)).toMatchObject({ verified: true, line: 5 });
    const { frame, locals, threadId } = await lookAround(second);
    expect(frame.line).toBe(4);
    expect(locals.get('x')).toBe('41');
    expect(second.output('stdout')).toContain('begin');
    await second.result('continue', { threadId });

    const third = await reload(world, 'debugpy', second);
    expect(third.messages.some(({ event }) => event === 'stopped')).toBe(false);
    await setBreakpoint(third, source, 6);
    writeFileSync(world.path('go'), '');
    const stopped = await lookAround(third);
    expect(stopped.frame.line).toBe(6);
    expect(stopped.locals.get('y')).toBe('42');
    expect(world.processes().map(({ pid }) => pid)).toEqual(pids);
    await third.result('continue', { threadId: stopped.threadId });
    await third.event('terminated');
    await third.untilOutput('stdout', 'end 42');
    await third.result('disconnect');
    await third.close();
    await eventually(() => world.processes().length === 0, 'no process is left');
  });

  it('a Node program, parent and child', slow, async (context) => {
    if (noJsDebug !== undefined) context.skip(noJsDebug);
    await using world = await DebugWorld.start({ adapters: [jsDebug], policy });
    const text = 'const x = 41;\nconsole.log("begin");\nconst y = x + 1;\nconsole.log("end", y);\n';
    const { root, child, request } = await debugNode(world, { text, line: 3 });
    const source = world.path('a.js');
    const { session } = await root.ready();
    const pids = world.processes().map(({ pid }) => pid);

    const key = (await child.ready()).session;
    await Promise.all([root.close(1001), child.close(1001)]);
    expect(await world.kept(session, key)).toMatchObject([
      { state: 'kept', type: 'pwa-node', configuration: { program: source } },
      { state: 'kept', parent: session, configuration: request.arguments.configuration },
    ]);
    const rootAgain = await world.connect('pwa-node', `?session=${session}`);
    const childAgain = await world.connect('pwa-node', `?session=${key}`);
    await Promise.all([rootAgain.resumed(), childAgain.resumed()]);
    await setBreakpoint(childAgain, source, 4);
    const { frame, threadId } = await lookAround(childAgain);
    expect(frame.line).toBe(3);
    expect(rootAgain.output('stdout') + childAgain.output('stdout')).toContain('begin');
    const from = childAgain.messages.length;
    await childAgain.result('continue', { threadId });
    await childAgain.event('stopped', from);
    const { result } = await childAgain.result('evaluate', {
      expression: 'y',
      frameId: (await childAgain.result('stackTrace', { threadId })).stackFrames[0].id,
    });
    expect(result).toBe('42');
    expect(world.processes().map(({ pid }) => pid)).toEqual(pids);
    await rootAgain.result('disconnect', { terminateDebuggee: true });
    await Promise.all([rootAgain.close(), childAgain.close()]);
    await eventually(() => world.processes().length === 0, 'no process is left');
  });
});
