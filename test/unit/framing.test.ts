import { PassThrough } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { FrameReader } from '../../server/process/frameReader.ts';
import { writeFrame } from '../../server/process/frameWriter.ts';
import { Random } from '../fixtures/random.ts';

interface Seen {
  messages: string[];
  noise: string[];
  oversized: { size: number; head: string; tail: string }[];
  dropped: number;
  broken: string[];
}

function read(chunks: Iterable<Buffer>): Seen {
  const seen: Seen = { messages: [], noise: [], oversized: [], dropped: 0, broken: [] };
  const reader = new FrameReader({
    message: (message) => seen.messages.push(message.toString()),
    noise: (text) => seen.noise.push(text),
    oversized: (size, head, tail) =>
      seen.oversized.push({ size, head: head.toString(), tail: tail.toString() }),
    dropped: () => seen.dropped++,
    broken: (reason) => seen.broken.push(reason),
  });
  for (const chunk of chunks) reader.push(chunk);
  return seen;
}

function frame(body: string): string {
  return `Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`;
}

function* cut(text: string | Buffer, size: number): Generator<Buffer> {
  const bytes = typeof text === 'string' ? Buffer.from(text) : text;
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

const messages = ['{"a":1}', '{"text":"é😀漢"}', '{}', `{"long":"${'x'.repeat(5_000)}"}`];

describe('The frame reader', () => {
  it.each([1, 2, 7, 64, 100_000])(
    'reads the same messages from chunks of %i bytes (A-03, A-04, T001, SC-16)',
    (size) => {
      expect(read(cut(messages.map(frame).join(''), size)).messages).toEqual(messages);
    },
  );

  it('reads the same messages from chunks of any size', () => {
    const random = new Random(3);
    const contentType = 'Content-Type: x\r\n';
    for (let round = 0; round < 200; round++) {
      const bodies = Array.from({ length: 1 + random.below(5) }, () => `{"x":${random.json(3)}}`);
      const heads = bodies.map((body) => {
        const length = `Content-Length: ${Buffer.byteLength(body)}\r\n`;
        return random.pick([
          `${length}\r\n`,
          `${contentType}${length}\r\n`,
          `${length}${contentType}\r\n`,
          `content-length:${Buffer.byteLength(body)}\n\n`,
        ]);
      });
      const bytes = Buffer.from(bodies.map((body, index) => heads[index] + body).join(''));
      const chunks: Buffer[] = [];
      for (let at = 0; at < bytes.length;) {
        const size = 1 + random.below(40);
        chunks.push(bytes.subarray(at, at + size));
        at += size;
      }
      expect(read(chunks).messages).toEqual(bodies);
    }
  });

  it('waits for the rest of a partial message (A-04)', () => {
    expect(read([Buffer.from(frame('{"a":1}').slice(0, -1))]).messages).toEqual([]);
  });

  it.each([
    ['Content-Type first', (n: number) => `Content-Type: a/b; charset=utf-8\r\nContent-Length: ${n}\r\n\r\n`],
    ['Content-Type last', (n: number) => `Content-Length: ${n}\r\nContent-Type: a/b\r\n\r\n`],
    ['lower case and no space', (n: number) => `content-length:${n}\r\n\r\n`],
    ['upper case and tabs', (n: number) => `CONTENT-LENGTH:\t ${n} \r\n\r\n`],
    ['bare newlines', (n: number) => `Content-Length: ${n}\n\n`],
  ])('accepts a header with %s (T004, T005)', (_, header) => {
    const text = header(7) + '{"a":1}' + header(7) + '{"b":2}';
    for (const size of [1, 1_000]) expect(read(cut(text, size)).messages).toEqual(['{"a":1}', '{"b":2}']);
  });

  it('skips a header block without a length (A-05)', () => {
    const seen = read([Buffer.from(`Content-Type: x\r\n\r\n${frame('{"a":1}')}`)]);
    expect(seen).toMatchObject({ messages: ['{"a":1}'], broken: [] });
  });

  it('skips an absurd length and goes on with the next frame (A-06)', () => {
    const seen = read([Buffer.from(`Content-Length: 99999999999\r\n\r\n${frame('{"a":1}')}`)]);
    expect(seen).toMatchObject({ messages: ['{"a":1}'], broken: [] });
  });

  it('skips a message beyond the limit, keeps its ends, and goes on (T007, KI-P07)', () => {
    const body = `{"jsonrpc":"2.0","result":"${'x'.repeat(17 * 1024 * 1024)}","id":5}`;
    for (const size of [50_000, 64 * 1024 * 1024]) {
      const seen = read(cut(frame(body) + frame('{"a":1}'), size));
      expect(seen.messages).toEqual(['{"a":1}']);
      expect(seen.oversized[0]?.size).toBe(body.length);
      expect(seen.oversized[0]?.head.slice(0, 27)).toBe('{"jsonrpc":"2.0","result":"');
      expect(seen.oversized[0]?.tail.slice(-9)).toBe('","id":5}');
    }
  });

  it('drops a body that is no JSON and reads the next frame (A-07)', () => {
    const seen = read([Buffer.from(frame('no JSON') + frame('{"a":1}'))]);
    expect(seen).toMatchObject({ messages: ['{"a":1}'], dropped: 1, broken: [] });
  });

  it.each(['\n', '\r\n', '\n\n'])(
    'reports what something printed to stdout before a header, ended by %j (A-10)',
    (end) => {
      for (const size of [1, 1_000]) {
        const seen = read(cut(`Downloading 0.8${end}${frame('{"a":1}')}${frame('{"b":1}')}`, size));
        expect(seen).toMatchObject({
          messages: ['{"a":1}', '{"b":1}'],
          noise: ['Downloading 0.8'],
          broken: [],
        });
      }
    },
  );

  it('reports noise on the line of a header (A-10)', () => {
    const seen = read([Buffer.from(`${frame('{"a":1}')}ready ${frame('{"b":1}')}`)]);
    expect(seen).toMatchObject({ messages: ['{"a":1}', '{"b":1}'], noise: ['ready '], broken: [] });
  });

  it.each([
    ['a line', `X: ${'x'.repeat(9_000)}`],
    ['a block', 'X-Line: 12345678901234567890\r\n'.repeat(1_200)],
  ])('gives up on %s without an end (A-08, KI-P07)', (_, text) => {
    const seen = read(cut(text + frame('{"a":1}'), 1_000));
    expect(seen.broken).toEqual(['a header without an end']);
    expect(seen.messages).toEqual([]);
  });

  it.each([-3, -2, -1, 1, 2, 5])(
    'notices a length that is wrong by %i, and names the place (T002)',
    (wrong) => {
      const body = '{"id":1,"result":{"contents":"hover"}}';
      const text = `Content-Length: ${body.length + wrong}\r\n\r\n${body}${frame('{"b":1}')}${frame('{"c":1}')}`;
      for (const size of [1, 7, 1_000]) {
        const seen = read(cut(text, size));
        expect(seen.broken).toHaveLength(1);
        expect(seen.broken[0]).toMatch(/wrong Content-Length near "/);
        expect(seen.messages).not.toContain('{"c":1}');
      }
    },
  );

  it('copies a long body once only', () => {
    const body = `{"x":"${'y'.repeat(5 * 1024 * 1024)}"}`;
    const bytes = Buffer.from(frame(body));
    const before = process.memoryUsage().arrayBuffers;
    const reader = new FrameReader({
      message: () => {},
      noise: () => {},
      oversized: () => {},
      dropped: () => {},
      broken: () => {},
    });
    for (const chunk of cut(bytes, 1_000)) reader.push(chunk);
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(8 * 1024 * 1024);
  });
});

describe('The frame writer', () => {
  it.each(['{"a":"é😀漢"}', `{"x":"${'漢'.repeat(50_000)}"}`])(
    'counts bytes, and adds the content type (A-01, A-02)',
    (body) => {
      const stream = new PassThrough({ highWaterMark: 1e7 });
      writeFrame(stream, Buffer.from(body));
      const text = String(stream.read());
      expect(text).toBe(
        `Content-Length: ${Buffer.byteLength(body)}\r\nContent-Type: application/vscode-jsonrpc; charset=utf-8\r\n\r\n${body}`,
      );
    },
  );
});
