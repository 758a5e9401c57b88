import { spawnSync } from 'node:child_process';
import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';

/** A program a test needs, with the arguments that make it answer and exit with 0. */
export type Program = readonly [name: string, ...probe: string[]];

/** Why a test that needs these programs cannot run here; undefined when it can. */
export function missing(programs: readonly Program[]): string | undefined {
  const absent = programs.filter((program) => pathOf(program) === undefined).map(([name]) => name);
  return absent.length > 0 ? `${absent.join(' and ')} not found on PATH` : undefined;
}

/** The first hit on PATH that answers: it may be a proxy for what is not installed, so each is asked. */
export function pathOf([name, ...probe]: Program): string | undefined {
  return (process.env['PATH'] ?? '')
    .split(delimiter)
    .map((folder) => join(folder, name))
    .find((path) => isExecutable(path) && spawnSync(path, probe, { timeout: 10_000 }).status === 0);
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    // It is not there, or not for us.
    return false;
  }
}
