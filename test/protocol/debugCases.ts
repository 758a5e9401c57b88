/** The adapters people have, as our extensions describe them, each with a program to debug. */
import { dirname, join } from 'node:path';
import { installedByGo, pinnedBy } from '../harness/goInstall.ts';
import { missing, pathOf, type Program } from '../harness/programs.ts';
import type { DebugAdapterContribution } from '../../server/protocol/descriptor.ts';
import type { DebugWorld } from './debugWorld.ts';
import { productRoot } from './relayWorld.ts';
import { shipped } from './shippedAdapter.ts';

export interface Case {
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
const gcc: Program = ['gcc', '--version'];
const pinnedDelve = await installedByGo(pinnedBy('go-debug'));

export const cases: readonly Case[] = [
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
