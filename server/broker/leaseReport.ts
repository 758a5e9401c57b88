import type { LeaseReport } from '../protocol/leases.ts';
import type { Lease } from './lease.ts';

const shownRequests = 20;
/** Of a progress title; longer ones are cut. */
const titleCharacters = 200;

/** How a lease stands, for people. Undefined: it has ended. `now` is clock time. */
export function reportOf(lease: Lease, now: number): LeaseReport | undefined {
  const { state, link, subject, conversation, lastExit } = lease;
  if (state.kind === 'ended') return undefined;
  const { id, name, uri } = subject.folder;
  const pending = conversation?.pending;
  const { window } = link;
  return {
    key: lease.key,
    server: subject.serverId,
    label: subject.label,
    folder: { id, name, uri },
    state: state.kind,
    ...(conversation && { process: { pid: conversation.pid, uptime: now - conversation.since } }),
    restarts: lease.restarts,
    link: linkReport(lease, now),
    ...(window !== undefined && { window }),
    documents: lease.documents.openCount,
    pending: {
      count: pending?.size ?? 0,
      oldest: (pending?.first(shownRequests) ?? []).map(({ method, since }) => ({
        method,
        age: now - since,
      })),
    },
    work: (conversation?.progress.all() ?? []).map(({ value }) => titleOf(value)),
    ...(lastExit && { lastExit: { reason: lastExit.reason, ago: now - lastExit.at } }),
  };
}

function linkReport({ link }: Lease, now: number): LeaseReport['link'] {
  const since = now - link.since;
  if (link.attachment) return { kind: 'attached', since };
  const { left } = link;
  return { kind: 'detached', since, ...(left !== undefined && { left }) };
}

function titleOf(value: Readonly<Record<string, unknown>>): string {
  const { title } = value;
  return typeof title === 'string' ? title.slice(0, titleCharacters) : '';
}
