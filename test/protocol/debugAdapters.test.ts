/**
 * The relay with the adapters people have, as our extensions describe them. Each is skipped, with a reason, where it is
 * not installed.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { installedByGo, pinnedBy } from '../harness/goInstall.ts';
import { missing, pathOf, type Program } from '../harness/programs.ts';
import type { DebugAdapterContribution } from '../../server/protocol/descriptor.ts';
import type { DebugClient } from './debugClient.ts';
import { configure, debugToBreakpoint, initialize, lookAround, type Stopped } from './debugDrill.ts';
import { DebugWorld } from './debugWorld.ts';
import { eventually, isAlive, productRoot } from './relayWorld.ts';
import { write } from './serverWorld.ts';

interface Case {
  readonly name: string;
  readonly missing: string | undefined;
  readonly descriptor: DebugAdapterContribution;
  readonly files: Readonly<Record<string, string>>;
  readonly source: string;
  readonly line: number;
  readonly compile?: readonly [command: string, ...args: string[]];
  /** In front of PATH. */
  readonly path?: string;
  /** Where the descriptor is from, if it brings its adapter. */
  readonly extensionPath?: string;
  configuration(world: DebugWorld): object;
  /** Some send it as another category. */
  readonly category?: 'any';
}

// Each ignores SIGTERM, adds, prints, and goes on for ever where a file "forever" lies beside it.
const pythonProgram = `import os, signal, time
signal.signal(signal.SIGTERM, signal.SIG_IGN)
def add(a, b):
    total = a + b
    print("total", total, os.getpid(), flush=True)
    return total
add(2, 40)
while os.path.exists("forever"): time.sleep(60)
`;
const goProgram = `package main

import (
	"fmt"
	"os"
	"os/signal"
	"syscall"
	"time"
)

func add(a, b int) int {
	total := a + b
	fmt.Println("total", total)
	return total
}

func main() {
	signal.Ignore(syscall.SIGTERM)
	add(2, 40)
	for {
		if _, err := os.Stat("forever"); err != nil {
			break
		}
		time.Sleep(time.Minute)
	}
}
`;
const cProgram = `#include <signal.h>
#include <stdio.h>
#include <unistd.h>
int add(int a, int b) {
  int total = a + b;
  printf("total %d\\n", total);
  return total;
}
int main(void) {
  signal(SIGTERM, SIG_IGN);
  setvbuf(stdout, NULL, _IONBF, 0);
  add(2, 40);
  while (access("forever", F_OK) == 0) pause();
  return 0;
}
`;
const nodeProgram = `process.on('SIGTERM', () => {});
function add(a, b) {
  const total = a + b;
  console.log('total', total);
}
add(2, 40);
if (require('fs').existsSync('forever')) setInterval(() => {}, 60_000);
`;
const forkingProgram = `import subprocess, sys
if len(sys.argv) > 1:
    x = 41
    print("child", x)
else:
    subprocess.run([sys.executable, __file__, "child"])
    print("parent done")
`;
const gcc: Program = ['gcc', '--version'];
const pinnedDelve = await installedByGo(pinnedBy('go-debug'));

const cases: readonly Case[] = [
  {
    name: 'debugpy, over a port',
    missing: missing([['python3', '-c', 'import debugpy']]),
    descriptor: shipped('python'),
    ...python(),
  },
  {
    name: 'debugpy, over stdio',
    missing: missing([['python3', '-c', 'import debugpy']]),
    descriptor: {
      ...shipped('python'),
      args: ['-m', 'debugpy.adapter'],
      transport: 'stdio',
      sessions: 'one',
    },
    ...python(),
  },
  {
    name: 'Delve, over a port, of a module below the folder',
    missing: missing([
      ['dlv', 'version'],
      ['go', 'version'],
    ]),
    descriptor: shipped('go'),
    // A debugger reads what a compiler of its age writes: the one that came with it comes first.
    path: dirname(pathOf(['dlv', 'version']) ?? ''),
    ...go(),
  },
  {
    name: 'the Delve that can be installed',
    missing: 'lacks' in pinnedDelve ? pinnedDelve.lacks : undefined,
    descriptor: shipped('go'),
    ...('bin' in pinnedDelve && { path: pinnedDelve.bin }),
    ...go(),
  },
  {
    name: 'lldb-vscode',
    missing: missing([['lldb-vscode-14', '--help'], gcc]),
    descriptor: { ...shipped('native'), command: [{ path: 'lldb-vscode-14', probe: [] }] },
    ...native(),
  },
  {
    name: 'cdt-gdb-adapter with gdb',
    missing: missing([['gdb', '--version'], gcc]),
    descriptor: {
      ...shipped('native'),
      command: shipped('native').command.filter((candidate) => 'module' in candidate),
    },
    extensionPath: join(productRoot, 'extensions/native-debug'),
    category: 'any',
    ...native(),
  },
];

