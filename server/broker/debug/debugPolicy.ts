/** How long and how many; times in milliseconds. Tests shorten them. */
export interface DebugPolicy {
  readonly sessions: number;
  readonly initializeTimeout: number;
  /** For the answer to `disconnect`, or for `terminated` instead. */
  readonly disconnectTimeout: number;
  /** How long an adapter that closed its connection has to end, so that its exit can be told. */
  readonly closedGrace: number;
  /**
   * How long nothing must come any more over the other lines of an adapter whose first session has ended by itself:
   * what it said before its end may wait in them.
   */
  readonly lastWords: number;
  /** How long a page that was refused has to ask something, so that the refusal can be its answer. */
  readonly refusalGrace: number;
  /** Off: a session ends with its page. */
  readonly continuity: boolean;
  /** How long a session goes on without its page when that was closed or is being loaded again. */
  readonly departedKeep: number;
  /** The same when the connection broke, and when a page has asked for the session. */
  readonly lostKeep: number;
  /** How long a page that still seems to be there has to show that it is. */
  readonly probeTime: number;
  /** How long a page may leave much unread. */
  readonly slowPageTime: number;
}

export const defaultDebugPolicy: DebugPolicy = {
  sessions: 32,
  initializeTimeout: 15_000,
  disconnectTimeout: 1_500,
  closedGrace: 500,
  lastWords: 1_000,
  refusalGrace: 1_000,
  continuity: true,
  departedKeep: 15_000,
  lostKeep: 2 * 60_000,
  probeTime: 2_000,
  slowPageTime: 10_000,
};
