import { describe, expect, it } from 'vitest';
import { scanDap } from '../../server/broker/debug/dapEnvelope.ts';
import { encode } from '../../server/broker/text.ts';
import { Random } from '../fixtures/random.ts';

/** What JSON.parse says of it. */
function expected(text: string): unknown {
  const { type, seq, command, request_seq: requestSeq, event } = JSON.parse(text) as Record<string, unknown>;
  if (type === 'request') return { type, seq, command };
  return type === 'response' ? { type, requestSeq } : { type, event };
}

describe('The envelope of a DAP message', () => {
  it('is found wherever its members stand, and whatever stands beside them', () => {
    const random = new Random(7);
    for (let round = 0; round < 2_000; round++) {
      const seq = random.below(1_000);
      const envelopes = [
        [`"type":"request"`, `"seq":${seq}`, `"command":${JSON.stringify(random.string())}`],
        [`"type":"response"`, `"request_seq": ${seq}`, `"success":true`, `"command":"x"`, `"seq":0`],
        [`"type" : "event"`, `"seq":${seq}`, `"event":"stopped"`],
      ] as const;
      const members: string[] = [...random.pick<readonly string[]>(envelopes)];
      members.push(`"body":${random.json(4)}`, `"arguments": ${random.json(3)}`);
      random.shuffle(members);
      const text = `{${members.join(random.pick([',', ' , ']))}}`;
      expect(scanDap(encode(text)), text).toEqual(expected(text));
    }
  });

  it.each([
    '',
    '[]',
    'null',
    '{}',
    '{"type":"request","seq":1}',
    '{"type":"request","command":"x"}',
    '{"type":"request","seq":"1","command":"x"}',
    '{"type":"request","seq":1.5,"command":"x"}',
    '{"type":"response","seq":1}',
    '{"type":"event","event":7}',
    '{"type":"other","seq":1,"command":"x","event":"y","request_seq":2}',
    '{"command":"sh","args":["-c","x"],"env":{}}',
    '{"type":"request","seq":1,"command":"x',
  ])('is none in %s', (text) => {
    expect(scanDap(encode(text))).toBeUndefined();
  });
});
