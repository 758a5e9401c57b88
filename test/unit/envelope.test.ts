import { describe, expect, it } from 'vitest';
import { scanEnvelope } from '../../server/broker/envelope.ts';
import { findPath } from '../../server/broker/json.ts';
import {
  decodeServerId,
  encodeServerId,
  firstServerId,
  nextServerId,
} from '../../server/broker/serverIds.ts';
import { splice } from '../../server/broker/splice.ts';
import { decode, encode } from '../../server/broker/text.ts';
import { Random } from '../fixtures/random.ts';

/** What the envelope says, in the terms of JSON.parse. */
function seen(text: string): unknown {
  const bytes = encode(text);
  const envelope = scanEnvelope(bytes);
  if (!envelope) return undefined;
  const id =
    'id' in envelope ? { id: JSON.parse(decode(bytes.subarray(envelope.id.start, envelope.id.end))) } : {};
  return { kind: envelope.kind, ...('method' in envelope && { method: envelope.method }), ...id };
}

function expected(text: string): unknown {
  const value = JSON.parse(text) as Record<string, unknown>;
  const hasId = 'id' in value;
  if (typeof value['method'] === 'string') {
    const { method, id } = value;
    return hasId ? { kind: 'request', method, id } : { kind: 'notification', method };
  }
  return hasId ? { kind: 'response', id: value['id'] } : undefined;
}

describe('The envelope of a message', () => {
  it.each([
    '{"jsonrpc":"2.0","id":1,"method":"a/b","params":{"id":2,"method":"c"}}',
    '{"jsonrpc":"2.0","method":"a/b","params":{"id":2}}',
    '{"jsonrpc":"2.0","method":"a/b","params":[{}],"id":7}',
    '{"jsonrpc":"2.0","result":{"id":9,"text":"}\\",\\"id\\":5}"},"id":"ts1"}',
    '{"jsonrpc":"2.0","result":["\\\\"],"id":3}',
    '{"id":4,"result":null,"jsonrpc":"2.0"}',
    '{"result":"text","id":4}',
    '{"error":{"code":-1,"message":"id"},"id":null}',
    '{"\\u0069d":11,"\\u006dethod":"x"}',
    '{"jsonrpc":"2.0","result":{},"extra":{},"id":8,"more":[1]}',
    '{ "jsonrpc" : "2.0" ,\r\n\t"result" : [ ] , "id" : 12 }\n',
    '{"method":"x","ids":1,"Id":2,"xid":3}',
    '{"jsonrpc":"2.0","result":{},"x\\"id":5,"id":6}',
    '{"jsonrpc":"2.0","result":{},"x,\\"id":5,"id":"a\\\\\\"b"}',
  ])('is found in %s', (text) => {
    expect(seen(text)).toEqual(expected(text));
  });

  it.each([
    '',
    '{',
    '}',
    '[]',
    '[{"id":1}]',
    '"id"',
    '{bad',
    '{"id":1,}x',
    '{}',
    'null',
    '{"id":{"a":1}}',
    '{"id" 1}',
    '{"method":5}',
  ])('is not found in %s', (text) => {
    expect(scanEnvelope(encode(text))).toBeUndefined();
  });

  it('is what JSON.parse says, for any message, with its members in any order (A-09)', () => {
    const random = new Random(7);
    for (let round = 0; round < 4_000; round++) {
      const text = message(random);
      expect(seen(text), text).toEqual(expected(text));
    }
  });

  it('costs no more for a long answer, wherever its id stands', () => {
    const result = JSON.stringify(
      Array.from({ length: 60_000 }, (_, index) => ({ label: `item ${index}`, kind: 3 })),
    );
    for (const text of [
      `{"jsonrpc":"2.0","id":1,"result":${result}}`,
      `{"jsonrpc":"2.0","result":${result},"id":1}`,
    ]) {
      const bytes = encode(text);
      let read = 0;
      const counting = new Proxy(bytes, {
        get: (target, key) => {
          read++;
          const value: unknown = Reflect.get(target, key, target);
          return typeof value === 'function' ? value.bind(target) : value;
        },
      });
      expect(scanEnvelope(counting)).toMatchObject({ kind: 'response' });
      expect(read).toBeLessThan(200);
    }
  });

  it('never fails on bytes that are no JSON', () => {
    const random = new Random(11);
    for (let round = 0; round < 2_000; round++) {
      const bytes = encode(message(random));
      const at = random.below(bytes.length);
      bytes[at] = random.below(256);
      const cut = bytes.subarray(0, random.below(2) === 0 ? bytes.length : random.below(bytes.length));
      expect(() => scanEnvelope(cut)).not.toThrow();
    }
  });
});

