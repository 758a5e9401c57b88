import type { DebugProtocol } from '@vscode/debugprotocol';
import type { Disposable } from 'vscode';
import type { Clock } from '../clock.ts';

/** Milliseconds over which output is measured, and between two portions of a flood. */
const period = 250;
/** Events and characters that pass as they come, per period: what a console can draw while people type. */
const budget = { events: 200, characters: 64 * 1024 };
/** Of a flood this many characters of each period are shown: its end. */
const portion = 16 * 1024;
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
 * together, and only the end of each period is shown, with a note of how much was left out. The order of output
 * and other events stays.
 */
export class OutputGate implements Disposable {
  readonly #world: OutputGateWorld;
  #passed = { events: 0, characters: 0 };
  #held: Held[] = [];
  #timer: Disposable | undefined;

  constructor(world: OutputGateWorld) {
    this.#world = world;
  }

  output(event: DebugProtocol.OutputEvent): void {
    this.#timer ??= this.#world.clock.after(period, () => this.#nextPeriod());
    const { category, output, group } = event.body;
    this.#passed.events += 1;
    this.#passed.characters += output.length;
    const isFlood = this.#passed.events > budget.events || this.#passed.characters > budget.characters;
    if (isFlood && group === undefined) return this.#hold(category, output);
    this.flush();
    this.#world.deliver(event);
  }

  /** Called before any other event is delivered. */
  flush(): void {
    for (const { category, text, skipped } of this.#held.splice(0)) {
      if (skipped > 0) this.#deliver('console', `${this.#world.note(skipped)}\n`);
      if (text !== '') this.#deliver(category, text);
    }
  }

  dispose(): void {
    this.flush();
    this.#timer?.dispose();
    this.#timer = undefined;
  }

  #nextPeriod(): void {
    this.#timer = undefined;
    this.#passed = { events: 0, characters: 0 };
    this.flush();
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
    if (held.text.length <= 2 * portion) return;
    // The next line break keeps lines whole.
    const cut = held.text.length - portion;
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
