/** How long and how many (design §6, "Numbers"); times in milliseconds. Tests shorten them. */
export interface DebugPolicy {
  readonly sessions: number;
  readonly initializeTimeout: number;
  /** For the answer to `disconnect`, or for `terminated` instead. */
  readonly disconnectTimeout: number;
  /** How long an adapter that closed its connection has to end, so that its exit can be told. */
  readonly closedGrace: number;
  /** How long a page that was refused has to ask something, so that the refusal can be its answer. */
  readonly refusalGrace: number;
  /** How long a page may leave much unread. */
  readonly slowPageTime: number;
}

export const defaultDebugPolicy: DebugPolicy = {
  sessions: 32,
  initializeTimeout: 15_000,
  disconnectTimeout: 1_500,
  closedGrace: 500,
  refusalGrace: 1_000,
  slowPageTime: 10_000,
};
