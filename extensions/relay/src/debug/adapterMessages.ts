import type { DebugFailedBody } from '../../../../server/protocol/debug.ts';
import { decodeExit } from '../controlMessages.ts';
import { isRecord, optional, text } from '../json.ts';

/** What the page needs of `mooring/ready`; `undefined` when it is not what the protocol says. */
export function decodeSession(body: unknown): string | undefined {
  return isRecord(body) ? text(body['session']) : undefined;
}

/** Body of `mooring/failed`, or what there is of it. */
export function decodeFailed(body: unknown): DebugFailedBody {
  if (!isRecord(body)) return { reason: '' };
  return {
    reason: text(body['reason']) ?? '',
    ...optional('guidance', text(body['guidance'])),
    ...optional('exit', decodeExit(body['exit'])),
  };
}