describe('A path into a message', () => {
  it('leads to the value JSON.parse gives', () => {
    const text =
      ' {"a":[{"uri":1}],"params" : {"x":"\\"uri\\"","textDocument":{"text":"{[","uri":"file:///é","version":3}}}';
    const bytes = encode(text);
    const uri = findPath(bytes, 'params', 'textDocument', 'uri');
    expect(uri && decode(bytes.subarray(uri.start, uri.end))).toBe('"file:///é"');
    const version = findPath(bytes, 'params', 'textDocument', 'version');
    expect(version && decode(bytes.subarray(version.start, version.end))).toBe('3');
    expect(findPath(bytes, 'params', 'missing', 'uri')).toBeUndefined();
    expect(findPath(bytes, 'a', 'uri')).toBeUndefined();
  });
});

describe('An id on its way', () => {
  it('is replaced in place when it fits, and the message stays the same JSON', () => {
    const bytes = encode('{"jsonrpc":"2.0","id":1000000001,"result":[1,2]}');
    const envelope = scanEnvelope(bytes);
    if (envelope?.kind !== 'response') throw new Error('no response');
    const spliced = splice(bytes, envelope.id, encode('17'));
    expect(spliced).toBe(bytes);
    expect(JSON.parse(decode(spliced))).toEqual({ jsonrpc: '2.0', id: 17, result: [1, 2] });
  });

  it('is replaced by a longer one', () => {
    const bytes = encode('{"id":1,"method":"é"}');
    const envelope = scanEnvelope(bytes);
    if (envelope?.kind !== 'request') throw new Error('no request');
    const spliced = splice(bytes, envelope.id, encode('"a string id"'));
    expect(JSON.parse(decode(spliced))).toEqual({ id: 'a string id', method: 'é' });
  });

  it('keeps ten digits towards the server, for ever', () => {
    for (const id of [firstServerId, 1_234_567_890, 2_147_483_647]) {
      const bytes = encodeServerId(id);
      expect(decode(bytes)).toBe(String(id));
      expect(decodeServerId(bytes, { start: 0, end: 10 })).toBe(id);
    }
    expect(nextServerId(2_147_483_647)).toBe(firstServerId);
    expect(decodeServerId(encode('"abcdefgh"'), { start: 0, end: 10 })).toBe(-1);
  });
});

/** Any JSON-RPC message, with the members in any order and white space anywhere. */
function message(random: Random): string {
  const members: [string, string][] = [];
  if (random.below(5) > 0) members.push(['jsonrpc', '"2.0"']);
  const kind = random.below(3);
  if (kind !== 1)
    members.push([
      'id',
      random.pick([
        (): string => String(random.below(1e6) - 5e5),
        (): string => JSON.stringify(random.string()),
        (): string => 'null',
      ])(),
    ]);
  if (kind !== 2)
    members.push([
      'method',
      JSON.stringify(random.pick(['textDocument/hover', '$/progress', 'é/"x"', random.string()])),
    ]);
  if (kind === 2) members.push([random.pick(['result', 'error']), random.json(4)]);
  else if (random.below(6) > 0) members.push(['params', random.json(4)]);
  for (let extra = random.below(3); extra > 0; extra--)
    members.push([`x${extra}${random.string()}`, random.json(2)]);
  random.shuffle(members);
  const space = () => random.pick(['', '', '', ' ', '\n', '\r\n\t']);
  const body = members.map(
    ([key, value]) => `${space()}${JSON.stringify(key)}${space()}:${space()}${value}${space()}`,
  );
  return `${space()}{${body.join(',')}}${space()}`;
}
