import { mkdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { pathOf, type Program } from './programs.ts';
import type { WorkbenchTestOptions } from './workbenchTest.ts';

/** What the extension for C, C++ and Rust finds before GDB. */
export const lldbs: readonly Program[] = [
  ['lldb-dap', '--version'],
  ['lldb-vscode-14', '--help'],
];

export const gdbs: readonly Program[] = [['gdb', '--version']];

/** A world in which nothing is found on PATH but the first of these programs that is there. */
export function onlyOnPath(programs: readonly Program[]): WorkbenchTestOptions {
  const found = programs.find((program) => pathOf(program));
  if (!found) return { lacks: `none of ${programs.map(([name]) => name).join(', ')} found on PATH` };
  return {
    env(workspace) {
      const folder = workspace.outside('path');
      mkdirSync(folder);
      symlinkSync(pathOf(found) ?? '', join(folder, found[0]));
      return { PATH: folder };
    },
  };
}
