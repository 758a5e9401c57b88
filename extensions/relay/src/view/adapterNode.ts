import type { DebugAdapterAvailability } from '../../../../server/protocol/debug.ts';
import type { AdapterInstall } from '../debug/install/adapterInstalls.ts';
import type { Translate } from '../statusText.ts';
import type { Detail } from './rowText.ts';
import type { RowAction } from './serverRow.ts';
import type { TreeNode } from './serverTree.ts';

/** One debug adapter in the view. */
export interface AdapterRow {
  /** Debug type. */
  readonly type: string;
  readonly label: string;
  readonly guidance: string | undefined;
  /** The command that installs it, where one is declared. */
  readonly installCommand: string | undefined;
  /** What the relay said of it; undefined until it has. */
  readonly known: DebugAdapterAvailability | undefined;
  readonly install: AdapterInstall | undefined;
  /** It was installed on request, and can be uninstalled. */
  readonly installed: boolean;
  /** Something was written about an installation. */
  readonly hasLog: boolean;
}

/** The group of all debug adapters; none where no extension has one. */
export function adapterGroup(rows: readonly AdapterRow[], t: Translate): TreeNode | undefined {
  if (rows.length === 0) return undefined;
  const there = rows.filter(({ known }) => known?.state === 'available').length;
  return {
    id: 'adapters',
    label: t('Debug Adapters'),
    ...(rows.every(({ known }) => known) && { description: t('{0} of {1}', there, rows.length) }),
    folding: 'unfolded',
    actions: [],
    children: rows.map((row) => adapterNode(row, t)),
  };
}

/** Everything there is to say of one. */
export function adapterDetails(row: AdapterRow, t: Translate): readonly Detail[] {
  const { known, install } = row;
  const advice = adviceOf(row, t);
  return [
    { id: 'state', label: t('State'), value: stateText(row, t) },
    ...(install?.kind === 'installing' ? [{ id: 'output', label: t('Installer'), value: install.line }] : []),
    ...(install?.kind === 'failed' ? [failureDetail(install, t)] : []),
    ...detail('version', t('Version'), known?.version),
    ...detail('program', t('Program'), known?.command),
    { id: 'type', label: t('Debug Type'), value: row.type },
    ...detail('reason', t('Reason'), known?.reason),
    ...detail('advice', t('What to Know'), advice),
  ];
}

function adapterNode(row: AdapterRow, t: Translate): TreeNode {
  const { type, label, known, install } = row;
  const id = `adapter:${type}`;
  const summary = [stateText(row, t), known?.version].filter(Boolean).join(' · ');
  const advice = adviceOf(row, t);
  const children = adapterDetails(row, t).map((entry) => detailNode(entry, id));
  return {
    id,
    label,
    description: summary,
    tooltip: [`${label}: ${summary}`, known?.reason, advice].filter(Boolean).join('\n\n'),
    icon: iconOf(row),
    severity: install?.kind === 'failed' ? 'error' : 'information',
    folding: 'folded',
    actions: actionsOf(row),
    adapter: row,
    children,
  };
}

function detailNode({ id, label, value, children = [] }: Detail, parent: string): TreeNode {
  const own = `${parent}/${id}`;
  return {
    id: own,
    label,
    description: value,
    tooltip: `${label}: ${value}`,
    folding: children.length > 0 ? 'folded' : 'none',
    actions: [],
    children: children.map((child) => detailNode(child, own)),
  };
}

function stateText({ known, install }: AdapterRow, t: Translate): string {
  if (install?.kind === 'installing') return t('installing');
  if (install?.kind === 'failed') return t('installation failed');
  if (!known) return t('being looked up');
  return known.state === 'available' ? t('available') : t('not found');
}

/** What to do about it, where something is to be done. */
function adviceOf(
  { known, install, guidance, installCommand }: AdapterRow,
  t: Translate,
): string | undefined {
  if (install?.kind === 'installing' || known?.state !== 'not_found') return undefined;
  if (known.installable && install === undefined && installCommand !== undefined) {
    return t(
      'Install runs “{0}” on the machine that holds the folder, into Mooring’s own folder (~/.mooring/servers).',
      installCommand,
    );
  }
  return known.guidance ?? guidance;
}

function failureDetail(
  { reason, output }: Extract<AdapterInstall, { kind: 'failed' }>,
  t: Translate,
): Detail {
  const children = output.map((line, index) => ({ id: `line${index}`, label: line, value: '' }));
  return { id: 'failure', label: t('Installer'), value: reason, children };
}

function detail(id: string, label: string, value: string | undefined): Detail[] {
  return value === undefined ? [] : [{ id, label, value }];
}

function iconOf({ known, install }: AdapterRow): string {
  if (install) return install.kind === 'installing' ? 'sync~spin' : 'error';
  if (!known) return 'circle-outline';
  if (known.state === 'available') return 'check';
  return known.installable ? 'cloud-download' : 'circle-slash';
}

function actionsOf({ known, install, installed, hasLog }: AdapterRow): readonly RowAction[] {
  const own: readonly RowAction[] =
    install?.kind === 'installing' ? ['cancel'] : known?.installable ? ['install'] : [];
  return [
    ...own,
    ...(hasLog ? (['showLog'] as const) : []),
    ...(installed && install?.kind !== 'installing' ? (['uninstall'] as const) : []),
    'copy',
  ];
}
