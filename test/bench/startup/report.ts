import { median, table, type Report, type Target } from '../figures.ts';
import type { Visit } from './visit.ts';

export interface StartSamples {
  readonly first: Visit[];
  readonly cold: Visit[];
  readonly warm: Visit[];
  readonly traced: Visit[];
}

const megabyte = 1_000_000;

/** Each figure is the median of its samples. */
export function report(samples: StartSamples): Report {
  const { first, cold, warm, traced } = samples;
  const scripts = medianOf(traced, ({ scripting }) => scripting?.total ?? Number.NaN);
  const modules = medianOf(traced, ({ scripting }) => scripting?.modules ?? Number.NaN);
  const ratio = medianOf(traced, ({ firstLine, scripting }) => firstLine / (scripting?.total ?? Number.NaN));
  const bytes = Math.max(
    ...[first, cold].map((visits) => medianOf(visits, (visit) => visit.toFirstLine.bytes)),
  );
  const requests = Math.max(
    ...[first, cold].map((visits) => medianOf(visits, (visit) => visit.toFirstLine.requests)),
  );
  const targets: Target[] = [
    {
      name: 'transferred up to the first line',
      limit: 'below 4 MB',
      reached: `${(bytes / megabyte).toFixed(2)} MB`,
      holds: bytes < 4 * megabyte,
    },
    {
      name: 'requests up to the first line',
      limit: 'below 60',
      reached: String(requests),
      holds: requests < 60,
    },
    {
      name: 'warm start, against the JavaScript in it',
      limit: 'below 2 times',
      reached: `${ratio.toFixed(2)} times`,
      holds: ratio < 2,
    },
  ];
  const rows = [
    ['', 'first line', 'first problem', 'requests', 'transferred', 'requests', 'transferred', 'JS heap'],
    ['', '', '', 'to line', 'to line', 'to problem', 'to problem', ''],
    row('first visit', first),
    row('cold', cold),
    row('warm', warm),
  ];
  const text = [
    ...table(rows),
    '',
    `Main thread up to the first line of a warm start: ${scripts.toFixed(0)} ms of JavaScript, of that ${modules.toFixed(0)} ms evaluating modules.`,
  ];
  return { title: 'Start of the workbench', targets, text: text.join('\n') };
}

function row(name: string, visits: readonly Visit[]): string[] {
  const milliseconds = (of: (visit: Visit) => number): string => `${medianOf(visits, of).toFixed(0)} ms`;
  const size = (of: (visit: Visit) => number): string => `${(medianOf(visits, of) / megabyte).toFixed(2)} MB`;
  return [
    name,
    milliseconds((visit) => visit.firstLine),
    milliseconds((visit) => visit.firstProblem),
    String(medianOf(visits, (visit) => visit.toFirstLine.requests)),
    size((visit) => visit.toFirstLine.bytes),
    String(medianOf(visits, (visit) => visit.toFirstProblem.requests)),
    size((visit) => visit.toFirstProblem.bytes),
    size((visit) => visit.heap),
  ];
}

function medianOf(visits: readonly Visit[], figure: (visit: Visit) => number): number {
  return median(visits.map(figure));
}
