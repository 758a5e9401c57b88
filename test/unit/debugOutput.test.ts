import { describe, expect, it } from 'vitest';
import { OutputGate } from '../../extensions/relay/src/debug/outputGate.ts';
import type { Clock } from '../../extensions/relay/src/clock.ts';

/** Time that stands still until `pass`. */
class StillClock implements Clock {
  #waiting: (() => void)[] = [];
  now(): number {
    return 0;
  }
  after(_delay: number, callback: () => void) {
    this.#waiting.push(callback);
    return { dispose: () => (this.#waiting = this.#waiting.filter((one) => one !== callback)) };
  }
  every(): { dispose(): void } {
    throw new Error('Nothing here repeats.');
  }
  pass(): void {
    for (const callback of this.#waiting.splice(0)) callback();
  }
}

function world() {
  const clock = new StillClock();
  const shown: { category?: string; output: string }[] = [];
  const gate = new OutputGate({
    clock,
    deliver: ({ body }) => shown.push(body),
    note: (skipped) => `left out ${skipped}`,
  });
  const write = (output: string, category = 'stdout') =>
    gate.output({ seq: 0, type: 'event', event: 'output', body: { category, output } });
  return { clock, shown, gate, write, text: () => shown.map(({ output }) => output).join('') };
}

describe('the output of a debuggee', () => {
  it('is shown as it comes', () => {
    const { shown, write } = world();
    write('a\n');
    write('b\n', 'stderr');
    expect(shown).toEqual([
      { category: 'stdout', output: 'a\n' },
      { category: 'stderr', output: 'b\n' },
    ]);
  });

  it('is capped with a note when it is a flood, and its end is always shown whole (T078)', () => {
    const { clock, shown, write, text } = world();
    let written = 0;
    for (let line = 0; line < 200_000; line += 1) {
      const output = `line ${line} ${'x'.repeat(240)}\n`;
      written += output.length;
      write(output);
      if (line % 20_000 === 0) clock.pass();
    }
    clock.pass();
    expect(written).toBeGreaterThan(50_000_000);
    expect(text().length).toBeLessThan(3_000_000);
    expect(shown.length).toBeLessThan(5_000);
    const skipped = [...text().matchAll(/left out (\d+)/g)].map(([, count]) => Number(count));
    const notes = skipped.map((count) => `left out ${count}\n`).join('').length;
    expect(skipped.reduce((sum, count) => sum + count, 0) + text().length - notes).toBe(written);
    expect(text()).toContain('line 199999 ');
    // Whole lines only.
    for (const line of text().trimEnd().split('\n')) expect(line).toMatch(/^(line \d+ x{240}|left out \d+)$/);
  });

  it('comes before what comes after it', () => {
    const { shown, gate, write } = world();
    for (let line = 0; line < 300; line += 1) write(`${line}\n`);
    expect(shown.length).toBeLessThan(300);
    gate.flush();
    expect(shown.map(({ output }) => output).join('')).toBe(
      Array.from({ length: 300 }, (_, line) => `${line}\n`).join(''),
    );
  });

  it('keeps stdout and stderr apart, and is bounded however they alternate', () => {
    const { clock, shown, write } = world();
    for (let line = 0; line < 10_000; line += 1) {
      write('out\n', 'stdout');
      write('err\n', 'stderr');
    }
    clock.pass();
    for (const { category, output } of shown.slice(-4))
      expect(output).toMatch(
        category === 'stdout' ? /^(out\n)+$/ : category === 'stderr' ? /^(err\n)+$/ : /left/,
      );
    expect(shown.length).toBeLessThan(300);
  });
});
