import type { Clock, Timer } from '../clock.ts';
import { isRecord, parse } from '../rpc.ts';
import { output } from './dap.ts';

/** Milliseconds over which output is measured, and between two portions of a flood that goes on. */
const period = { first: 250, later: 500 };
/** Events and bytes that pass as they come, per period: what a console can draw while people type. */
const budget = { events: 100, bytes: 64 * 1024 };
/** Of a flood at least this many characters of each period are shown, its end: more of the first one, which may be all. */
const portion = { first: 32 * 1024, later: 4 * 1024 };
/** Characters of a row of the console, which is laid out as a whole when a part of it comes to the screen. */
const rowSize = 4 * 1024;
const maxRuns = 16;

interface Held {
  readonly category: string;
  text: string;
  /** Characters that were left out before `text`. */
  skipped: number;
}

/**
 * Lets a program write as fast as it likes without its output taking the page's time, and the network's, from all
 * else: what exceeds the budget is put together, and only the end of each period is passed on, with a note of how
 * much was left out, until a period stays within the budget. What is within it passes byte for byte. The order of
 * output and other messages stays.
 */
export class OutputGate {
  readonly #clock: Clock;
  readonly #deliver: (message: Uint8Array) => void;
  /** Since the period began. */
  #came = { events: 0, bytes: 0 };
  /** Whether the period before was one of a flood. */
  #goesOn = false;
  #held: Held[] = [];
  #timer: Timer | undefined;

  constructor(clock: Clock, deliver: (message: Uint8Array) => void) {
    this.#clock = clock;
    this.#deliver = deliver;
  }

  /** Takes an `output` event. */
  output(message: Uint8Array): void {
    this.#timer ??= this.#startPeriod(period.first);
    this.#came.events += 1;
    this.#came.bytes += message.length;
    const text = this.#goesOn || this.#isFlood() ? textIn(message) : undefined;
    if (text) return this.#hold(text.category, text.output);
    this.flush();
    this.#deliver(message);
  }

  /** Called before any other message is passed on. */
  flush(): void {
    for (const { category, text, skipped } of this.#held.splice(0)) {
      if (skipped > 0) this.#deliver(output('console', note(skipped)));
      for (const row of rows(text)) this.#deliver(output(category, row));
    }
  }

  dispose(): void {
    this.flush();
    this.#timer?.cancel();
    this.#timer = undefined;
  }

  #nextPeriod(): void {
    this.#goesOn = this.#isFlood();
    this.#came = { events: 0, bytes: 0 };
    this.#timer = this.#goesOn ? this.#startPeriod(period.later) : undefined;
    this.flush();
  }

  #startPeriod(length: number): Timer {
    return this.#clock.after(length, () => this.#nextPeriod());
  }

  #isFlood(): boolean {
    return this.#came.events > budget.events || this.#came.bytes > budget.bytes;
  }

  #hold(category: string, text: string): void {
    const last = this.#held.at(-1);
    // Past so many changes between stdout and stderr their order no longer counts.
    const same =
      last?.category === category || this.#held.length < maxRuns
        ? last
        : this.#held.findLast((run) => run.category === category);
    let held = same;
    if (held?.category !== category || !held) this.#held.push((held = { category, text: '', skipped: 0 }));
    held.text += text;
    const enough = this.#goesOn ? portion.later : portion.first;
    if (held.text.length <= 2 * enough) return;
    const cut = held.text.length - enough;
    // The next line break keeps lines whole, unless it is the last one.
    const next = held.text.indexOf('\n', cut) + 1;
    const start = next > 0 && next < held.text.length ? next : cut;
    held.skipped += start;
    held.text = held.text.slice(start);
  }
}

/** Undefined for what a console does not show as text alone: groups, and what is not for people. */
function textIn(message: Uint8Array): { readonly category: string; readonly output: string } | undefined {
  const body = parse(message)?.['body'];
  if (!isRecord(body) || body['group'] !== undefined) return undefined;
  const { category = 'console', output: text } = body;
  if (typeof category !== 'string' || typeof text !== 'string' || category === 'telemetry') return undefined;
  return { category, output: text };
}

function note(skipped: number): string {
  const count = skipped.toLocaleString('en-US');
  return `(${count} characters of output left out: it comes faster than it can be shown.)\n`;
}

/** Whole lines, as many as a row takes, or the part of a line that is as long. */
function rows(text: string): readonly string[] {
  const found: string[] = [];
  for (let at = 0; at < text.length; at += found.at(-1)?.length ?? 0) {
    const end = text.length - at <= rowSize ? text.length : text.lastIndexOf('\n', at + rowSize - 1) + 1;
    found.push(text.slice(at, end > at ? end : at + rowSize));
  }
  return found;
}
