import type { DebugProtocol } from '@vscode/debugprotocol';
import type { DebugFailedBody } from '../../../../server/protocol/debug.ts';
import { decodeExit } from '../controlMessages.ts';
import { isRecord, optional, text } from '../json.ts';

export type Message = DebugProtocol.ProtocolMessage;

/** What the page needs of `mooring/ready`. */
export interface Ready {
  /** `undefined` when it is not what the protocol says. */
  readonly session?: string;
  readonly epoch?: number;
  readonly resumed?: {
    readonly firstSeq: number;
    readonly received: number;
    /** Bytes. */
    readonly droppedOutput: number;
  };
}

export function decodeReady(body: unknown): Ready {
  if (!isRecord(body)) return {};
  const { resumed } = body;
  return {
    ...optional('session', text(body['session'])),
    ...optional('epoch', count(body['epoch'])),
    ...(isRecord(resumed) && {
      resumed: {
        firstSeq: count(resumed['firstSeq']) ?? 1,
        received: count(resumed['received']) ?? 0,
        droppedOutput: count(resumed['droppedOutput']) ?? 0,
      },
    }),
  };
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

export function parseMessage(data: string): Message | undefined {
  try {
    const message: unknown = JSON.parse(data);
    return isRecord(message) && typeof message['type'] === 'string'
      ? (message as object as Message)
      : undefined;
  } catch {
    // The relay forwards whole messages; what is none cannot be answered either.
    return undefined;
  }
}

function count(value: unknown): number | undefined {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 ? value : undefined;
}
