/**
 * Debugging over `/relay/dap/<type>[?folder=<id>][&parent=<session>][&session=<session>[&received=<count>&epoch=<n>]]`: one message of the Debug Adapter Protocol
 * (DAP) per text frame, passed on byte for byte both ways. The relay adds DAP events of its own, with the prefix
 * `mooring/`; a DAP client that does not know them ignores them, as it ignores every unknown event. Everything
 * the relay itself writes has `seq` 0.
 *
 * What a page sees, in order:
 *
 * 1. It opens the socket. The adapter is looked up and started from this moment. A type that no extension
 *    describes, a folder that is not open and a parent that is not there are refused before, with an HTTP status.
 * 2. `mooring/ready` is the first frame, once the adapter can be talked to. What the page sent before is kept
 *    until then: it may send `initialize` at once.
 * 3. DAP, as between any editor and any adapter. The relay reads the envelope of each message (`type`, `seq`,
 *    `request_seq`, `command`, `event`) and, of `launch`, `attach`, `restart`, `runInTerminal` and
 *    `startDebugging`, the attributes that the descriptor names in `pathAttributes` (and `cwd`). Each must name
 *    something that exists in an opened folder, by its real path; relative paths count from the folder. A request
 *    that does not hold to that is answered with `success: false` and a sentence, and the other side never sees it.
 * 4. `startDebugging` from the adapter reaches the page like every reverse request. The page opens a second
 *    socket for the child, with `parent` set to the `session` of the parent's `mooring/ready`. With
 *    `sessions: "many"` in the descriptor the child talks to the same process, over a second connection.
 *    When the first session of a process ends, those of its children end too; if it ended by itself, once they
 *    were told what the adapter had said to them.
 * 5. What the adapter writes to stderr comes as `output` events of the category `stderr`. What an adapter with a
 *    port writes to stdout comes as `output` of the category `stdout`, from `launch` or `attach` on, unless
 *    its descriptor says that it is there twice: some have the program's output there. Text on stdout of an adapter that talks over it, where no message is, is named as
 *    such in an `output` event.
 * 6. Output that comes faster than a console can show it, above 100 events or 64 KiB within a quarter of a second, is
 *    put together: of each period the end is passed on, in `output` events of at most 4 KiB, after one of the category
 *    `console` that says how much was left out. The order of output and other messages stays.
 *
 * How it goes on. A page that is being loaded again, or has lost its network, leaves a program that runs. Where
 * `launch` or `attach` and `configurationDone` (or, without that, the breakpoints) are done, nobody asked for the end
 * and the page speaks `mooring.v1`, the session is kept: for 15 s after a close with 1000 or 1001, for 2 min after any
 * other. The adapter goes on, and what it asks waits. A page that opens the socket again with `session` gets
 * `mooring/ready` with `resumed`, then messages of before as they came, then `mooring/resumed`, then what is new:
 *
 * - Without `received` it is a page that knows nothing. It is told: the answer to `initialize`, `capabilities`, `process`,
 *   the last `output` (1 MiB), events of the time when no page was there, the last `stopped` of each thread that has
 *   not gone on, `exited`, `terminated`. It has no need of `initialize`, `launch` and `configurationDone`, and must not
 *   send them; it sets its breakpoints.
 * - With `received`, the number of messages it got, and the `epoch` of its `mooring/ready`, it is the page that was here,
 *   over another socket; if another page was here since, it is refused. It is told what it missed: output, other events, and, where the program has gone on or stopped since, `continued` and every `stopped`.
 *   Answers it missed never come; requests from `firstSeq` on never arrived, and may be sent again.
 *
 * A key that means nothing (any more) is refused with 404, one whose session has another page with 409.
 *
 * How it ends. The page disconnects (`disconnect`) and closes; or it only closes, or is gone, and none comes in time. Then
 * the relay sends `disconnect` in its place (with `terminateDebuggee` unless it was an `attach`), waits for the
 * answer, for `terminated`, or 1.5 s; then the process gets the end of its input, 0.5 s later SIGTERM, 2 s later SIGKILL,
 * with all it has started, in whatever process group. A `disconnect` that the adapter does not answer within 1.5 s is
 * answered by the relay, which does the same.
 *
 * Installing. `/relay/dap/<type>?install=1` is no session: it installs what the descriptor pins, unless it lies
 * there already, and then closes with 1000. `mooring/status` events say how it goes, with a body as in
 * `protocol/install.ts`; nothing of an installation stays when the page leaves before its end. A type that
 * describes nothing to install is refused before, with an HTTP status.
 *
 * | close | after                                                                                                    |
 * |-------|----------------------------------------------------------------------------------------------------------|
 * | 1000  | `disconnect`; an adapter that ended after `terminated`, or with exit code 0 and no request open          |
 * | 1001  | the server stops, or an installation was cancelled                                                       |
 * | 4001  | `mooring/failed`: not found, can be installed on request                                                 |
 * | 4002  | `mooring/failed`: the folder is gone                                                                     |
 * | 4003  | `mooring/status` `install_failed`                                                                        |
 * | 4005  | `mooring/failed`: as many sessions run as may                                                            |
 * | 4006  | `mooring/failed`, `terminated`: the adapter ended, closed its connection or broke the protocol           |
 * | 4007  | `mooring/failed`: not found                                                                              |
 * | 4008  | `mooring/failed`: not startable, does not listen on its port, does not answer `initialize` (15 s), or ends before |
 * | 4009  | the page does not read, sends no text, or sends more than is kept before `mooring/ready`                 |
 *
 * Before every close each request of the page that is still open is answered, with `success: false` and the reason
 * as `message` and in `body.error`.
 */
