import type { Clock } from './clock.ts';
import type { Lease } from './lease.ts';
import type { Log } from './log.ts';
import type { Policy } from './policy.ts';
import type { Subject } from './ports.ts';
import type { Tally } from './tally.ts';

export interface LeaseOptions {
  readonly id: string;
  /** Differs from one run of the relay to the next. */
  readonly relay: string;
  /** Names it where its id must not be seen. */
  readonly key: string;
  readonly subject: Subject;
  readonly policy: Policy;
  readonly clock: Clock;
  readonly log: Log;
  readonly tally: Tally;
  /** Process id the language server is told as its parent's. */
  readonly parent: number;
  /** A server pointed the page at this file outside the folder. */
  readonly onLocation: (uri: string) => void;
  readonly onEnded: (lease: Lease) => void;
}
