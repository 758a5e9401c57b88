import { defaultPolicy } from '../broker/policy.ts';

/** How long and how many; times in milliseconds. Tests shorten them. */
export interface TerminalPolicy {
  readonly terminals: number;
  /** The same as for language servers: `--detached-expiry`. */
  readonly detachedExpiry: number;
  /** Instead of `detachedExpiry`, for terminals that need not outlive their page: it may have lost its connection. */
  readonly transientExpiry: number;
  /** How long a page that still seems to be there has to show that it is. */
  readonly probeTime: number;
  /** After output, how long until the program in the foreground is looked at. */
  readonly programTime: number;
}

export const defaultTerminalPolicy: TerminalPolicy = {
  terminals: 50,
  detachedExpiry: defaultPolicy.detachedExpiry,
  transientExpiry: 10_000,
  probeTime: 2_000,
  programTime: 200,
};
