import type { Clock } from '../clock.ts';
import type { Log } from '../log.ts';
import type { Page } from '../ports.ts';
import type { Connected } from './adapterRun.ts';
import type { DebugPolicy } from './debugPolicy.ts';
import type { DebugSession } from './debugSession.ts';
import type { EarlyMessages } from './earlyMessages.ts';
import type { DebugSubject } from './ports.ts';
import type { RefusedPage } from './refusedPage.ts';

export interface DebugSessionOptions {
  readonly key: string;
  readonly subject: DebugSubject;
  readonly page: Page;
  /** The session that wanted this one. */
  readonly parent?: DebugSession | undefined;
  readonly policy: DebugPolicy;
  readonly clock: Clock;
  readonly log: Log;
  readonly onOver: () => void;
}

/** Where a debug session stands. */
export type SessionState =
  /** What both sides have said so far waits for `mooring/ready`. */
  | { readonly kind: 'starting'; readonly early: EarlyMessages }
  | { readonly kind: 'talking'; readonly connected: Connected }
  /** There is no page, and one may come: the program goes on meanwhile. */
  | { readonly kind: 'kept'; readonly connected: Connected }
  /** The page has gone: the adapter has been asked to end, and is waited for. */
  | { readonly kind: 'leaving'; readonly connected: Connected }
  /** There is no adapter. */
  | { readonly kind: 'refused'; readonly refused: RefusedPage }
  | { readonly kind: 'over' };
