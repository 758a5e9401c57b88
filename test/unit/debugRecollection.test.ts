import { describe, expect, it } from 'vitest';
import { OutputMemory } from '../../server/broker/debug/outputMemory.ts';
import { Recollection } from '../../server/broker/debug/recollection.ts';
import { Stops } from '../../server/broker/debug/stops.ts';
import { decode, encode } from '../../server/broker/text.ts';

const bytes = (message: object): Uint8Array => encode(JSON.stringify(message));
const values = (messages: readonly Uint8Array[]): unknown[] =>
  messages.map((message) => JSON.parse(decode(message)) as unknown);

describe('The memory of output', () => {
  it('keeps the end of what was said, and says how much it dropped', () => {
    const memory = new OutputMemory();
    const piece = new Uint8Array(100 * 1024);
    for (let at = 1; at <= 12; at++) memory.add(piece.fill(at), at);
    const { messages, dropped } = memory.since(-1);
    expect(messages.map(([first]) => first)).toEqual([3, 4, 5, 6, 7, 8, 9, 10, 11, 12]);
    expect(dropped).toBe(200 * 1024);
    expect(memory.since(2).dropped).toBe(0);
    expect(memory.since(10).messages).toHaveLength(2);
  });

  it('has a bound on small messages too, and leaves out one that is larger than all of it', () => {
    const memory = new OutputMemory();
    for (let at = 1; at <= 12_000; at++) memory.add(encode('x'), at);
    expect(memory.since(-1).messages).toHaveLength(5_000);
    memory.add(new Uint8Array(2 * 1024 * 1024), 12_001);
    expect(memory.since(12_000)).toEqual({ messages: [], dropped: 7_000 + 2 * 1024 * 1024 });
  });
});

describe('Where a program stands', () => {
  const stop = (threadId: number): Uint8Array =>
    bytes({ event: 'stopped', body: { reason: 'step', threadId } });
  const ask = (threadId: number): Uint8Array => bytes({ arguments: { threadId } });
  const threads = (stops: Stops): unknown[] =>
    values(stops.all()).map((message) => (message as { body: { threadId: number } }).body.threadId);

  it.each<[string, string, object | undefined, readonly number[]]>([
    ['"continue" lets all go on, unless it says otherwise', 'continue', undefined, []],
    ['"continue" may let one go on', 'continue', { allThreadsContinued: false }, [2]],
    ['a step lets its own thread go on', 'next', undefined, [2]],
    ['"restart" lets all go on', 'restart', undefined, []],
    ['nothing else does', 'evaluate', undefined, [1, 2]],
  ])('is known by thread: %s', (_, command, body, left) => {
    const stops = new Stops();
    stops.heard('stopped', stop(1), 1);
    stops.heard('stopped', stop(2), 2);
    stops.asked(9, command, ask(1), 2);
    const isChanged = stops.answered(9, command, bytes({ success: true, body }), 3);
    expect(threads(stops)).toEqual(left);
    expect(isChanged).toBe(left.length < 2);
  });

  it('is not changed by a refusal, nor by the answer to a step that has ended before it', () => {
    const stops = new Stops();
    stops.heard('stopped', stop(1), 1);
    stops.asked(9, 'next', ask(1), 1);
    stops.answered(9, 'next', bytes({ success: false }), 2);
    expect(threads(stops)).toEqual([1]);
    stops.asked(10, 'next', ask(1), 2);
    stops.heard('stopped', stop(1), 3);
    expect(stops.answered(10, 'next', bytes({ success: true }), 4)).toBe(false);
    expect(threads(stops)).toEqual([1]);
  });

  it('is ended by "continued" and by the end of a thread', () => {
    const stops = new Stops();
    for (const id of [1, 2, 3]) stops.heard('stopped', stop(id), id);
    stops.heard('continued', bytes({ body: { threadId: 2, allThreadsContinued: false } }), 4);
    stops.heard('thread', bytes({ body: { threadId: 1, reason: 'exited' } }), 5);
    expect(threads(stops)).toEqual([3]);
    stops.heard('continued', bytes({ body: { threadId: 3 } }), 6);
    expect(threads(stops)).toEqual([]);
  });
});

describe('What a page is told that comes later', () => {
  function launched(): Recollection {
    const known = new Recollection();
    known.answered(1, 'initialize', bytes({ command: 'initialize', body: {} }), 1);
    known.asked(2, 'launch', bytes({ arguments: { program: 'a', name: 'A' } }), 1);
    known.answered(2, 'launch', bytes({ success: true }), 2);
    return known;
  }

  it('is complete once the program is launched and configured, and not when that was refused', () => {
    const known = launched();
    expect(known.isComplete).toBe(false);
    known.answered(3, 'configurationDone', bytes({ success: false }), 3);
    expect(known.isComplete).toBe(false);
    known.asked(4, 'threads', bytes({}), 3);
    expect(known.isComplete).toBe(true);
    expect(known.configuration()).toEqual({ program: 'a', name: 'A' });
    known.asked(5, 'launch', bytes({ arguments: { long: 'x'.repeat(2 * 1024 * 1024) } }), 4);
    known.answered(5, 'launch', bytes({ success: true }), 5);
    expect(known.isComplete).toBe(false);
  });

  it('is a copy, for the buffer of a message is used again', () => {
    const known = launched();
    const message = bytes({ event: 'output', body: { output: 'a' } });
    known.heard('output', message, 3, false);
    message.fill(0);
    expect(values(known.fromTheBeginning().messages)).toContainEqual({
      event: 'output',
      body: { output: 'a' },
    });
  });

  it('has what came while no page was there, within bounds and once, but nothing that nobody is shown', () => {
    const known = launched();
    known.heard('output', bytes({ event: 'output', body: { category: 'telemetry' } }), 3, true);
    known.heard('breakpoint', bytes({ event: 'breakpoint', n: 0 }), 4, false);
    for (let n = 0; n < 300; n++) known.heard('module', bytes({ event: 'module', n }), 5 + n, true);
    known.heard('terminated', bytes({ event: 'terminated' }), 400, true);
    const told = values(known.fromTheBeginning().messages);
    expect(told).toHaveLength(1 + 256 + 1);
    expect(told.at(-1)).toEqual({ event: 'terminated' });
    expect(known.since(0).messages).toHaveLength(1);
    expect(known.since(400).messages).toHaveLength(0);
  });
});
