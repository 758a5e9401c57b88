import { median, percentile, type Report, type Target } from '../figures.ts';

/** Milliseconds from a key to the frame with its character, and how long the program took to write. */
export type FloodSamples =
  | {
      readonly name: string;
      readonly floor: readonly number[];
      readonly flood: readonly number[];
      readonly written: number;
    }
  /** What the machine lacks to measure it. */
  | { readonly name: string; readonly lack: string };

/** A key press that takes longer is felt. */
const felt = 100;
/** Of the same typing while nothing runs, where a key takes about one frame: one more. */
const ratioLimit = 2;

export function report(samples: readonly FloodSamples[]): Report {
  const targets: Target[] = [];
  const lines: string[] = [];
  for (const sample of samples) {
    if ('lack' in sample) {
      lines.push(`${sample.name}: not measured, ${sample.lack}`);
      continue;
    }
    const { name, floor, flood, written } = sample;
    const ratio = median(flood) / median(floor);
    const slow = percentile(flood, 0.95);
    lines.push(
      `${name}: ${flood.length} keys while it wrote, in ${(written / 1000).toFixed(1)} s; from key to frame ${figures(flood)}; while nothing ran ${figures(floor)}`,
    );
    targets.push(
      {
        name: `${name}: key to frame during the flood, against none`,
        limit: `below ${ratioLimit} times`,
        reached: `${ratio.toFixed(2)} times`,
        holds: ratio < ratioLimit,
      },
      {
        name: `${name}: 95 of 100 keys during the flood`,
        limit: `below ${felt} ms`,
        reached: `${slow.toFixed(0)} ms`,
        holds: slow < felt,
      },
    );
  }
  return {
    title: 'Typing while a program writes 50 MB to the debug console',
    targets,
    text: lines.join('\n'),
  };
}

function figures(samples: readonly number[]): string {
  const [half, most, all] = [0.5, 0.95, 1].map((part) => percentile(samples, part).toFixed(0));
  return `${half} ms (median), ${most} ms (95 of 100), ${all} ms (all)`;
}
