/** DAP messages that Mooring itself writes. Their `seq` is 0: nobody refers to them. */
import { encode } from '../text.ts';

export function event(name: string, body?: unknown): Uint8Array {
  return message({ type: 'event', event: name, body });
}

/** @param category such as `stdout`, `stderr`, `console`, `important` */
export function output(category: string, text: string): Uint8Array {
  return event('output', { category, output: text });
}

export function request(seq: number, command: string, args: object): Uint8Array {
  return message({ type: 'request', command, arguments: args }, seq);
}

export function success(requestSeq: number, command: string): Uint8Array {
  return message({ type: 'response', request_seq: requestSeq, success: true, command });
}

/** @param reason one sentence for people; in `body.error` braces would be placeholders. */
export function failure(requestSeq: number, command: string, reason: string): Uint8Array {
  const error = { id: 1, format: '{reason}', variables: { reason }, showUser: true };
  return message({
    type: 'response',
    request_seq: requestSeq,
    success: false,
    command,
    message: reason,
    body: { error },
  });
}

function message(content: object, seq = 0): Uint8Array {
  return encode(JSON.stringify({ seq, ...content }));
}
