import type { LeasesReport } from '../../../../server/protocol/leases.ts';
import { adapterGroup, type AdapterRow } from './adapterNode.ts';
import { detailsOf, summaryOf, type Detail, type TextWorld } from './rowText.ts';
import { actionsOf, idOf, rowsOf, type OwnServer, type RowAction, type ServerRow } from './serverRow.ts';

/** What one line of the view shows. Plain data: two trees that read the same are the same. */
export interface TreeNode {
  /** Stays the same while it is about the same thing, so that what is unfolded stays so. */
  readonly id: string;
  readonly label: string;
  readonly description?: string;
  readonly tooltip?: string;
  /** Codicon, and the color it is worth. */
  readonly icon?: string;
  readonly severity?: 'information' | 'warning' | 'error';
  readonly folding: 'none' | 'folded' | 'unfolded';
  readonly actions: readonly RowAction[];
  /** The language server it is about. */
  readonly row?: ServerRow;
  /** The debug adapter it is about. */
  readonly adapter?: AdapterRow;
  readonly children: readonly TreeNode[];
}

/** The whole view. `report` is undefined while the relay says nothing. */
export function serverTree(
  report: LeasesReport | undefined,
  servers: readonly OwnServer[],
  world: TextWorld,
  adapters: readonly AdapterRow[] = [],
): readonly TreeNode[] {
  const { t } = world;
  const rows = rowsOf(report?.leases ?? [], servers);
  const groups: TreeNode[] = [];
  if (report && rows.held.length > 0) {
    const description = t('{0} of {1}', report.leases.length, report.limit);
    groups.push(group('held', t('Running'), description, rows.held, world));
  }
  if (rows.idle.length > 0)
    groups.push(group('idle', t('Not Running in This Window'), undefined, rows.idle, world));
  const debugging = adapterGroup(adapters, t);
  return debugging ? [...groups, debugging] : groups;
}

function group(
  id: string,
  label: string,
  description: string | undefined,
  rows: readonly ServerRow[],
  world: TextWorld,
): TreeNode {
  return {
    id,
    label,
    ...(description !== undefined && { description }),
    folding: 'unfolded',
    actions: [],
    children: rows.map((row) => serverNode(row, world)),
  };
}

function serverNode(row: ServerRow, world: TextWorld): TreeNode {
  const label = row.kind === 'held' ? row.lease.label : row.own.label;
  const id = idOf(row);
  const summary = summaryOf(row, world);
  const details = detailsOf(row, world);
  const advice = row.kind === 'idle' || row.own ? row.own?.status.detail : undefined;
  return {
    id,
    label,
    description: summary,
    tooltip: [`${label}: ${summary}`, ...(advice === undefined ? [] : [advice])].join('\n\n'),
    icon: iconOf(row),
    severity: row.own?.status.severity ?? 'information',
    folding: 'folded',
    actions: actionsOf(row),
    row,
    children: details.map((detail) => detailNode(detail, id)),
  };
}

function detailNode(detail: Detail, parent: string): TreeNode {
  const id = `${parent}/${detail.id}`;
  const children = (detail.children ?? []).map((child) => detailNode(child, id));
  return {
    id,
    label: detail.label,
    description: detail.value,
    tooltip: `${detail.label}: ${detail.value}`,
    folding: children.length > 0 ? 'folded' : 'none',
    actions: [],
    children,
  };
}

function iconOf(row: ServerRow): string {
  if (row.kind === 'idle' || row.own) return row.own?.status.icon ?? 'circle-outline';
  const { state, link } = row.lease;
  if (state === 'dormant') return 'warning';
  if (state === 'ready') return link.kind === 'attached' ? 'multiple-windows' : 'history';
  return 'sync~spin';
}
