/** What the broker of debug sessions needs of the world, beside pages. */
import type { ExitReport } from '../../protocol/exit.ts';
import type { LaunchOutcome } from '../ports.ts';

/** A running debug adapter. */
export interface Adapter {
  readonly pid: number;
  /** The file that runs. */
  readonly command: string;
  /** Starts the events; what happened before is not lost. */
  listen(events: AdapterEvents): void;
  /**
   * A line to talk DAP over: its stdio, once; or a connection to its port, as often as asked for.
   */
  open(): Promise<Line | Unreachable>;
  /** Stops and resumes reading what it writes beside its lines. */
  pause(): void;
  resume(): void;
  /**
   * Sees to it that it ends, with all that it started, and resolves when it has. `politely` gives it 500 ms
   * before the first signal; `now` signals at once, also when it is already ending politely.
   */
  end(how: 'politely' | 'now'): Promise<void>;
}

/** Why there is no line to an adapter. */
export interface Unreachable {
  /** The end of a sentence. */
  readonly reason: string;
  readonly exit?: ExitReport;
}

export interface AdapterEvents {
  /** Text it wrote beside its lines. */
  output(category: 'stdout' | 'stderr', text: string): void;
  /** Once, and the last event; its lines were closed before. */
  exited(exit: ExitReport): void;
}

/** One conversation with an adapter. */
export interface Line {
  /** Starts the events; what happened before is not lost. */
  listen(events: LineEvents): void;
  /** Never blocks, never throws. @returns false when it does not keep up: wait for `drained`. */
  send(message: Uint8Array): boolean;
  pause(): void;
  resume(): void;
  /** The adapter sees the end of its input on this line. */
  close(): void;
}

export interface LineEvents {
  message(message: Uint8Array): void;
  /** A message beyond the limit came and was skipped; `head` and `tail` are its ends. */
  oversized(size: number, head: Uint8Array, tail: Uint8Array): void;
  /** Text that belongs to no message. */
  noise(text: string): void;
  /** It broke the framing for good, or does not read: nothing more can be said over this line. */
  brokeProtocol(reason: string): void;
  drained(): void;
  /** Nothing comes any more. */
  closed(): void;
}

/** What a session is to debug with. */
export interface DebugSubject {
  readonly type: string;
  readonly label: string;
  readonly guidance?: string;
  readonly pathAttributes: readonly string[];
  /** Child sessions talk to the process of their parent. */
  readonly sharesProcess: boolean;
  launch(): Promise<LaunchOutcome<Adapter>>;
  /**
   * Why a path may not be used; undefined when it may: it exists, and its real path lies in an opened folder.
   *
   * @param base a folder that a relative path counts from, itself relative to the session's folder.
   */
  refusePath(path: string, base?: string): string | undefined;
}
