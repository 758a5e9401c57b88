import type { ServerEvent, ServerState } from './serverState.ts';

/** One change of state for the log: what changed and what is known about why. */
export function transitionLine(before: ServerState, after: ServerState, event: ServerEvent): string {
  const why = reasons(event);
  return `${before.kind} → ${after.kind}${why.length > 0 ? `: ${why.join(' ')}` : ''}`;
}

function reasons(event: ServerEvent): string[] {
  switch (event.type) {
    case 'status':
      if (event.status.state === 'starting') return [event.status.server, event.status.version ?? ''];
      return [event.status.reason ?? '', ...(event.status.exit ? [JSON.stringify(event.status.exit)] : [])];
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
