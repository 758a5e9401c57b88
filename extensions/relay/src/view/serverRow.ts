import type { LeaseReport } from '../../../../server/protocol/leases.ts';
import type { ServerAction, StatusText } from '../statusText.ts';

/** A language server as this window has it, whether or not a process of it is there. */
export interface OwnServer {
  /** Descriptor id. */
  readonly id: string;
  readonly label: string;
  readonly status: StatusText;
  /** The lease this window is attached to, or comes back to. */
  readonly leaseKey: string | undefined;
  /** It was installed on request, and can be uninstalled. */
  readonly installed: boolean;
}

/** One language server in the view. */
export type ServerRow =
  /** The relay holds it. `own`: as this window has it, where this window is the one. */
  | { readonly kind: 'held'; readonly lease: LeaseReport; readonly own: OwnServer | undefined }
  /** This window knows it, and nothing of it runs for this window. */
  | { readonly kind: 'idle'; readonly own: OwnServer };

export interface ServerRows {
  readonly held: readonly Extract<ServerRow, { kind: 'held' }>[];
  readonly idle: readonly Extract<ServerRow, { kind: 'idle' }>[];
}

/** Brings together what the relay holds and what this window has. Its own come first, then by name. */
export function rowsOf(leases: readonly LeaseReport[], servers: readonly OwnServer[]): ServerRows {
  const taken = new Set<OwnServer>();
  const held = leases.map((lease) => {
    const known = servers.find(({ leaseKey }) => leaseKey === lease.key);
    const own = known ?? servers.find((server) => !taken.has(server) && isLikely(server, lease));
    if (own) taken.add(own);
    return { kind: 'held', lease, own } as const;
  });
  const idle = servers.filter((own) => !taken.has(own)).map((own) => ({ kind: 'idle', own }) as const);
  return {
    held: held.toSorted(
      (left, right) => rank(left) - rank(right) || left.lease.label.localeCompare(right.lease.label),
    ),
    idle: idle.toSorted(
      (left, right) =>
        attention(left.own) - attention(right.own) || left.own.label.localeCompare(right.own.label),
    ),
  };
}

/** While its process is being looked up a window does not know yet what its lease is called. */
function isLikely({ id, status, leaseKey }: OwnServer, { server, state, link }: LeaseReport): boolean {
  if (id !== server || leaseKey !== undefined) return false;
  return state === 'starting' && link.kind === 'attached' && status.busy;
}

export type RowAction = ServerAction | 'uninstall' | 'copy';

/** What can be done with a row now. What another window uses can be stopped and restarted from here. */
export function actionsOf(row: ServerRow): readonly RowAction[] {
  if (row.own) {
    const { status, installed } = row.own;
    return [...status.actions, ...(installed ? (['uninstall'] as const) : []), 'copy'];
  }
  return row.kind === 'held' && row.lease.state === 'ending' ? ['copy'] : ['restart', 'stop', 'copy'];
}

/** Stays the same while the row is about the same thing: what this window has, through restarts too. */
export function idOf(row: ServerRow): string {
  return row.kind === 'held' && !row.own ? `lease:${row.lease.key}` : `server:${row.own?.id}`;
}

function rank({ lease, own }: Extract<ServerRow, { kind: 'held' }>): number {
  if (own) return 0;
  return lease.link.kind === 'attached' ? 1 : 2;
}

/** What needs somebody to do something comes first. */
function attention({ status }: OwnServer): number {
  return { error: 0, warning: 1, information: 2 }[status.severity];
}
