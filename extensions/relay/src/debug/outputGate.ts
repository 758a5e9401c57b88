import type { DebugProtocol } from '@vscode/debugprotocol';
import type { Disposable } from 'vscode';
import type { Clock } from '../clock.ts';

/** Milliseconds over which output is measured, and between two portions of a flood that goes on. */
const period = { first: 250, later: 500 };
/** Events and characters that pass as they come, per period: what a console can draw while people type. */
const budget = { events: 100, characters: 64 * 1024 };
/** Of a flood at least this many characters of each period are shown, its end: more of the first one, which may be all. */
const portion = { first: 128 * 1024, later: 4 * 1024 };
/** Characters of a row of the console, which is laid out as a whole when a part of it comes to the screen. */
const rowSize = 4 * 1024;
const maxRuns = 16;

interface Held {
  readonly category: string | undefined;
  text: string;
  /** Characters that were left out before `text`. */
  skipped: number;
}

export interface OutputGateWorld {
  readonly clock: Clock;
  readonly deliver: (event: DebugProtocol.OutputEvent) => void;
  /** The line that says how much is not shown; characters. */
  readonly note: (skipped: number) => string;
}

/**
 * Lets a debuggee write as fast as it likes without the window standing still: what exceeds the budget is put
 * together, and only the end of each period is shown, with a note of how much was left out, until a period stays
 * within the budget. The order of output and other events stays.
 */
export class OutputGate implements Disposable {
  readonly #world: OutputGateWorld;
  /** Since the period began. */
  #came = { events: 0, characters: 0 };
  /** Whether the period before was one of a flood. */
  #goesOn = false;
  #held: Held[] = [];
  #timer: Disposable | undefined;

  constructor(world: OutputGateWorld) {
    this.#world = world;
  }

  output(event: DebugProtocol.OutputEvent): void {
    this.#timer ??= this.#startPeriod(period.first);
    const { category, output, group } = event.body;
    this.#came.events += 1;
    this.#came.characters += output.length;
    if ((this.#goesOn || this.#isFlood()) && group === undefined) return this.#hold(category, output);
    this.flush();
    this.#world.deliver(event);
  }

  /** Called before any other event is delivered. */
  flush(): void {
    for (const { category, text, skipped } of this.#held.splice(0)) {
      if (skipped > 0) this.#deliver('console', `${this.#world.note(skipped)}\n`);
      for (const row of rows(text)) this.#deliver(category, row);
    }
  }

  dispose(): void {
    this.flush();
    this.#timer?.dispose();
    this.#timer = undefined;
  }

  #nextPeriod(): void {
    this.#goesOn = this.#isFlood();
    this.#came = { events: 0, characters: 0 };
    this.#timer = this.#goesOn ? this.#startPeriod(period.later) : undefined;
    this.flush();
  }

  #startPeriod(length: number): Disposable {
    return this.#world.clock.after(length, () => this.#nextPeriod());
  }

  #isFlood(): boolean {
    return this.#came.events > budget.events || this.#came.characters > budget.characters;
  }

  #hold(category: string | undefined, output: string): void {
    const last = this.#held.at(-1);
    // Past so many changes between stdout and stderr their order no longer counts.
    const same =
      last?.category === category || this.#held.length < maxRuns
        ? last
        : this.#held.findLast((run) => run.category === category);
    let held = same;
    if (held?.category !== category || !held) this.#held.push((held = { category, text: '', skipped: 0 }));
    held.text += output;
    const enough = this.#goesOn ? portion.later : portion.first;
    if (held.text.length <= 2 * enough) return;
    // The next line break keeps lines whole.
    const cut = held.text.length - enough;
    const start = held.text.indexOf('\n', cut) + 1 || cut;
    held.skipped += start;
    held.text = held.text.slice(start);
  }

  #deliver(category: string | undefined, output: string): void {
    this.#world.deliver({
      seq: 0,
      type: 'event',
      event: 'output',
      body: category === undefined ? { output } : { category, output },
    });
  }
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
