import type { IncomingMessage, ServerResponse } from 'node:http';
import type { WebSocket } from 'ws';

/** One HTTP route. Every request has passed the gate before `handle` is called. */
export interface HttpRoute {
  readonly methods: readonly string[];
  /** Matches the path itself and everything below it. */
  readonly prefix: string;
  /** Opts out of the token (never of the Host check), by name: see the list in ARCHITECTURE.md. */
  readonly withoutToken?: true;
  /** What the frames of webviews are made of: nothing else is answered at the hosts of webviews. */
  readonly forWebviews?: true;
  handle(request: IncomingMessage, response: ServerResponse, url: URL): Promise<void> | void;
}

/** One WebSocket route. Every upgrade has passed the gate before `admit` is called. */
export interface UpgradeRoute {
  readonly prefix: string;
  /** A longer message closes the socket with 1009; default `Limit.messageBytes`. */
  readonly maxMessageBytes?: number;
  /** Decides before the upgrade: a refusal becomes an HTTP answer, otherwise the socket is handed over. */
  admit(url: URL): Refusal | ((socket: WebSocket) => void);
}

/** Why a request is refused, as an HTTP status and a JSON body `{ error, message }`. */
export interface Refusal {
  readonly status: number;
  /** Stable name for programs. */
  readonly error: string;
  /** One sentence for people: what failed, why, what to do next. */
  readonly message: string;
}
