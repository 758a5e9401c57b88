import { readFileSync } from 'node:fs';

export interface Traffic {
  readonly requests: number;
  /** What came in over sockets: headers, bodies as they were compressed, WebSocket frames. */
  readonly bytes: number;
}

interface NetLog {
  readonly constants: {
    /** Milliseconds since 1970 of the log's own zero. */
    readonly timeTickOffset: number;
    readonly logEventTypes: Readonly<Record<string, number>>;
  };
  readonly events: readonly NetEvent[];
}

interface NetEvent {
  readonly type: number;
  /** 1: begins, 2: ends, 0: happens. */
  readonly phase: number;
  readonly time: string;
  readonly params?: { readonly byte_count?: number };
}

/**
 * What went over the wire up to a moment, of pages, frames and workers alike: only the browser's network stack
 * knows all of it.
 *
 * @param until milliseconds since 1970
 */
export function trafficIn(file: string, until: number): Traffic {
  const { constants, events } = JSON.parse(readFileSync(file, 'utf8')) as NetLog;
  const { HTTP_TRANSACTION_SEND_REQUEST: sent, SOCKET_BYTES_RECEIVED: received } = constants.logEventTypes;
  const seen = events.filter(({ time }) => constants.timeTickOffset + Number(time) <= until);
  return {
    requests: seen.filter(({ type, phase }) => type === sent && phase === 1).length,
    bytes: seen.reduce(
      (sum, { type, params }) => sum + (type === received ? (params?.byte_count ?? 0) : 0),
      0,
    ),
  };
}
