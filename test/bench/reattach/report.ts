import { median, table, type Report, type Target } from '../figures.ts';
import type { LeaseMemory } from './memory.ts';
import type { Visit } from './visit.ts';

export interface ReattachSamples {
  readonly name: string;
  readonly fresh: readonly Visit[];
  readonly reloads: readonly Visit[];
}

const mebibyte = 1024 * 1024;

/** Each time is the median of its samples; targets are held against the slowest of the reloads. */
export function report(
  languages: readonly ReattachSamples[],
  skipped: readonly string[],
  memory: LeaseMemory,
): Report {
  const targets: Target[] = languages.map(({ name, reloads }) => {
    const slowest = Math.max(...reloads.map(({ toReady }) => toReady));
    return {
      name: `${name}: reload to ready`,
      limit: 'below 1 s',
      reached: milliseconds(slowest),
      holds: slowest < 1_000 && reloads.every(({ resumed }) => resumed),
    };
  });
  targets.push({
    name: 'relay memory for a detached lease',
    limit: 'at most 1 MB',
    reached: size(memory.detached),
    holds: memory.detached <= mebibyte,
  });
  const rows = languages.map(({ name, fresh, reloads }) => [
    name,
    milliseconds(median(fresh.map(({ toReady }) => toReady))),
    milliseconds(median(reloads.map(({ toReady }) => toReady))),
    milliseconds(median(fresh.map(({ toProblem }) => toProblem))),
    milliseconds(median(reloads.map(({ toProblem }) => toProblem))),
  ]);
  const text = [
    ...table([
      ['', 'ready', 'ready', 'first problem', 'first problem'],
      ['', 'fresh', 'reload', 'fresh', 'reload'],
      ...rows,
    ]),
    '',
    `Relay memory for a lease: ${size(memory.attached)} attached, ${size(memory.detached)} detached.`,
    ...(skipped.length > 0 ? [`Not on this machine: ${skipped.join(', ')}.`] : []),
  ].join('\n');
  return { title: 'Coming back after a reload, on projects of 500 files', targets, text };
}

function milliseconds(value: number): string {
  return `${value.toFixed(0)} ms`;
}

function size(bytes: number): string {
  return `${(bytes / 1024).toFixed(0)} KB`;
}
