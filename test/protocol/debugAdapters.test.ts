/** The relay with the adapters people have. Each is skipped, with a reason, where it is not installed. */
import { spawnSync } from 'node:child_process';
import { existsSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { missing, pathOf, type Program } from '../harness/programs.ts';
import type { DebugAdapterContribution } from '../../server/protocol/descriptor.ts';
import type { DapMessage } from './debugClient.ts';
import { configure, debugToBreakpoint, initialize, lookAround } from './debugDrill.ts';
import { DebugWorld } from './debugWorld.ts';
import { eventually, isAlive, productRoot } from './relayWorld.ts';

const pathAttributes = ['program', 'cwd'];

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
  configuration(world: DebugWorld): object;
  /** Some send it as another category. */
  readonly category?: 'any';
}

const pythonProgram = `import os
def add(a, b):
    total = a + b
    print("total", total, os.getpid(), flush=True)
    return total
add(2, 40)
`;
const goProgram = `package main

import "fmt"

func add(a, b int) int {
	total := a + b
	fmt.Println("total", total)
	return total
}

func main() {
	add(2, 40)
}
`;
const cProgram = `#include <stdio.h>
int add(int a, int b) {
  int total = a + b;
  printf("total %d\\n", total);
  return total;
}
int main(void) { return add(2, 40) != 42; }
`;
const compile = ['gcc', '-g', '-O0', '-o', 'a.out', 'a.c'] as const;
const gcc: Program = ['gcc', '--version'];

const cases: readonly Case[] = [
  {
    name: 'debugpy, over stdio,',
    missing: missing([['python3', '-c', 'import debugpy']]),
    descriptor: {
      type: 'debugpy',
      command: [{ path: 'python3', probe: ['-c', 'import debugpy'] }],
      args: ['-m', 'debugpy.adapter'],
      cwd: 'extension',
      pathAttributes,
    },
    files: { 'a.py': pythonProgram },
    source: 'a.py',
    line: 4,
    configuration: (world) => ({
      program: world.path('a.py'),
      cwd: world.folder,
      console: 'internalConsole',
      ...(existsSync('/usr/bin/python3') && { python: ['/usr/bin/python3'] }),
    }),
  },
  {
    name: 'Delve, over a port, with the program’s output on its own,',
    missing: missing([
      ['dlv', 'version'],
      ['go', 'version'],
    ]),
    descriptor: {
      type: 'go',
      command: [{ path: 'dlv', probe: ['version'] }],
      args: ['dap', '--listen=127.0.0.1:${port}'],
      env: ['GOFLAGS', 'GOCACHE', 'GOTOOLCHAIN'],
      transport: 'port',
      pathAttributes,
    },
    // A debugger reads what a compiler of its age writes: the one that came with it comes first.
    path: dirname(pathOf(['dlv', 'version']) ?? ''),
    files: { 'main.go': goProgram, 'go.mod': 'module example.com/total\n\ngo 1.19\n' },
    source: 'main.go',
    line: 7,
    configuration: (world) => ({ mode: 'debug', program: world.folder, cwd: world.folder }),
  },
  {
    name: 'lldb-vscode 14',
    missing: missing([['lldb-vscode-14', '--help'], gcc]),
    descriptor: {
      type: 'lldb',
      command: [{ path: 'lldb-vscode-14', probe: ['--help'] }],
      pathAttributes,
    },
    files: { 'a.c': cProgram },
    compile,
    source: 'a.c',
    line: 4,
    configuration: (world) => ({ program: world.path('a.out'), cwd: world.folder }),
  },
  {
    name: 'cdt-gdb-adapter with gdb',
    missing: missing([['gdb', '--version'], gcc]),
    descriptor: {
      type: 'gdb',
      command: [{ module: 'cdt-gdb-adapter/dist/debugAdapter.js' }],
      pathAttributes,
    },
    files: { 'a.c': cProgram },
    compile,
    source: 'a.c',
    line: 4,
    configuration: (world) => ({ program: world.path('a.out'), cwd: world.folder, gdb: 'gdb' }),
    category: 'any',
  },
];

describe('The relay debugs with', () => {
  for (const test of cases) {
    it(
      `${test.name}: breakpoint, stop, locals, output, end, and no process is left (A-57, A-63, A-64, A-65, A-80)`,
      { timeout: 120_000 },
      async (context) => {
        if (test.missing !== undefined) context.skip(test.missing);
        await using world = await DebugWorld.start({
          adapters: [test.descriptor],
          ...(test.path && { path: test.path }),
        });
        for (const [name, content] of Object.entries(test.files)) writeFileSync(world.path(name), content);
        if (test.compile) {
          const [command, ...args] = test.compile;
          expect(spawnSync(command, args, { cwd: world.folder, encoding: 'utf8' }).stderr).toBe('');
        }
        const client = await world.connect(test.descriptor.type);
        const { frame, locals, threadId, launched } = await debugToBreakpoint(client, {
          source: world.path(test.source),
          line: test.line,
          configuration: test.configuration(world),
        });
        expect(frame.name).toMatch(/add/);
        expect(frame.line).toBe(test.line);
        expect(locals.get('total')).toBe('42');
        expect((await launched).success).toBe(true);
        await client.result('continue', { threadId });
        await client.event('terminated');
        const isOurs = ({ body }: DapMessage) => test.category === 'any' || body.category === 'stdout';
        const said = () => client.messages.filter((message) => message.event === 'output' && isOurs(message));
        await client.until(() => outputOf(said()).includes('total 42'));
        await client.result('disconnect', { terminateDebuggee: true });
        const { adapter } = await client.ready();
        await client.close();
        await eventually(() => !isAlive(adapter.pid), 'the adapter has ended');
        await eventually(() => world.processes().length === 0, 'no process is left');
      },
    );
  }

  const noJsDebug = existsSync(join(productRoot, 'dist/adapters/js-debug/vsDebugServer.cjs'))
    ? undefined
    : 'it was not fetched';
  it(
    'js-debug: its child session, over a second connection, stops at a breakpoint (T073)',
    { timeout: 120_000 },
    async (context) => {
      if (noJsDebug !== undefined) context.skip(noJsDebug);
      const descriptor: DebugAdapterContribution = {
        type: 'pwa-node',
        label: 'js-debug',
        command: [{ shipped: 'js-debug/vsDebugServer.cjs' }],
        args: ['${port}', '127.0.0.1'],
        transport: 'port',
        sessions: 'many',
        pathAttributes,
      };
      await using world = await DebugWorld.start({ adapters: [descriptor] });
      const source = world.path('a.js');
      writeFileSync(
        source,
        'function add(a, b) {\n  const total = a + b;\n  console.log("total", total);\n}\nadd(2, 40);\n',
      );
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
      const drill = { source, line: 3, configuration: request.arguments.configuration };
      const attached = child.request(request.arguments.request, drill.configuration);
      await configure(child, drill);
      const { frame, locals, threadId } = await lookAround(child);
      expect((await attached).success).toBe(true);
      expect(frame).toMatchObject({ line: 3, name: expect.stringContaining('add') });
      expect(locals.get('total')).toBe('42');
      await child.result('continue', { threadId });
      await child.event('terminated');
      await child.close();
      await root.event('terminated');
      expect(root.output('stdout') + child.output('stdout')).toContain('total 42');
      await root.close();
      await eventually(() => world.processes().length === 0, 'no process is left');
    },
  );
});

function outputOf(messages: readonly DapMessage[]): string {
  return messages.map(({ body }) => String(body.output)).join('');
}
