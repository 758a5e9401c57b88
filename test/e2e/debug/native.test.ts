import { execFileSync } from 'node:child_process';
import { describe, expect } from 'vitest';
import { gdbs, lldbs, onlyOnPath } from '../../harness/nativeDebuggers.ts';
import type { Program } from '../../harness/programs.ts';
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
    build: ['gcc', '-g', '-O0', '-o', 'app', 'app.c'],
    program: 'app',
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
const cases = debuggers.flatMap((one) => languages.map((other) => ({ ...one, ...other })));

describe.each(cases)(
  'Debugging $language with $debugger',
  ({ programs, source, add, call, build, program, last }) => {
    const [compiler, ...args] = build;
    const it = workbenchTest({
      workspace: 'native',
      trusted: true,
      needs: [[compiler, '--version']],
      prepare: (workspace) => void execFileSync(compiler, args, { cwd: workspace.folder }),
      ...onlyOnPath(programs),
    });

    it('stops at a breakpoint set in the gutter, and shows where and with what (A-57, A-62…A-66)', async ({
      workbench,
      workspace,
    }) => {
      const { debugging } = workbench;
      await workbench.openFile(source);
      await debugging.gutter.setBreakpoint(call);
      await debugging.start();
      await debugging.isStoppedAt(call);
      await debugging.gutter.hasGlyph(call, 'verified');
      await debugging.views.hasFrame(
        new RegExp(String.raw`^(app::)?work ${source.replace('.', '\\.')} ${call}`),
      );
      await debugging.views.expand('harbour', 'ship', 'anchor');
      await debugging.views.hasVariable(/^depth = 7$/);
      await debugging.views.hasVariable(/^berths = 3$/);

      await debugging.press('stepInto');
      await debugging.isStoppedAt(add);
      await debugging.views.hasFrame(/^(app::)?add /);
      await debugging.press('stepOver');
      await debugging.isStoppedAt(add + 1);
      await debugging.views.hasVariable('total = 3');
      await debugging.press('stepOut');
      await debugging.isStoppedAt(call, call + 1);
      await debugging.views.watch('i * 100');
      await debugging.views.hasWatch('i * 100 = 0');
      await debugging.press('continue');
      await debugging.views.hasWatch('i * 100 = 100');
      await debugging.console.evaluate('harbour.ship.anchor.depth + i');
      await debugging.console.has(/^8$/m);

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
      await workbench.openFile(source);
      await debugging.gutter.removeBreakpoints();
      await debugging.gutter.setBreakpoint(add + 1);
      await debugging.start();
      await debugging.isStoppedAt(add + 1);
      await debugging.press('continue');
      await debugging.views.hasVariable('a = 1');
      await debugging.press('restart');
      await debugging.views.hasVariable('a = 0');
      await debugging.press('stop');
      await debugging.isOver();
      await debugging.hasNoProcess(workspace.path(program));
    });
  },
);
