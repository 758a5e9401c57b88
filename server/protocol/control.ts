/**
 * The broker's own messages on a relay WebSocket: JSON-RPC with the method prefix `mooring/`. A client that
 * does not know them may ignore every one of them and still gets plain LSP.
 *
 * What a page sees, in order:
 *
 * 1. It opens `/relay/lsp/<serverId>?folder=<id>[&lease=<id>[&epoch=<n>]][&window=<name>]`, offering `mooring.v1`. The server is being
 *    looked up and started from this moment: `mooring/status` `starting` comes once it runs.
 * 2. Its first message is `initialize`, on every connection, resumed or not, and it may send it at once. The
 *    broker owns the one `initialize` of each process: it fills in `processId`, `rootUri`, `rootPath`,
 *    `workspaceFolders`, and `initializationOptions` where the page sent none (`${extensionUri}` and
 *    `${folderUri}` in the descriptor's options are replaced). The answer is the server's, fresh or stored.
 * 3. `mooring/ready` follows the answer. The page keeps `lease` for its next connection.
 * 4. The page sends `initialized` and whatever an LSP client sends; the broker sees to it that the process gets
 *    `initialized` once. `shutdown` is answered with `null`; `exit` means "this page leaves", and is answered
 *    by close 1000: one page never ends a process for another.
 *
 * When the process dies while the page is attached, every pending request of the page is answered with
 * -32603 and a sentence, and `mooring/status` `restarting` says why, how often, and after how long. Then:
 *
 * - A page that already had its `initialize` answered is closed with 4009 when the delay is over and the next
 *   process starts: its LSP session belonged to the dead one. It connects again with its `lease` (at once, this
 *   is no lost link), sends `initialize`, opens its documents again, and gets fresh diagnostics. The lease, its
 *   document versions and its count of restarts go on; it waits at least 10 s for the page.
 * - A page whose `initialize` is still unanswered stays connected; the next process answers it.
 * - Requests in the meantime are answered with -32603, notifications are dropped.
 *
 * A page that was away (with leases that outlive the tab switched on) finds the process as it was: `ready` says
 * `resumed` and brings what it missed. It opens its documents again with their present text, sends the request
 * `mooring/synced` (no parameters, answered with `null`), and only then shows that it is ready. Until a document
 * was opened again no diagnostics of it come, and then only those about its present text. It may send
 * `mooring/synced` again at any time, to learn whether the relay is still there.
 *
 * A server that died while its page was away is not started again before a page comes: that one is told
 * `restarting` with the exit, and its `ready` is not `resumed`.
 *
 * Out of restarts: `mooring/status` `failed`, then close 4006. Not found: `failed` with the guidance, then 4007
 * (4001 when the descriptor has `install`, and what installs it is there: `npm` or `go`). A page whose user wants it
 * installed connects with `?install=1`: `mooring/status` `installing` with each line of output, then `installed`, and
 * all goes on as above; or `install_failed`, then close 4003. It is cancelled when the page leaves; then, and when
 * the server stops, nothing partial stays, and a page that is still there is closed with 1001. Not startable, or `initialize` refused: `failed`, then 4008.
 * A page that leaves with 1000 or 1001, or drops its link, needs to say nothing first.
 */
import type { ExitReport } from './exit.ts';
import type { InstallStatus } from './install.ts';

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
  | {
      readonly state: 'starting';
      readonly server: string;
      readonly version?: string;
      /** See `ReadyParams`. */
      readonly key?: string;
    }
  | {
      readonly state: 'restarting';
      readonly attempt: number;
      readonly of: number;
      readonly exit: ExitReport;
      /** One sentence: how it ended, or which rule of the protocol it broke (with an excerpt). */
      readonly reason?: string;
      /** Milliseconds until the next start. */
      readonly delay?: number;
    }
  | InstallStatus
  | {
      readonly state: 'failed';
      readonly reason: string;
      readonly guidance?: string;
      readonly exit?: ExitReport;
      /** When every place is taken: by which servers, of which folders and windows. */
      readonly holders?: readonly LeaseHolder[];
    };

/** One of those that hold the places for language servers. */
export interface LeaseHolder {
  readonly label: string;
  readonly folder: string;
  readonly window?: string;
}

/**
 * `mooring/ready` (notification, server → page): the server answered `initialize`.
 * `folder` and `extension` are `file:` URIs on the server's machine and win over what the page believed.
 */
export interface ReadyParams {
  readonly lease: string;
  /**
   * Which of the lease's pages this one is. A page that lost its link connects again with `lease` and `epoch`:
   * that it knows the number shows that it is the same page, and the relay lets go of its old socket at once.
   * It belongs in memory, not in a storage that a duplicated tab would share.
   */
  readonly epoch?: number;
  /** The process was there before: it keeps what it analysed, and `initialize` was answered from store. */
  readonly resumed: boolean;
  /** Differs from one run of the relay to the next: the page can tell a restarted relay from a lost link. */
  readonly relay?: string;
  /** Names the lease in `GET /leases`, where its id does not stand. */
  readonly key?: string;
  readonly folder: string;
  readonly extension: string;
  readonly pid: number;
  /** What a page has to know of the rules that leases follow here. */
  readonly policy?: LeasePolicy;
  /** When resumed: the result of `initialize`, as it was answered. */
  readonly result?: unknown;
  /** What the server has registered and not unregistered while this page was not there, oldest first. */
  readonly registrations?: readonly {
    readonly id: string;
    readonly method: string;
    readonly registerOptions?: unknown;
  }[];
  /** Work that goes on, oldest first; each value is a `begin` with the latest report in it. */
  readonly progress?: readonly {
    readonly token: string | number;
    readonly value: Readonly<Record<string, unknown>>;
  }[];
}

/** Set by the flags and settings of the server. */
export interface LeasePolicy {
  /** Off: the lease ends when its page leaves, and a hint of it is of no use later. */
  readonly continuity: boolean;
  /** Milliseconds from the close of the last editor of its languages to `mooring/release` `editor_idle`. */
  readonly editorIdle: number;
}

/**
 * `mooring/configuration` (notification, page → server): the settings as they are, by section, defaults
 * included. While no page is attached the server's `workspace/configuration` is answered from them.
 */
export interface ConfigurationParams {
  readonly settings: Readonly<Record<string, unknown>>;
}

/**
 * `mooring/release` (request, page → server): end the lease. Pending requests are answered, the server is asked
 * to end; acknowledged with `null` when it has, within 3 s at the latest, then close 1000.
 */
export interface ReleaseParams {
  readonly reason: 'stop' | 'editor_idle';
}
