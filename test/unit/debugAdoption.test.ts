import type { DebugProtocol } from '@vscode/debugprotocol';
import { describe, expect, it } from 'vitest';
import type { Message } from '../../extensions/relay/src/debug/adapterMessages.ts';
import { Adoption } from '../../extensions/relay/src/debug/adoption.ts';
import { KnownBreakpoints } from '../../extensions/relay/src/debug/knownBreakpoints.ts';
import { onTheWire } from '../../extensions/relay/src/debug/onTheWire.ts';
import { RequestNumbers } from '../../extensions/relay/src/debug/requestNumbers.ts';
import { markOf, withMark, withoutMark } from '../../extensions/relay/src/debug/sessionMark.ts';

const request = (command: string, args: unknown = {}, seq = 1) =>
  ({ seq, type: 'request', command, arguments: args }) as DebugProtocol.Request;
const event = (name: string) => ({ seq: 0, type: 'event', event: name }) as Message & { event: string };
const response = (command: string, body: object) =>
  ({ seq: 0, type: 'response', request_seq: 1, success: true, command, body }) as Message;

/** What VS Code hears, in order: events by name, answers by command. */
function adopted(capabilities: object): { readonly adoption: Adoption; readonly heard: string[] } {
  const heard: string[] = [];
  const adoption = new Adoption({
    answer: ({ command }, body) => void heard.push(`${command} ${JSON.stringify(body ?? null)}`),
    deliver: (message) => void heard.push((message as ReturnType<typeof event>).event),
  });
  expect(adoption.holds(response('initialize', capabilities))).toBe(true);
  expect(adoption.holds(event('stopped'))).toBe(true);
  adoption.retold();
  return { adoption, heard };
}

describe('A session that there was already, as VS Code hears it,', () => {
  it('is greeted as any other, and stands when it is set up; breakpoints alone go to the adapter (T082)', () => {
    const { adoption, heard } = adopted({ supportsConfigurationDoneRequest: true });
    const answered = [
      'initialize',
      'launch',
      'setBreakpoints',
      'threads',
      'configurationDone',
      'threads',
    ].map((command) => adoption.answers(request(command)));
    expect(answered).toEqual([true, true, false, false, true, false]);
    expect(heard).toEqual([
      'initialize {"supportsConfigurationDoneRequest":true}',
      'launch null',
      'initialized',
      'configurationDone null',
      'stopped',
    ]);
    expect(adoption.answers(request('initialize'))).toBe(false);
  });

  it('is set up when it asks for threads where the adapter has no word for that', () => {
    const { adoption, heard } = adopted({});
    adoption.answers(request('attach'));
    expect(heard).toEqual(['attach null', 'initialized']);
    expect(adoption.answers(request('threads'))).toBe(false);
    expect(heard.at(-1)).toBe('stopped');
  });

  it('has what is new wait for its turn, but answers do not', () => {
    const { adoption, heard } = adopted({ supportsConfigurationDoneRequest: true });
    expect(adoption.holds(event('continued'))).toBe(true);
    expect(adoption.holds(response('setBreakpoints', {}))).toBe(false);
    adoption.answers(request('configurationDone'));
    expect(heard.slice(-2)).toEqual(['stopped', 'continued']);
    expect(adoption.holds(event('stopped'))).toBe(false);
  });
});

describe('A request on its way to the adapter', () => {
  it('is numbered from where the page before left off, and so is one that it cancels', () => {
    expect(onTheWire(request('next', {}, 3), 40)).toMatchObject({ seq: 43 });
    expect(onTheWire(request('cancel', { requestId: 2 }, 3), 40)).toMatchObject({
      seq: 43,
      arguments: { requestId: 42 },
    });
  });

  it('has no trace of the session that the configuration was taken from', () => {
    const marked = withMark({ name: 'a' }, 'key');
    expect(markOf(marked)).toBe('key');
    expect(markOf({ __mooringSession: 7 })).toBeUndefined();
    expect(withoutMark(marked)).toEqual({ name: 'a' });
    expect(onTheWire(request('launch', marked), 0)).toMatchObject({ arguments: { name: 'a' } });
    const restarted = onTheWire(request('restart', { arguments: marked }), 0) as ReturnType<typeof request>;
    expect(restarted).toEqual(request('restart', { arguments: { name: 'a' } }));
  });
});

describe('Breakpoints that an adapter has from a page before', () => {
  const set = (count: number): DebugProtocol.Request =>
    request('setBreakpoints', { breakpoints: Array.from({ length: count }, () => ({ line: 1 })) }, 5);
  const said = (count: number): DebugProtocol.Response =>
    response('setBreakpoints', {
      breakpoints: Array.from({ length: count }, () => ({})),
    }) as DebugProtocol.Response;

  it('are taken away and set once more where it says nothing of them', () => {
    const known = new KnownBreakpoints();
    expect(known.repeat(set(2), said(2))).toBeUndefined();
    expect(known.repeat(set(0), said(0))).toBeUndefined();
    const [clear, again] = known.repeat(set(2), said(0)) ?? [];
    expect(clear?.arguments).toMatchObject({ breakpoints: [] });
    expect(again).toEqual(set(2));
    expect(known.repeat(set(2), said(0))).toBeUndefined();
  });

  it('are asked for under numbers of our own, which are bounded', () => {
    const numbers = new RequestNumbers();
    expect(numbers.offset).toBe(0);
    expect(numbers.ofVscode(3)).toBe(3);
    numbers.startAt(10);
    const own = [numbers.another(0), numbers.another(7)];
    expect(own).toEqual([10, 11]);
    expect(numbers.ofVscode(10)).toBe(0);
    expect(numbers.ofVscode(11)).toBe(7);
    expect(numbers.offset + 1).toBeGreaterThan(10 + 255);
    for (let count = 2; count < 256; count++) expect(numbers.another(0)).toBe(10 + count);
    expect(numbers.another(0)).toBeUndefined();
    expect(numbers.ofVscode(numbers.offset + 4)).toBe(4);
  });
});
