/**
 * Terminals: JSON-RPC over a WebSocket of its own, `/terminal`, one for each page. Output of programs never stands
 * in the way of files, which have `/channel`.
 *
 * A page says hello, then creates terminals or attaches to those that are there. A terminal is attached to one
 * page at most, and only that page gets its output. When the page goes, by closing or by losing its connection,
 * its terminals are detached: what runs in them goes on, for a while. A terminal ends once, with a reason.
 *
 * The page chooses the shell among the server's profiles, by name. It sends what is typed, never what is run.
 */
export const terminalPath = '/terminal';

export interface ShellProfile {
  /** Unique: "bash", "zsh". */
  readonly name: string;
  /** For people, and for icons. */
  readonly path: string;
  /** The user's login shell. */
  readonly isDefault: boolean;
}

export type TerminalEnd =
  /** Its shell ended by itself. */
  | 'exited'
  /** A page closed it. */
  | 'closed'
  /** No page was attached for too long. */
  | 'detached_timeout'
  | 'server_stop';

export interface TerminalDetails {
  /** Never used again, also not by another server. */
  readonly id: number;
  readonly pid: number;
  readonly profile: string;
  /** Name of the program in the foreground. */
  readonly program: string;
  /** Where it was started. */
  readonly cwd: string;
  readonly attached: boolean;
  /** The window (`TerminalHello`) that created it, or that attached to it last. */
  readonly window: string;
  /** What pages remember of it (its name, its icon); the server does not look into it. */
  readonly note: string;
}

export interface TerminalHello {
  /** Stays for as long as the page is loaded: an older connection with the same one is dead. */
  readonly page: string;
  /** Stays over a reload. */
  readonly window: string;
}

export interface TerminalRequest {
  /** Null: the default one. */
  readonly profile: string | null;
  /** `file:` URI of a folder in an opened folder, or of one itself. */
  readonly cwd: string;
  readonly columns: number;
  readonly rows: number;
  /** Lines that are kept for pages that come back. */
  readonly scrollback: number;
  /** Otherwise it ends soon after its page has gone. */
  readonly persistent: boolean;
  /** Null: without shell integration. Otherwise the secret that tells its sequences from forged ones. */
  readonly nonce: string | null;
  readonly note: string;
}

/** What a page that attaches has to show first: what the terminal of these dimensions has on its screen. */
export interface TerminalReplay {
  readonly columns: number;
  readonly rows: number;
  readonly data: string;
}

/** Why it was not done. */
export interface TerminalRefusal {
  readonly refused: 'unknown-profile' | 'cwd' | 'capacity' | 'not-started' | 'gone' | 'attached';
  /** One sentence for the user: what failed, why, what to do next. */
  readonly message: string;
}

/** Method names with the type of their parameters and results. Unknown terminals are no error: they may just have ended. */
export interface TerminalRequests {
  /** First of all. `server` differs from one start of the server to the next. */
  'terminal/hello': [TerminalHello, { server: string; profiles: readonly ShellProfile[] }];
  'terminal/list': [Record<string, never>, readonly TerminalDetails[]];
  /** Starts a shell, with this page attached. */
  'terminal/create': [TerminalRequest, TerminalDetails | TerminalRefusal];
  'terminal/attach': [{ id: number }, TerminalReplay | TerminalRefusal];
  'terminal/detach': [{ id: number }, null];
  'terminal/input': [{ id: number; data: string }, null];
  'terminal/resize': [{ id: number; columns: number; rows: number }, null];
  /** So many more UTF-16 code units of `terminal/data` were shown. Without that output stops: see `TerminalFlow`. */
  'terminal/acknowledge': [{ id: number; count: number }, null];
  /** Forgets what scrolled out of sight. */
  'terminal/clear': [{ id: number }, null];
  /** To the shell itself, "SIGINT" and the like. */
  'terminal/signal': [{ id: number; signal: string }, null];
  'terminal/note': [{ id: number; note: string }, null];
  'terminal/cwd': [{ id: number }, { cwd: string | null }];
  /** Ends it with everything that runs in it; answered at once. */
  'terminal/close': [{ id: number }, null];
}

/** Notifications, server → page. */
export interface TerminalNotifications {
  'terminal/data': { readonly id: number; readonly data: string };
  'terminal/program': { readonly id: number; readonly program: string };
  /** `code` is the shell's; null where it was ended by a signal. */
  'terminal/ended': { readonly id: number; readonly reason: TerminalEnd; readonly code: number | null };
}

/** In UTF-16 code units that a page has not acknowledged: above `high` the program waits, until `low`: enough
 * that the page has work while more is on its way. */
export const TerminalFlow = { high: 100_000, low: 50_000 } as const;

export const TerminalLimit = {
  note: 4_096,
  input: 1_048_576,
  columns: 1_000,
  rows: 1_000,
  scrollback: 10_000,
} as const;
