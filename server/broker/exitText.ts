import type { ExitReport } from '../protocol/exit.ts';

/** How a process ended, as part of a sentence. */
export function describeExit({ code, signal, stderr }: ExitReport): string {
  const how = signal !== null ? `killed by ${signal}` : `exit code ${code ?? 'unknown'}`;
  const last = stderr.findLast((line) => line.trim() !== '');
  return last === undefined ? how : `${how}: ${last.trim()}`;
}
