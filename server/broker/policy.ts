/** How long and how many (design "Numbers"); times in milliseconds. Tests shorten them. */
export interface Policy {
  /** Off: a lease ends when its page leaves. */
  readonly continuity: boolean;
  readonly leases: number;
  readonly detachedExpiry: number;
  /** How long a page keeps a server after the last editor of its languages closed; the page sees to it. */
  readonly editorIdle: number;
  /** How long a lease waits for the page it sent away to come back after a restart. */
  readonly returnGrace: number;
  /** How long a page that still seems to be attached has to show that it is. */
  readonly probeTime: number;
  /** How long a page may leave much unread. */
  readonly slowPageTime: number;
  readonly requestTimeout: number;
  /** Instead of `requestTimeout` while the server reports work or waits for an answer itself. */
  readonly busyRequestTimeout: number;
  readonly shutdownTimeout: number;
  readonly releaseTimeout: number;
  readonly restartDelays: readonly number[];
  /** After this long without a crash the earlier ones are forgotten. */
  readonly quietTime: number;
}

export const defaultPolicy: Policy = {
  continuity: true,
  leases: 8,
  detachedExpiry: 60 * 60_000,
  editorIdle: 2 * 60_000,
  returnGrace: 10_000,
  probeTime: 2_000,
  slowPageTime: 10_000,
  requestTimeout: 30_000,
  busyRequestTimeout: 5 * 60_000,
  shutdownTimeout: 2_000,
  releaseTimeout: 3_000,
  restartDelays: [1_000, 2_000, 4_000, 8_000, 10_000],
  quietTime: 5 * 60_000,
};
