import type { LeaseReport } from '../../../../server/protocol/leases.ts';
import { elapsed, known } from '../elapsed.ts';
import type { Translate } from '../statusText.ts';
import type { ServerRow } from './serverRow.ts';

/** What texts depend on beside what they are about. `now` in milliseconds. */
export interface TextWorld {
  readonly now: number;
  readonly locale: string;
  readonly t: Translate;
}

/** One line about a language server, such as "Memory" and "120 MB". */
export interface Detail {
  readonly id: string;
  readonly label: string;
  readonly value: string;
  readonly children?: readonly Detail[];
}

/** A few words beside the name. */
export function summaryOf(row: ServerRow, world: TextWorld): string {
  if (row.kind === 'idle') return row.own.status.summary;
  const { lease, own } = row;
  const memory = lease.process?.memory;
  const parts = [
    own?.status.summary ?? `${stateText(lease, world)}, ${placeText(lease, world)}`,
    ...(memory === undefined ? [] : [sizeText(memory, world.locale)]),
  ];
  return parts.join(' · ');
}

/** Everything there is to say about a row. */
export function detailsOf(row: ServerRow, world: TextWorld): readonly Detail[] {
  const { t } = world;
  if (row.kind === 'idle') {
    return [
      { id: 'state', label: t('State'), value: row.own.status.summary },
      adviceOf(row.own.status.detail, t),
    ];
  }
  const { lease, own } = row;
  return [
    { id: 'folder', label: t('Folder'), value: lease.folder.name },
    { id: 'state', label: t('State'), value: own?.status.summary ?? stateText(lease, world) },
    ...(own && own.status.severity !== 'information' ? [adviceOf(own.status.detail, t)] : []),
    ...processDetails(lease, world),
    { id: 'restarts', label: t('Restarts'), value: String(lease.restarts) },
    linkDetail(row, world),
    { id: 'documents', label: t('Open Documents'), value: String(lease.documents) },
    pendingDetail(lease, world),
    ...(lease.work.length > 0 ? [{ id: 'work', label: t('Work'), value: lease.work.join(', ') }] : []),
    ...(lease.lastExit ? [exitDetail(lease.lastExit, world)] : []),
  ];
}

/** For the clipboard: what a person who is asked for help would want to know. */
export function copyText(label: string, details: readonly Detail[]): string {
  const lines = (list: readonly Detail[], indent: string): string[] =>
    list.flatMap((detail) => [
      `${indent}${detail.label}: ${detail.value}`,
      ...lines(detail.children ?? [], `${indent}  `),
    ]);
  return [label, ...lines(details, '')].join('\n');
}

/** Why it is as it is, and what to do about it. */
function adviceOf(text: string, t: Translate): Detail {
  return { id: 'advice', label: t('What to Know'), value: text };
}

function processDetails(lease: LeaseReport, { locale, t }: TextWorld): Detail[] {
  if (!lease.process) return [];
  const { pid, uptime, memory } = lease.process;
  return [
    { id: 'process', label: t('Process'), value: String(pid) },
    { id: 'uptime', label: t('Running For'), value: elapsed(uptime, locale) },
    ...(memory === undefined ? [] : [{ id: 'memory', label: t('Memory'), value: sizeText(memory, locale) }]),
  ];
}

function linkDetail(
  { lease, own }: Extract<ServerRow, { kind: 'held' }>,
  { now, locale, t }: TextWorld,
): Detail {
  const { link } = lease;
  const label = t('Window');
  const since = timeText(now - link.since, now, locale);
  if (link.kind === 'attached') {
    const name = lease.window ?? '';
    if (own) return { id: 'window', label, value: t('this one, since {0}', since) };
    const value = name === '' ? t('another one, since {0}', since) : t('{0}, since {1}', name, since);
    return { id: 'window', label, value };
  }
  const value =
    link.left === undefined
      ? t('none since {0}', since)
      : t('none since {0}; kept until {1}', since, timeText(now + link.left, now, locale));
  return { id: 'window', label, value };
}

function pendingDetail({ pending }: LeaseReport, { locale, t }: TextWorld): Detail {
  const children = pending.oldest.map(({ method, age }, index) => ({
    id: `request${index}`,
    label: method,
    value: elapsed(age, locale),
  }));
  const label = t('Pending Requests');
  const detail = { id: 'pending', label, value: String(pending.count) };
  return children.length > 0 ? { ...detail, children } : detail;
}

function exitDetail({ reason, ago }: NonNullable<LeaseReport['lastExit']>, world: TextWorld): Detail {
  const { now, locale, t } = world;
  return {
    id: 'exit',
    label: t('Last Exit'),
    value: t('{0}, at {1}', reason, timeText(now - ago, now, locale)),
  };
}

function stateText({ state, work }: LeaseReport, { t }: TextWorld): string {
  switch (state) {
    case 'starting':
      return t('starting');
    case 'initializing':
      return t('initializing');
    case 'ready':
      return work[0] ?? t('ready');
    case 'restarting':
    case 'replacing':
      return t('restarting');
    case 'dormant':
      return t('exited; starts again when a window needs it');
    case 'ending':
      return t('stopping');
  }
}

function placeText({ link, window }: LeaseReport, { locale, t }: TextWorld): string {
  if (link.kind === 'attached') return window ?? t('another window');
  return link.left === undefined ? t('no window') : t('no window, {0} left', elapsed(link.left, locale));
}

function sizeText(bytes: number, locale: string): string {
  const megabytes = Math.max(1, Math.round(bytes / 1024 / 1024));
  return new Intl.NumberFormat(known(locale), { style: 'unit', unit: 'megabyte' }).format(megabytes);
}

/** A time of today without its date. */
function timeText(time: number, now: number, locale: string): string {
  const isToday = new Date(time).toDateString() === new Date(now).toDateString();
  const style = isToday ? { timeStyle: 'short' } : { dateStyle: 'short', timeStyle: 'short' };
  return new Intl.DateTimeFormat(known(locale), style as Intl.DateTimeFormatOptions).format(time);
}
