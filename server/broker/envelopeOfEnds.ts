import { scanEnvelope, type Envelope } from './envelope.ts';
import { decode, encode } from './text.ts';

/**
 * Reads the envelope of a message of which only both ends are left, for it was too large to be kept.
 *
 * @returns the envelope, and the short message that its spans lie in
 */
export function envelopeOfEnds(
  head: Uint8Array,
  tail: Uint8Array,
): { readonly bytes: Uint8Array; readonly envelope: Envelope } | undefined {
  // A member before the large one is complete in the head, one after it in the tail.
  const cut = upToLongMember(decode(head));
  const bytes = encode(`${cut}null}`);
  const envelope = scanEnvelope(bytes);
  if (envelope && envelope.kind !== 'notification') return { bytes, envelope };
  const end = /,\s*"id"\s*:\s*("(?:[^"\\]|\\.)*"|-?\d+)\s*\}\s*$/.exec(decode(tail));
  if (!end?.[1]) return envelope && { bytes, envelope };
  const both = encode(`${cut}null,"id":${end[1]}}`);
  const found = scanEnvelope(both);
  return found && { bytes: both, envelope: found };
}

/** The start of a message up to the value of its first `params`, `result` or `error`. */
function upToLongMember(head: string): string {
  return (
    /^\s*\{(?:\s*"(?:jsonrpc|id|method)"\s*:\s*(?:"(?:[^"\\]|\\.)*"|[^\s,"{}[\]]+)\s*,)*\s*"(?:params|result|error)"\s*:/.exec(
      head,
    )?.[0] ?? '{"result":'
  );
}
