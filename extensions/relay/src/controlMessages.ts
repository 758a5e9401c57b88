import type { LeaseHolder, ReadyParams, StatusParams } from '../../../server/protocol/control.ts';
import type { ExitReport } from '../../../server/protocol/exit.ts';
import { count, isRecord, list, optional, strings, text } from './json.ts';

/** @returns the parameters of `mooring/status`, or undefined when they are not what the protocol says. */
export function decodeStatus(params: unknown): StatusParams | undefined {
  if (!isRecord(params)) return undefined;
  switch (params['state']) {
    case 'starting':
      return {
        state: 'starting',
        server: text(params['server']) ?? '',
        ...optional('version', text(params['version'])),
        ...optional('key', text(params['key'])),
      };
    case 'installing':
      return { state: 'installing', line: text(params['line']) ?? '' };
    case 'installed':
      return { state: 'installed' };
    case 'install_failed':
      return {
        state: 'install_failed',
        reason: text(params['reason']) ?? '',
        output: strings(params['output']),
      };
    case 'restarting':
      return {
        state: 'restarting',
        attempt: count(params['attempt']) ?? 1,
        of: count(params['of']) ?? 1,
        exit: decodeExit(params['exit']) ?? { code: null, signal: null, stderr: [] },
        ...optional('reason', text(params['reason'])),
        ...optional('delay', count(params['delay'])),
      };
    case 'failed':
      return {
        state: 'failed',
        reason: text(params['reason']) ?? '',
        ...optional('guidance', text(params['guidance'])),
        ...optional('exit', decodeExit(params['exit'])),
        ...optional('holders', decodeHolders(params['holders'])),
      };
    default:
      return undefined;
  }
}

/** @returns the parameters of `mooring/ready`, or undefined when they are not what the protocol says. */
export function decodeReady(params: unknown): ReadyParams | undefined {
  if (!isRecord(params)) return undefined;
  const lease = text(params['lease']);
  const folder = text(params['folder']);
  const extension = text(params['extension']);
  if (lease === undefined || folder === undefined || extension === undefined) return undefined;
  return {
    lease,
    folder,
    extension,
    resumed: params['resumed'] === true,
    pid: count(params['pid']) ?? 0,
    ...optional('epoch', count(params['epoch'])),
    ...optional('key', text(params['key'])),
    ...optional('relay', text(params['relay'])),
    ...optional('policy', decodePolicy(params['policy'])),
    ...optional('result', params['result']),
    registrations: list(params['registrations']).flatMap(decodeRegistration),
    progress: list(params['progress']).flatMap(decodeProgress),
  };
}

function decodeHolders(value: unknown): readonly LeaseHolder[] | undefined {
  if (!Array.isArray(value)) return undefined;
  return value.filter(isRecord).flatMap((holder) => {
    const label = text(holder['label']);
    const folder = text(holder['folder']);
    if (label === undefined || folder === undefined) return [];
    return [{ label, folder, ...optional('window', text(holder['window'])) }];
  });
}

function decodePolicy(value: unknown): ReadyParams['policy'] {
  if (!isRecord(value)) return undefined;
  const editorIdle = count(value['editorIdle']);
  return editorIdle === undefined ? undefined : { continuity: value['continuity'] === true, editorIdle };
}

function decodeRegistration(value: unknown): NonNullable<ReadyParams['registrations']> {
  if (!isRecord(value)) return [];
  const id = text(value['id']);
  const method = text(value['method']);
  if (id === undefined || method === undefined) return [];
  return [{ id, method, ...optional('registerOptions', value['registerOptions']) }];
}

function decodeProgress(value: unknown): NonNullable<ReadyParams['progress']> {
  if (!isRecord(value) || !isRecord(value['value'])) return [];
  const token = text(value['token']) ?? count(value['token']);
  return token === undefined ? [] : [{ token, value: value['value'] }];
}

export function decodeExit(value: unknown): ExitReport | undefined {
  if (!isRecord(value)) return undefined;
  const stderr = strings(value['stderr']);
  return { code: count(value['code']) ?? null, signal: text(value['signal']) ?? null, stderr };
}