/** The descriptor of an extension of ours. */
function shipped(name: string): DebugAdapterContribution {
  const file = join(productRoot, `extensions/${name}-debug/package.json`);
  const { contributes } = JSON.parse(readFileSync(file, 'utf8')) as {
    contributes: { debugAdapters: [DebugAdapterContribution] };
  };
  return contributes.debugAdapters[0];
}

function go(): Pick<Case, 'files' | 'source' | 'line' | 'configuration'> {
  return {
    files: {
      'service/cmd/main.go': goProgram,
      'service/go.mod': 'module example.com/total\n\ngo 1.19\n',
    },
    source: 'service/cmd/main.go',
    line: 13,
    configuration: (world) => ({
      mode: 'debug',
      program: world.path('service/cmd'),
      dlvCwd: world.path('service/cmd'),
      cwd: world.folder,
    }),
  };
}

function python(): Pick<Case, 'files' | 'source' | 'line' | 'configuration'> {
  return {
    files: { 'a.py': pythonProgram },
    source: 'a.py',
    line: 5,
    configuration: (world) => ({
      program: world.path('a.py'),
      cwd: world.folder,
      console: 'internalConsole',
      python: [pathOf(['python3', '-c', 'import debugpy'])],
    }),
  };
}

function native(): Pick<Case, 'files' | 'compile' | 'source' | 'line' | 'configuration'> {
  return {
    files: { 'a.c': cProgram },
    compile: ['gcc', '-g', '-O0', '-o', 'a.out', 'a.c'],
    source: 'a.c',
    line: 6,
    configuration: (world) => ({ program: world.path('a.out'), cwd: world.folder, gdb: 'gdb' }),
  };
}

const noJsDebug = existsSync(join(productRoot, 'dist/adapters/js-debug/vsDebugServer.cjs'))
  ? undefined
  : 'js-debug was not fetched when Mooring was built';
const jsDebug = shipped('node');
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

describe('With js-debug', () => {
  it('the child session, over a second connection, stops at a breakpoint (T073)', slow, async (context) => {
    if (noJsDebug !== undefined) context.skip(noJsDebug);
    await using world = await DebugWorld.start({ adapters: [jsDebug] });
    const { root, child, frame, locals, threadId } = await debugNode(world);
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
    const { root, child } = await debugNode(world);
    const before = new Set(world.processes().map(({ pid }) => pid));
    const from = root.messages.length;
    const program = world.path('a.js');
    const configuration = { type: 'pwa-node', name: 'Launch', program, cwd: world.folder };
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
      const { root, child, threadId } = await debugNode(world);
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

/** js-debug's first session only launches; the program is debugged in a child of it. */
async function debugNode(
  world: DebugWorld,
): Promise<Omit<Stopped, 'launched'> & { readonly root: DebugClient; readonly child: DebugClient }> {
  const source = world.path('a.js');
  writeFileSync(source, nodeProgram);
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
  const drill = { source, line: 4, configuration: request.arguments.configuration };
  const attached = child.request(request.arguments.request, drill.configuration);
  await configure(child, drill);
  const stopped = await lookAround(child);
  expect((await attached).success).toBe(true);
  return { root, child, ...stopped };
}

function said(client: DebugClient, { category }: Case): string {
  return client.messages
    .filter(({ event, body }) => event === 'output' && (category === 'any' || body.category === 'stdout'))
    .map(({ body }) => String(body.output))
    .join('');
}
