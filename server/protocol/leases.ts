/**
 * `GET /leases`: every language server that the relay holds for this user. `POST /leases/<key>/stop` ends one,
 * `POST /leases/<key>/restart` gives it another process; both answer `LeaseOutcome`. Times are durations up to or
 * from the moment of the answer, in milliseconds, so that the clocks of both ends need not agree.
 */
import { z } from 'zod';

const milliseconds = z.number().nonnegative();

const leaseReportSchema = z.object({
  /** Names the lease here. It is not the lease's id, and gives no right to it. */
  key: z.string(),
  /** Descriptor id. */
  server: z.string(),
  label: z.string(),
  folder: z.object({ id: z.string(), name: z.string(), uri: z.string() }),
  state: z.enum([
    'starting',
    'initializing',
    'ready',
    'restarting',
    /** Its process died while no page was there; the next page has another one started. */
    'dormant',
    /** Its process is being exchanged for another. */
    'replacing',
    'ending',
  ]),
  /** While a process runs. */
  process: z
    .object({
      pid: z.number(),
      uptime: milliseconds,
      /** Resident bytes of the process and all its children; absent where the system does not tell. */
      memory: z.number().optional(),
    })
    .optional(),
  /** How often another process took the place of one before it. */
  restarts: z.number(),
  link: z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('attached'), since: milliseconds }),
    /** `left`: until the lease ends unless a page comes. */
    z.object({ kind: z.literal('detached'), since: milliseconds, left: milliseconds.optional() }),
  ]),
  /** What the page that is or was attached calls its window. */
  window: z.string().optional(),
  documents: z.number(),
  pending: z.object({
    count: z.number(),
    /** At most 20, oldest first. */
    oldest: z.array(z.object({ method: z.string(), age: milliseconds })),
  }),
  /** Titles of the work it reports, oldest first. */
  work: z.array(z.string()),
  /** How its last process that was not told to end did. */
  lastExit: z.object({ reason: z.string(), ago: milliseconds }).optional(),
});

export const leasesReportSchema = z.object({
  leases: z.array(leaseReportSchema),
  /** How many there may be. */
  limit: z.number(),
});

export type LeaseReport = z.infer<typeof leaseReportSchema>;
export type LeasesReport = z.infer<typeof leasesReportSchema>;

export type LeaseAction = 'stop' | 'restart';

/** `done`: the process has ended, or the next one is on its way; otherwise that takes a little longer. */
export interface LeaseOutcome {
  readonly done: boolean;
}
