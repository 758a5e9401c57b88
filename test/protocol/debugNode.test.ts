/** The relay with js-debug, which debugs each program in a child of the session that launches it. */
import { describe, expect, it } from 'vitest';
import { DebugWorld } from './debugWorld.ts';
import { debugNode, jsDebug, noJsDebug } from './debugNodeDrill.ts';
import { eventually } from './relayWorld.ts';
import { write } from './serverWorld.ts';

// It ignores SIGTERM, adds, prints, and goes on for ever where a file "forever" lies beside it.
const text = `process.on('SIGTERM', () => {});
function add(a, b) {
  const total = a + b;
  console.log('total', total);
}
add(2, 40);
if (require('fs').existsSync('forever')) setInterval(() => {}, 60_000);
`;
const program = { text, line: 4 };
const slow = { timeout: 120_000 };

describe('With js-debug', () => {
  it('the child session, over a second connection, stops at a breakpoint (T073)', slow, async (context) => {
    if (noJsDebug !== undefined) context.skip(noJsDebug);
    await using world = await DebugWorld.start({ adapters: [jsDebug] });
    const { root, child, frame, locals, threadId } = await debugNode(world, program);
    expect(frame).toMatchObject({ line: 4, name: expect.stringContaining('add') });
    expect(locals.get('total')).toBe('42');
    await child.result('continue', { threadId });
    await child.event('terminated');
    await child.close();
    await root.event('terminated');
    expect(root.output('stdout') + child.output('stdout')).toContain('total 42');
    await root.close();
    await eventually(() => world.processes().length === 0, 'no process is left');
  });

  it('restarts a program that is stopped and ignores SIGTERM (A-68)', slow, async (context) => {
    if (noJsDebug !== undefined) context.skip(noJsDebug);
    await using world = await DebugWorld.start({ adapters: [jsDebug] });
    const { root, child } = await debugNode(world, program);
    const before = new Set(world.processes().map(({ pid }) => pid));
    const from = root.messages.length;
    const configuration = {
      type: 'pwa-node',
      name: 'Launch',
      program: world.path('a.js'),
      cwd: world.folder,
    };
    const restarted = root.request('restart', {
      arguments: { ...configuration, console: 'internalConsole' },
    });
    await child.event('terminated');
    const again = await root.asked('startDebugging', from);
    expect((await restarted).success).toBe(true);
    expect(again.arguments.configuration.__pendingTargetId).toBeTruthy();
    const after = world.processes().map(({ pid }) => pid);
    expect(after.filter((pid) => before.has(pid))).toEqual([(await root.ready()).adapter.pid]);
    expect(after).toHaveLength(2);
  });

  it.for(['stopped', 'running'])(
    'no process is left when the page vanishes while a program that ignores SIGTERM is %s (T082, T083)',
    slow,
    async (state, context) => {
      if (noJsDebug !== undefined) context.skip(noJsDebug);
      await using world = await DebugWorld.start({ adapters: [jsDebug] });
      if (state === 'running') write(world.path('forever'));
      const { root, child, threadId } = await debugNode(world, program);
      if (state === 'running') {
        await child.result('continue', { threadId });
        await child.untilOutput('stdout', 'total 42');
      }
      root.socket.terminate();
      child.socket.terminate();
      await eventually(() => world.processes().length === 0, 'no process is left');
    },
  );
});
