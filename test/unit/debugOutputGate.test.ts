import { describe, expect, it } from 'vitest';
import { event } from '../../server/broker/debug/dap.ts';
import { OutputGate } from '../../server/broker/debug/outputGate.ts';
import { decode } from '../../server/broker/text.ts';
import { TestClock } from '../fixtures/testClock.ts';

const note = /^\((\d[\d,]*) characters of output left out: it comes faster than it can be shown\.\)\n$/;

function world() {
  const clock = new TestClock();
  const shown: { category?: string; output: string }[] = [];
  const gate = new OutputGate(clock, (message) => shown.push(JSON.parse(decode(message)).body));
  const write = (output: string, category = 'stdout') => gate.output(event('output', { category, output }));
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

  it('is capped with a note when it is a flood, and its end is always shown whole (T078)', async () => {
    const { clock, shown, write, text } = world();
    let written = 0;
    for (let line = 0; line < 200_000; line += 1) {
      const output = `line ${line} ${'x'.repeat(240)}\n`;
      written += output.length;
      write(output);
      if (line % 20_000 === 0) await clock.pass(500);
    }
    await clock.pass(500);
    expect(written).toBeGreaterThan(50_000_000);
    expect(text().length).toBeLessThan(3_000_000);
    expect(shown.length).toBeLessThan(5_000);
    const notes = shown.flatMap(({ output }) => note.exec(output) ?? []);
    const lines = shown.filter(({ output }) => !note.test(output)).map(({ output }) => output);
    const skipped = shown.map(({ output }) => Number(note.exec(output)?.[1]?.replaceAll(',', '') ?? 0));
    expect(notes.length).toBeGreaterThan(0);
    expect(skipped.reduce((sum, count) => sum + count, 0) + lines.join('').length).toBe(written);
    expect(text()).toContain('line 199999 ');
    // Whole lines only.
    for (const line of lines.join('').trimEnd().split('\n')) expect(line).toMatch(/^line \d+ x{240}$/);
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

  it('keeps stdout and stderr apart, and is bounded however they alternate', async () => {
    const { clock, shown, write } = world();
    for (let line = 0; line < 10_000; line += 1) {
      write('out\n', 'stdout');
      write('err\n', 'stderr');
    }
    await clock.pass(500);
    for (const { category, output } of shown.slice(-4))
      expect(output).toMatch(
        category === 'stdout' ? /^(out\n)+$/ : category === 'stderr' ? /^(err\n)+$/ : /left/,
      );
    expect(shown.length).toBeLessThan(300);
  });

  it('is text alone in a flood, but for what is not shown as text', async () => {
    const { clock, shown, gate, write } = world();
    for (let line = 0; line < 300; line += 1) write(`${line}\n`);
    gate.output(event('output', { category: 'stdout', output: 'a group', group: 'start' }));
    gate.output(event('output', { category: 'telemetry', output: 'name', data: { much: 1 } }));
    expect(shown.slice(-2)).toEqual([
      { category: 'stdout', output: 'a group', group: 'start' },
      { category: 'telemetry', output: 'name', data: { much: 1 } },
    ]);
    await clock.pass(1_000);
    write('quiet again\n');
    expect(shown.at(-1)).toEqual({ category: 'stdout', output: 'quiet again\n' });
  });
});
