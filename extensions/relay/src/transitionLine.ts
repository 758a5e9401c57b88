import type { StatusParams } from '../../../server/protocol/control.ts';
import type { ServerEvent, ServerState } from './serverState.ts';

/** One change of state for the log: what changed and what is known about why. */
export function transitionLine(before: ServerState, after: ServerState, event: ServerEvent): string {
  const why = reasons(event);
  return `${before.kind} → ${after.kind}${why.length > 0 ? `: ${why.join(' ')}` : ''}`;
}

function reasons(event: ServerEvent): string[] {
  switch (event.type) {
    case 'status':
      return statusReasons(event.status);
    case 'closed':
      return [`close code ${event.code}`];
    case 'refused':
      return [event.reason];
    case 'turnedAway':
      return [event.why];
    case 'ready':
      return [`process ${event.pid}`];
    default:
      return [];
  }
}

function statusReasons(status: StatusParams): string[] {
  switch (status.state) {
    case 'starting':
      return [status.server, status.version ?? ''];
    case 'installing':
      return [status.line];
    case 'installed':
      return [];
    case 'install_failed':
      return [[status.reason, ...status.output].join('\n')];
    default:
      return [status.reason ?? '', ...(status.exit ? [JSON.stringify(status.exit)] : [])];
  }
}
