/**
 * The broker's own messages on a relay WebSocket: JSON-RPC with the method prefix `mooring/`. A client that
 * does not know them may ignore every one of them and still gets plain LSP.
 */
import type { ExitReport } from './exit.ts';

export const subprotocol = 'mooring.v1';
/** Offered as a second subprotocol by a page that cannot set headers; never echoed, never logged. */
export const tokenSubprotocolPrefix = 'mooring.token.';

export const Control = {
  status: 'mooring/status',
  ready: 'mooring/ready',
  synced: 'mooring/synced',
  release: 'mooring/release',
  configuration: 'mooring/configuration',
} as const;

/** `mooring/status` (notification, server → page): what happens before `ready`, and after a crash. */
export type StatusParams =
  | { readonly state: 'starting'; readonly server: string; readonly version?: string }
  | { readonly state: 'restarting'; readonly attempt: number; readonly of: number; readonly exit: ExitReport }
  | { readonly state: 'failed'; readonly reason: string; readonly guidance?: string; readonly exit?: ExitReport };

/**
 * `mooring/ready` (notification, server → page): the server answered `initialize`.
 * `folder` and `extension` are `file:` URIs on the server's machine and win over what the page believed.
 */
export interface ReadyParams {
  readonly lease: string;
  readonly resumed: boolean;
  readonly folder: string;
  readonly extension: string;
  readonly pid: number;
}

/** `mooring/release` (request, page → server): end the lease. Acknowledged with `null`, then close 1000. */
export interface ReleaseParams {
  readonly reason: 'stop' | 'editor_idle';
}
