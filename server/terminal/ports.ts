/** What terminals need of the world, as interfaces: tests pass others. */
import type { TerminalEnd, TerminalReplay } from '../protocol/terminal.ts';

/** A shell with everything it started, behind a pseudo-terminal. */
export interface Pty {
  readonly pid: number;
  /** Name of the program in the foreground; empty when nobody knows. */
  program(): string;
  /** Where the shell is now; undefined where the machine does not tell. */
  cwd(): Promise<string | undefined>;
  write(data: string): void;
  resize(columns: number, rows: number): void;
  /** Its output waits, and so does whatever writes it. */
  pause(): void;
  resume(): void;
  signal(name: string): void;
  /** Ends all of it; resolves when nothing is left. Harmless when repeated. */
  end(): Promise<void>;
}

export interface PtyEvents {
  data(data: string): void;
  /** After its last output. `code` is null when a signal ended it. */
  exited(code: number | null): void;
}

/** What a terminal shows, with the lines that scrolled out of sight. */
export interface Screen {
  /** `done` is called when this, and all before it, is on the screen, and before anything after it is. */
  write(data: string, done: () => void): void;
  resize(columns: number, rows: number): void;
  clear(): void;
  snapshot(): TerminalReplay;
  dispose(): void;
}

/** The page that a terminal is attached to. */
export interface TerminalPage {
  readonly window: string;
  data(id: number, data: string): void;
  program(id: number, program: string): void;
  ended(id: number, reason: TerminalEnd, code: number | null): void;
}
