/** How a process ended, for people: exit code or signal, and the last lines it wrote to stderr. */
export interface ExitReport {
  readonly code: number | null;
  readonly signal: string | null;
  /** The last lines of stderr, oldest first: at most 5 of at most 300 characters each. */
  readonly stderr: readonly string[];
}
