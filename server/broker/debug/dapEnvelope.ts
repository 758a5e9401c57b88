import { isKey, members, openBrace, readString, skipSpace, skipValue, type Span } from '../json.ts';
import { decode } from '../text.ts';

/** What the relay must know of a DAP message ("Base Protocol"): everything else is passed on unread. */
export type DapEnvelope =
  | { readonly type: 'request'; readonly seq: number; readonly command: string }
  | { readonly type: 'response'; readonly requestSeq: number }
  | { readonly type: 'event'; readonly event: string };

/**
 * Reads the members of the top-level object until the answer is certain; they may come in any order. Returns
 * undefined for what is no DAP message.
 */
export function scanDap(bytes: Uint8Array): DapEnvelope | undefined {
  const start = skipSpace(bytes, 0);
  if (bytes[start] !== openBrace) return undefined;
  const seen: Seen = {};
  for (const { key, value } of members(bytes, start)) {
    const name = wanted.find((candidate) => isKey(bytes, key, candidate));
    if (name === undefined) continue;
    const span = { start: value, end: skipValue(bytes, value) };
    if (span.end < 0) return undefined;
    seen[name] = span;
    const envelope = envelopeOf(bytes, seen);
    if (envelope) return envelope;
  }
  return undefined;
}

const wanted = ['type', 'seq', 'command', 'request_seq', 'event'] as const;
type Seen = { [Name in (typeof wanted)[number]]?: Span };

function envelopeOf(bytes: Uint8Array, seen: Seen): DapEnvelope | undefined {
  const type = seen.type && readString(bytes, seen.type);
  if (type === 'request') {
    const command = seen.command && readString(bytes, seen.command);
    const seq = seen.seq && readInteger(bytes, seen.seq);
    return command === undefined || seq === undefined ? undefined : { type, seq, command };
  }
  if (type === 'response') {
    const requestSeq = seen.request_seq && readInteger(bytes, seen.request_seq);
    return requestSeq === undefined ? undefined : { type, requestSeq };
  }
  const event = type === 'event' && seen.event ? readString(bytes, seen.event) : undefined;
  return event === undefined ? undefined : { type: 'event', event };
}

function readInteger(bytes: Uint8Array, span: Span): number | undefined {
  const value = Number(decode(bytes.subarray(span.start, span.end)));
  return Number.isSafeInteger(value) ? value : undefined;
}
