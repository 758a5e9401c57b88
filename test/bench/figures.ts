/** What every benchmark makes of its samples. */
export interface Target {
  readonly name: string;
  readonly limit: string;
  readonly reached: string;
  readonly holds: boolean;
}

export interface Report {
  readonly title: string;
  readonly targets: readonly Target[];
  /** For people. */
  readonly text: string;
}

export function median(samples: readonly number[]): number {
  return percentile(samples, 0.5);
}

/** The value that this part of the samples, 0 to 1, does not exceed; NaN without samples. */
export function percentile(samples: readonly number[], part: number): number {
  const sorted = samples.toSorted((left, right) => left - right);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? Number.NaN;
}

/** Lines of columns: the first to the left, the others to the right. */
export function table(rows: readonly (readonly string[])[]): string[] {
  const widths = rows[0]?.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0))) ?? [];
  return rows.map((row) =>
    row
      .map((cell, column) =>
        column === 0 ? cell.padEnd(widths[column] ?? 0) : cell.padStart(widths[column] ?? 0),
      )
      .join('  ')
      .trimEnd(),
  );
}