import type { ExitReport } from './exit.ts';

export const DebugEvent = {
  ready: 'mooring/ready',
  failed: 'mooring/failed',
  /** Body: `InstallStatus`. */
  status: 'mooring/status',
  /** After `mooring/ready` of a session that goes on: all that had to be said of before has been said. */
  resumed: 'mooring/resumed',
  /** From the page, at any time; the answer is `here`. */
  check: 'mooring/check',
  here: 'mooring/here',
} as const;

/** Body of `mooring/ready`. */
export interface DebugReadyBody {
  /** Names this session as the `parent` of others, and gives the right to go on with it. It cannot be guessed. */
  readonly session: string;
  /** How many pages or sockets it has had before. */
  readonly epoch: number;
  /** The parent's `session`, in a child that shares its process. */
  readonly parent?: string;
  readonly adapter: {
    readonly label: string;
    /** The file that was found and runs, on the server's machine. */
    readonly command: string;
    /** What it says of its version. */
    readonly version?: string;
    readonly pid: number;
  };
  /** Where a page goes on with a session that there was already. */
  readonly resumed?: {
    /** The page's requests are numbered from here; an answer to one below it never comes. */
    readonly firstSeq: number;
    /** How many messages pages of this session have been sent, without those up to `mooring/resumed`. */
    readonly received: number;
    /** Bytes of output that are not told again, since it was too much. */
    readonly droppedOutput: number;
  };
}

/** Body of `mooring/failed`: it comes before a close code from 4001 on. */
export interface DebugFailedBody {
  /** One sentence for people. */
  readonly reason: string;
  /** What to do, from the descriptor. */
  readonly guidance?: string;
  readonly exit?: ExitReport;
}

/**
 * `GET /api/debug-sessions?session=<key>&session=…` (64 at most): what has become of sessions that a page had before it
 * was loaded again, in the order asked for. Who asks is expected to take up what is `kept`: it is kept for as long
 * as after a lost connection from now on. Sessions cannot be listed.
 */
export type KeptSession =
  | {
      readonly session: string;
      readonly state: 'kept';
      /** The debug type it was started with. */
      readonly type: string;
      /** The session that wanted it as its child. */
      readonly parent?: string;
      /** Arguments of `launch` or `attach`, as the page sent them. */
      readonly configuration: Readonly<Record<string, unknown>>;
    }
  /** `attached`: another page has it. `gone`: it has ended, or there was none. */
  | { readonly session: string; readonly state: 'attached' | 'gone' };

/** `GET /api/debug-adapters[?type=<type>]`: which adapters are there, before anything is started (the look-up asks each). */
export interface DebugAdapterAvailability {
  readonly type: string;
  readonly label: string;
  readonly state: 'available' | 'not_found';
  /** Where it is not found: one sentence for people, and what to do. */
  readonly reason?: string;
  readonly guidance?: string;
  /** It is not found, and can be installed on request. */
  readonly installable?: true;
  /** Where it is found: the file that would run, on the server's machine. */
  readonly command?: string;
  readonly version?: string;
  /** The first line that the `runtime` of the descriptor answered, where there is one and it works. */
  readonly runtime?: string;
}
