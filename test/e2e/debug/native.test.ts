import { execFileSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { beforeEach, describe, expect } from 'vitest';
import { restart, walkThrough } from '../../harness/debugWalk.ts';
import { gdbs, lldbs, onlyOnPath } from '../../harness/nativeDebuggers.ts';
import { missing, type Program } from '../../harness/programs.ts';
import { workbenchTest } from '../../harness/workbenchTest.ts';

const debuggers: readonly { debugger: string; programs: readonly Program[] }[] = [
  { debugger: 'LLDB', programs: lldbs },
  { debugger: 'GDB', programs: gdbs },
];
const languages = [
  {
    language: 'C',
    source: 'app.c',
    add: 19,
    call: 27,
    // Beside the sources it would be taken for the Rust file's, which has its name.
    build: ['gcc', '-g', '-O0', '-o', 'build/app', 'app.c'],
    program: 'build/app',
    last: 'value 8',
  },
  {
    language: 'Rust',
    source: 'app.rs',
    add: 17,
    call: 28,
    build: ['rustc', '-g', '--out-dir', 'target/debug', 'app.rs'],
    program: 'target/debug/app',
    // It has copied the variable that is changed.
    last: 'value 5',
  },
] as const;

describe.each(debuggers)('With $debugger', ({ programs }) => {
  const built = languages.filter(({ build: [compiler] }) => missing([[compiler, '--version']]) === undefined);
  const it = workbenchTest({
    workspace: 'native',
    trusted: true,
    prepare: (workspace) => {
      mkdirSync(workspace.path('build'));
      for (const { build } of built) {
        const [compiler, ...args] = build;
        execFileSync(compiler, args, { cwd: workspace.folder });
      }
    },
    ...onlyOnPath(programs),
  });

  describe.each(languages)('a program in $language', ({ source, add, call, build, program, last }) => {
    const lack = missing([[build[0], '--version']]);
    beforeEach(({ skip }) => {
      if (lack) skip(lack);
    });

    it('stops at a breakpoint set in the gutter, and shows where and with what (A-57, A-62…A-66)', async ({
      workbench,
      workspace,
    }) => {
      const { debugging } = workbench;
      await walkThrough(workbench, {
        file: source,
        call,
        add,
        frames: {
          work: new RegExp(String.raw`^(app::)?work ${source.replace('.', '\\.')} ${call}`),
          add: /^(app::)?add /,
        },
        opened: ['harbour', 'ship', 'anchor'],
        holds: [/^depth = 7$/, /^berths = 3$/],
        expression: 'harbour.ship.anchor.depth + i',
        result: /^8$/m,
      });
      await debugging.views.setVariable('i', '5');
      await debugging.views.hasWatch('i * 100 = 500');
      await debugging.gutter.removeBreakpoints();
      await debugging.press('continue');
      await debugging.console.has(new RegExp(`value 3[^]*${last}[^]*done`));
      await debugging.isOver();
      await debugging.hasNoProcess(workspace.path(program));
      expect(await workbench.page.locator('.notification-list-item').count()).toBe(0);
    });

    it('restarts, and ends the program when it is stopped (A-67)', async ({ workbench, workspace }) => {
      const { debugging } = workbench;
      await restart(workbench, source, add + 1);
      await debugging.press('stop');
      await debugging.isOver();
      await debugging.hasNoProcess(workspace.path(program));
    });
  });
});
