import { median, percentile, table, type Report, type Target } from '../figures.ts';

export const ways = ['stdio', 'frames only', 'mooring', 'vscode-ws-jsonrpc'] as const;
export type Way = (typeof ways)[number];

interface Figures {
  /** Milliseconds of one small request and its answer, one at a time. */
  readonly roundTripP50: number;
  readonly roundTripP95: number;
  /** Small requests a second, 64 under way. */
  readonly perSecond: number;
  /** Milliseconds from a request to the last byte of its 5 MB answer. */
  readonly largeP50: number;
  /** Milliseconds from the first byte of a request of 1 MB to its answer. */
  readonly upwardP50: number;
}

/** Everything that was measured of one way. */
export interface Samples {
  /** By block: the ways take turns in blocks. */
  readonly roundTrip: number[][];
  readonly perSecond: number[];
  readonly large: number[];
  readonly upward: number[];
}

export function emptySamples(): Samples {
  return { roundTrip: [], perSecond: [], large: [], upward: [] };
}

export function report(runs: readonly { readonly way: Way; readonly samples: Samples }[]): Report {
  const figures = Object.fromEntries(runs.map(({ way, samples }) => [way, summarize(samples)])) as Record<
    Way,
    Figures
  >;
  const of = (way: Way): Samples => runs.find((run) => run.way === way)?.samples ?? emptySamples();
  const ours = of('mooring');
  const roundTrip = pairedRatio(ours.roundTrip.map(median), of('frames only').roundTrip.map(median));
  const large = pairedRatio(of('vscode-ws-jsonrpc').large, ours.large);
  const targets = [
    target('round trip, against a relay that only splits frames', roundTrip, 'at most', 1.15),
    target('5 MB answer, faster than vscode-ws-jsonrpc', large, 'at least', 5),
  ];
  return { title: 'Relay overhead', targets, text: render(figures) };
}

function summarize({ roundTrip, perSecond, large, upward }: Samples): Figures {
  return {
    roundTripP50: median(roundTrip.flat()),
    roundTripP95: percentile(roundTrip.flat(), 0.95),
    perSecond: median(perSecond),
    largeP50: median(large),
    upwardP50: median(upward),
  };
}

/**
 * How many times as much one way took as another: each turn against the other's turn in the same round, so that
 * both had the machine in the same mood.
 */
function pairedRatio(values: readonly number[], others: readonly number[]): number {
  return median(values.map((value, round) => value / (others[round] ?? Number.NaN)));
}

function target(name: string, reached: number, bound: 'at most' | 'at least', limit: number): Target {
  const holds = bound === 'at most' ? reached <= limit : reached >= limit;
  return { name, limit: `${bound} ${limit} times`, reached: `${reached.toFixed(2)} times`, holds };
}

function render(figures: Readonly<Record<Way, Figures>>): string {
  const floor = figures['frames only'];
  const rows = ways.map((way) => {
    const { roundTripP50, roundTripP95, perSecond, largeP50, upwardP50 } = figures[way];
    return [
      way,
      `${(roundTripP50 * 1000).toFixed(0)} µs`,
      `${(roundTripP95 * 1000).toFixed(0)} µs`,
      ratio(roundTripP50, floor.roundTripP50),
      perSecond.toFixed(0),
      ratio(perSecond, floor.perSecond),
      `${largeP50.toFixed(1)} ms`,
      ratio(largeP50, floor.largeP50),
      `${upwardP50.toFixed(1)} ms`,
      ratio(upwardP50, floor.upwardP50),
    ];
  });
  const head = [
    '',
    'p50',
    'p95',
    '× floor',
    'messages/s',
    '× floor',
    '5 MB down',
    '× floor',
    '1 MB up',
    '× floor',
  ];
  return table([head, ...rows]).join('\n');
}

function ratio(value: number, floor: number): string {
  return (value / floor).toFixed(2);
}
