import type { LeaseHolder, StatusParams } from '../../../server/protocol/control.ts';
import { CloseCode, normalizeClose } from '../../../server/protocol/errors.ts';
import type { ExitReport } from '../../../server/protocol/exit.ts';

/** How it stands with one language server, seen from this window. `since` is in milliseconds. */
export type ServerState =
  /** Not wanted: none of its documents is open. */
  | { readonly kind: 'off' }
  | { readonly kind: 'stopped' }
  | { readonly kind: 'needsTrust' }
  | { readonly kind: 'connecting'; readonly since: number }
  /** Connected; the process is being looked up and started. */
  | { readonly kind: 'starting'; readonly since: number }
  /** At the user's word; `line` is what the installer wrote last. */
  | { readonly kind: 'installing'; readonly since: number; readonly line: string }
  /** The process runs and has not answered `initialize` yet. */
  | { readonly kind: 'initializing'; readonly since: number; readonly server: string }
  | { readonly kind: 'ready'; readonly pid: number; readonly server?: string }
  /** The link is lost; the process may well be alive. */
  | { readonly kind: 'reconnecting'; readonly since: number }
  | {
      readonly kind: 'restarting';
      readonly since: number;
      readonly attempt: number;
      readonly of: number;
      readonly exit: ExitReport;
      readonly reason?: string;
    }
  /** The page has no valid token any more. */
  | { readonly kind: 'signedOut' }
  | { readonly kind: 'notInstalled'; readonly guidance?: string; readonly installable: boolean }
  | {
      readonly kind: 'failed';
      readonly code: CloseCode;
      readonly reason?: string;
      readonly exit?: ExitReport;
      /** Who has all the places. */
      readonly holders?: readonly LeaseHolder[];
    };

export type ServerEvent =
  | { readonly type: 'connect' }
  | { readonly type: 'opened' }
  | { readonly type: 'status'; readonly status: StatusParams }
  | { readonly type: 'ready'; readonly pid: number; readonly server?: string }
  /** The relay would not open a socket: it does not know the id or the folder, or the page has no token. */
  | { readonly type: 'turnedAway'; readonly why: 'refused' | 'signedOut' }
  /** The server answered `initialize` with an error. */
  | { readonly type: 'refused'; readonly reason: string }
  | { readonly type: 'closed'; readonly code: number }
  | { readonly type: 'untrusted' }
  | { readonly type: 'stop' }
  | { readonly type: 'release' };

/** The state after an event. Pure; `now` in milliseconds. */
export function advance(state: ServerState, event: ServerEvent, now: number): ServerState {
  switch (event.type) {
    case 'connect':
      return isReturning(state) ? state : { kind: 'connecting', since: now };
    case 'opened':
      return state.kind === 'connecting' ? { kind: 'starting', since: state.since } : state;
    case 'status':
      return afterStatus(state, event.status, now);
    case 'ready':
      return { kind: 'ready', pid: event.pid, ...serverOf(state, event) };
    case 'turnedAway':
      return event.why === 'signedOut'
        ? { kind: 'signedOut' }
        : { kind: 'failed', code: CloseCode.folderUnknown };
    case 'refused':
      return { kind: 'failed', code: CloseCode.startFailed, reason: event.reason };
    case 'closed':
      return afterClose(state, normalizeClose(event.code), now);
    case 'untrusted':
      return { kind: 'needsTrust' };
    case 'stop':
      return { kind: 'stopped' };
    case 'release':
      return { kind: 'off' };
  }
}

function serverOf(state: ServerState, event: { readonly server?: string }): { readonly server?: string } {
  if ('server' in state && state.server !== undefined) return { server: state.server };
  return event.server === undefined ? {} : { server: event.server };
}

/** Whether a lost link is worth trying again by itself. */
export function reconnects(code: number): boolean {
  const normal = normalizeClose(code);
  return normal === CloseCode.connectionLost || normal === CloseCode.goingAway;
}

/** Since when the user has been waiting, if at all. */
export function waitingSince(state: ServerState): number | undefined {
  return 'since' in state ? state.since : undefined;
}

function afterStatus(state: ServerState, status: StatusParams, now: number): ServerState {
  switch (status.state) {
    case 'starting':
      return {
        kind: 'initializing',
        since: state.kind === 'starting' || state.kind === 'connecting' ? state.since : now,
        server: status.version ? `${status.server} ${status.version}` : status.server,
      };
    case 'installing':
      return {
        kind: 'installing',
        since: state.kind === 'installing' ? state.since : now,
        line: status.line,
      };
    case 'installed':
      return { kind: 'starting', since: now };
    case 'install_failed':
      return {
        kind: 'failed',
        code: CloseCode.installFailed,
        reason: [status.reason, ...status.output].join('\n'),
      };
    case 'restarting': {
      const { attempt, of, exit, reason } = status;
      return {
        kind: 'restarting',
        since: now,
        attempt,
        of,
        exit,
        ...(reason === undefined ? {} : { reason }),
      };
    }
    case 'failed':
      // The close code that follows says what kind of failure it is.
      return {
        kind: 'failed',
        code: CloseCode.startFailed,
        reason: status.guidance ?? status.reason,
        ...(status.exit === undefined ? {} : { exit: status.exit }),
        ...(status.holders === undefined ? {} : { holders: status.holders }),
      };
  }
}

function afterClose(state: ServerState, code: CloseCode, now: number): ServerState {
  // What the user asked for outlives the socket.
  if (state.kind === 'stopped' || state.kind === 'off' || state.kind === 'needsTrust') return state;
  const told = state.kind === 'failed' ? state : undefined;
  const reason = told?.reason === undefined ? {} : { reason: told.reason };
  switch (code) {
    case CloseCode.released:
      return { kind: 'off' };
    case CloseCode.stoppedElsewhere:
      return { kind: 'stopped' };
    case CloseCode.installable:
    case CloseCode.notInstalled:
      return {
        kind: 'notInstalled',
        installable: code === CloseCode.installable,
        ...(told?.reason === undefined ? {} : { guidance: told.reason }),
      };
    case CloseCode.connectionLost:
    case CloseCode.goingAway:
      if (told !== undefined && told.code !== CloseCode.connectionLost) return told;
      return isReturning(state) ? state : { kind: 'reconnecting', since: now };
    default:
      return {
        kind: 'failed',
        code,
        ...reason,
        ...(told?.exit === undefined ? {} : { exit: told.exit }),
        ...(told?.holders === undefined ? {} : { holders: told.holders }),
      };
  }
}

/** The page had this server and will have it again: "connecting" would hide that from the user. */
function isReturning(state: ServerState): boolean {
  return state.kind === 'reconnecting' || state.kind === 'restarting';
}
