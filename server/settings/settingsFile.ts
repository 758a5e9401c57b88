import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { findJsonProblem, placeOf } from '../catalog/jsonPosition.ts';
import { leaseSettings, type LeaseSettings } from './leaseSettings.ts';
import { isErrno, messageOf } from '../thrown.ts';

/**
 * What `settings.json` in the data folder says; nothing when there is no such file. It is read once, at the start.
 *
 * @throws Error with a sentence for the user: file, line, what is wrong, what it takes.
 */
export async function readSettings(dataDir: string): Promise<LeaseSettings> {
  const file = join(dataDir, 'settings.json');
  const text = await contentOf(file);
  if (text === undefined) return {};
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    // Its own message has no position that could be relied on.
    const { line, column, reason } = findJsonProblem(text);
    throw new Error(`${file}:${line}:${column} cannot be read: ${reason}.`);
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new Error(`${file} has to be an object, such as { "maxLeases": 8 }.`);
  }
  return Object.fromEntries(
    Object.entries(value).map(([key, given]: [string, unknown]) => [key, read(key, given, file, text)]),
  );
}

function read(key: string, given: unknown, file: string, text: string): boolean | number {
  const where = `${file}:${placeOf(text, [key])?.line ?? 1}`;
  if (!Object.hasOwn(leaseSettings, key)) {
    const known = Object.keys(leaseSettings).join(', ');
    throw new Error(
      `${where}: there is no setting ${JSON.stringify(key.slice(0, 100))}. There are ${known}.`,
    );
  }
  const { takes, read } = leaseSettings[key as keyof LeaseSettings];
  const value = read(given);
  if (value !== undefined) return value;
  const shown = JSON.stringify(given).slice(0, 100);
  // In JSON a switch is a truth value.
  const expected = key === 'continuity' ? 'true or false' : takes;
  throw new Error(`${where}: ${key} takes ${expected}, not ${shown}.`);
}

async function contentOf(file: string): Promise<string | undefined> {
  try {
    return await readFile(file, 'utf8');
  } catch (error) {
    if (isErrno(error, 'ENOENT')) return undefined;
    const why = messageOf(error);
    throw new Error(`The settings in ${file} cannot be read: ${why}.`, { cause: error });
  }
}
