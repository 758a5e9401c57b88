/** What the broker needs of the world: sockets and processes reach it through these. */
import type { Edit } from './splice.ts';
import type { CloseCode } from '../protocol/errors.ts';
import type { ExitReport } from '../protocol/exit.ts';

/** A page at the other end of a socket. Each message is the UTF-8 text of one JSON-RPC message. */
export interface Page {
  /** It offered `mooring.v1`: it knows `mooring/…` and comes back after a lost link. */
  readonly speaksMooring: boolean;
  /** What it calls its window, for people to tell several apart. */
  readonly window: string | undefined;
  /** Never blocks, never throws; a page that does not keep up is closed with 4009 by its transport. */
  send(message: Uint8Array): void;
  /** Asks it for a sign of life; calls back when it gives one. */
  probe(onAlive: () => void): void;
  /** Nothing is sent after it. Harmless when the socket is gone. */
  close(code: CloseCode): void;
  /** Stops and resumes reading from it, when the process it talks to does not keep up. */
  pause(): void;
  resume(): void;
}

/** A running language server. */
export interface Instance {
  readonly pid: number;
  /** Starts the events; what happened before is not lost. */
  listen(events: InstanceEvents): void;
  /**
   * Never blocks, never throws. `edit` is made on the way, which saves a copy of the message.
   *
   * @returns false when it does not keep up: wait for `drained`.
   */
  send(message: Uint8Array, edit?: Edit): boolean;
  /** Stops and resumes reading its output, when the page does not keep up. */
  pause(): void;
  resume(): void;
  /**
   * Sees to it that its whole process group ends, and resolves when it has. `politely` closes its input and
   * gives it 500 ms before the first signal; `now` signals at once, also when it is already ending politely.
   */
  end(how: 'politely' | 'now'): Promise<void>;
}

export interface InstanceEvents {
  message(message: Uint8Array): void;
  /** A message beyond the limit came and was skipped; `head` and `tail` are its ends. */
  oversized(size: number, head: Uint8Array, tail: Uint8Array): void;
  /** It broke the framing for good: what it says from now on cannot be read. */
  brokeProtocol(reason: string): void;
  drained(): void;
  /** Once, and the last event. */
  exited(exit: ExitReport): void;
}

export type LaunchOutcome<Launched = Instance> =
  | { readonly kind: 'launched'; readonly instance: Launched; readonly version?: string }
  | { readonly kind: 'not-found'; readonly reason: string; readonly installable: boolean }
  | { readonly kind: 'folder-gone' }
  | { readonly kind: 'failed'; readonly reason: string };

/** What a lease is a claim on: a descriptor's server in a folder. */
export interface Subject {
  readonly serverId: string;
  readonly label: string;
  readonly guidance?: string;
  readonly initializationOptions?: unknown;
  readonly folder: {
    readonly id: string;
    readonly name: string;
    readonly uri: string;
    readonly path: string;
  };
  /** `file:` URI of the extension's folder. */
  readonly extensionUri: string;
  launch(): Promise<LaunchOutcome>;
}
