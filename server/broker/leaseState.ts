import type { ExitReport } from '../protocol/exit.ts';
import type { Timer } from './clock.ts';
import type { Conversation } from './conversation.ts';

/** Why a lease ended: exactly one of these, exactly once. */
export type EndReason =
  | 'stop'
  | 'editor_idle'
  | 'detached_timeout'
  | 'capacity'
  /** The process ended and its restart budget is spent, or it could not be started in the first place. */
  | 'server_exit'
  | 'folder_closed'
  | 'server_stop';

export type LeaseState =
  /** The command is being looked up and started. */
  | { readonly kind: 'starting' }
  /** The process runs and has not answered `initialize`. */
  | { readonly kind: 'initializing'; readonly conversation: Conversation }
  | { readonly kind: 'ready'; readonly conversation: Conversation }
  /** The process is gone; the next one starts when the timer runs out. */
  | {
      readonly kind: 'restarting';
      readonly timer: Timer;
      readonly crash: Crash;
      /** Clock time. */
      readonly due: number;
    }
  /**
   * The process died while no page was there. The next page has the next one started, not before its delay is
   * over: nobody waits for it, and what killed this one may well kill that one too.
   */
  | { readonly kind: 'dormant'; readonly crash: Crash; readonly due: number }
  /** Somebody asked for another process; this one is on its way out, and the next starts when it is gone. */
  | { readonly kind: 'replacing' }
  | { readonly kind: 'ending'; readonly reason: EndReason }
  | { readonly kind: 'ended'; readonly reason: EndReason };

/** A crash within the budget: what the page is told of it. */
export interface Crash {
  readonly attempt: number;
  readonly of: number;
  readonly delay: number;
  readonly exit: ExitReport;
  readonly reason: string;
}

const table: Readonly<Record<LeaseState['kind'], readonly LeaseState['kind'][]>> = {
  starting: ['initializing', 'ending'],
  initializing: ['ready', 'restarting', 'dormant', 'replacing', 'ending'],
  ready: ['restarting', 'dormant', 'replacing', 'ending'],
  restarting: ['starting', 'dormant', 'ending'],
  dormant: ['restarting', 'starting', 'ending'],
  replacing: ['starting', 'ending'],
  ending: ['ended'],
  ended: [],
};

export function mayFollow(from: LeaseState['kind'], to: LeaseState['kind']): boolean {
  return table[from].includes(to);
}
