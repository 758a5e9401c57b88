import type { Chrome } from '../chrome.ts';

/** What the page's main thread did up to its first editor line, in milliseconds. */
export interface Scripting {
  /** Evaluating the modules of the bundle, their functions' first calls not counted. */
  readonly modules: number;
  /** All JavaScript: parsing, compiling, evaluating and running it. */
  readonly total: number;
}

interface TraceEvent {
  readonly name: string;
  readonly ph: string;
  readonly pid: number;
  readonly tid: number;
  /** Microseconds. */
  readonly ts: number;
  readonly dur?: number;
}

const categories = ['devtools.timeline', 'v8', 'blink.user_timing'];
const ofModules: ReadonlySet<string> = new Set(['v8.evaluateModule', 'v8.compileModule']);
const ofScripts: ReadonlySet<string> = new Set([
  ...ofModules,
  'EvaluateScript',
  'FunctionCall',
  'v8.callFunction',
  'v8.compile',
  'v8.run',
  'v8.deserializeOnBackground',
  'RunMicrotasks',
  'TimerFire',
  'FireAnimationFrame',
  'EventDispatch',
]);

export async function startTrace(chrome: Chrome): Promise<() => Promise<Scripting>> {
  const events: TraceEvent[] = [];
  chrome.listen('Tracing.dataCollected', (params) => {
    events.push(...(params as { value: readonly TraceEvent[] }).value);
  });
  const complete = new Promise<void>((resolve) => chrome.listen('Tracing.tracingComplete', () => resolve()));
  await chrome.ask('Tracing.start', {
    transferMode: 'ReportEvents',
    traceConfig: { recordMode: 'recordAsMuchAsPossible', includedCategories: categories },
  });
  return async () => {
    await chrome.ask('Tracing.end');
    await complete;
    return scriptingIn(events);
  };
}

function scriptingIn(events: readonly TraceEvent[]): Scripting {
  const line = events.find(({ name }) => name === 'mooring/firstEditorLine');
  if (!line) throw new Error('The trace does not have the first editor line.');
  const before = events.filter(
    ({ ph, pid, tid, ts }) => ph === 'X' && pid === line.pid && tid === line.tid && ts < line.ts,
  );
  return { modules: covered(before, ofModules), total: covered(before, ofScripts) };
}

/** Milliseconds that events of these names take: what lies within another is not counted again. */
function covered(events: readonly TraceEvent[], names: ReadonlySet<string>): number {
  const chosen = events.filter(({ name }) => names.has(name)).sort((left, right) => left.ts - right.ts);
  let total = 0;
  let end = 0;
  for (const { ts, dur = 0 } of chosen) {
    const from = Math.max(ts, end);
    end = Math.max(end, ts + dur);
    total += end - from > 0 && ts + dur > from ? ts + dur - from : 0;
  }
  return total / 1000;
}
