import type { LeaseMemory } from './memory.ts';
import type { Visit } from './visit.ts';

export interface ReattachSamples {
  readonly name: string;
  readonly fresh: readonly Visit[];
  readonly reloads: readonly Visit[];
}

interface Target {
  readonly name: string;
  readonly limit: string;
  readonly reached: string;
  readonly holds: boolean;
}

export interface ReattachReport {
  readonly title: string;
  readonly targets: readonly Target[];
  /** For people. */
  readonly text: string;
}

const mebibyte = 1024 * 1024;

/** Each time is the median of its samples; targets are held against the slowest of the reloads. */
export function report(
  languages: readonly ReattachSamples[],
  skipped: readonly string[],
  memory: LeaseMemory,
): ReattachReport {
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

function median(values: readonly number[]): number {
  const sorted = values.toSorted((left, right) => left - right);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}

function milliseconds(value: number): string {
  return `${value.toFixed(0)} ms`;
}

function size(bytes: number): string {
  return `${(bytes / 1024).toFixed(0)} KB`;
}

function table(rows: readonly (readonly string[])[]): string[] {
  const widths = rows[0]?.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0))) ?? [];
  return rows.map((row) =>
    row
      .map((cell, column) =>
        column === 0 ? cell.padEnd(widths[column] ?? 0) : cell.padStart(widths[column] ?? 0),
      )
      .join('  '),
  );
}
