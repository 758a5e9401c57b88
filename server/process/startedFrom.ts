import { isPathInside } from '../files/fileUri.ts';
import type { FoundCommand } from './commandLookup.ts';
import { settlesWithin } from './settlesWithin.ts';

/** A process that a launcher started. */
export interface Started {
  readonly pid: number;
  readonly gone: Promise<void>;
  end(how: 'politely' | 'now'): Promise<void>;
}

/** Longer than a language server or a debug adapter that is asked to end takes. */
const patience = 5_000;

/** Whether what runs lies in a folder. */
export function liesIn({ file, prefix }: FoundCommand, folder: string): boolean {
  return [file, ...prefix].some((path) => isPathInside(path, folder));
}

/** Waits for processes that were asked to end, and then no longer; resolves when nothing of them is left. */
export async function areGone(processes: readonly Started[]): Promise<void> {
  const gone = Promise.all(processes.map((process) => process.gone));
  if (await settlesWithin(patience, gone)) return;
  await Promise.all(processes.map((process) => process.end('now')));
}
