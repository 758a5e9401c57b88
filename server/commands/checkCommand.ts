import { homedir } from 'node:os';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { checkExtension, type CheckedExtension } from '../catalog/extensionCheck.ts';
import { extensionSources } from '../catalog/extensionSources.ts';
import { productRoot } from '../productRoot.ts';
import type { BootExtension, ManifestFault } from '../protocol/boot.ts';
import type { Command, CommandWorld } from './command.ts';
import { messageOf } from '../thrown.ts';
import { usageFault } from '../usageFault.ts';

export const checkCommand: Command = {
  help: `Usage: mooring check <folder or .vsix> …

Says what is wrong with an extension, by file, line and column, as if it were dropped in
beside those that are here. Exit code 1 when there are errors.`,

  async run(args, world) {
    let paths: readonly string[];
    try {
      const { values, positionals } = parseArgs({
        args: [...args],
        allowPositionals: true,
        options: { help: { type: 'boolean', short: 'h', default: false } },
      });
      if (values.help) return (world.print(checkCommand.help), 0);
      paths = positionals;
    } catch (error) {
      world.complain(`${usageFault(error)} See mooring check --help.`);
      return 2;
    }
    if (paths.length === 0) {
      world.complain('Name an extension to check: its folder, or a .vsix file. See mooring check --help.');
      return 2;
    }
    let isFine = true;
    for (const path of paths) isFine = (await check(path, world)) && isFine;
    return isFine ? 0 : 1;
  },
};

async function check(path: string, world: CommandWorld): Promise<boolean> {
  const others = extensionSources({ productRoot, dataDir: join(homedir(), '.mooring'), extensionsDirs: [] });
  let checked: CheckedExtension;
  try {
    checked = await checkExtension(path, others);
  } catch (error) {
    world.complain(messageOf(error));
    return false;
  }
  for (const fault of checked.faults) world.print(lineOf(fault));
  const errors = checked.faults.filter(({ severity }) => severity === 'error').length;
  const notes = checked.faults.length - errors;
  world.print(
    `${path}: ${count(errors, 'error')}, ${count(notes, 'other remark')}. ${summaryOf(checked.extension)}`,
  );
  return errors === 0;
}

function lineOf({ severity, uri, file, line = 1, column = 1, key, message }: ManifestFault): string {
  const path = uri === undefined ? file : shortest(fileURLToPath(uri));
  return `${path}:${line}:${column}: ${severity}: ${key === undefined ? '' : `${key}: `}${message}`;
}

function shortest(path: string): string {
  const fromHere = relative(process.cwd(), path);
  return fromHere !== '' && fromHere.length < path.length ? fromHere : path;
}

function summaryOf(extension: BootExtension | undefined): string {
  if (!extension) return 'It would not be loaded.';
  const { contributes } = extension.manifest;
  const parts = Object.entries(typeof contributes === 'object' ? { ...contributes } : {}).map(
    ([key, value]: [string, unknown]) => (Array.isArray(value) ? `${key}: ${value.length}` : key),
  );
  const what = parts.length > 0 ? parts.join(', ') : 'nothing';
  return `It would be loaded as ${extension.id} ${String(extension.manifest['version'])} (${what}).`;
}

function count(number: number, noun: string): string {
  return `${number === 0 ? 'no' : number} ${noun}${number === 1 ? '' : 's'}`;
}
