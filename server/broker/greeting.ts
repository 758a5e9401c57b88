import type { LeasePolicy, ReadyParams } from '../protocol/control.ts';
import { CloseCode } from '../protocol/errors.ts';
import type { Attachment } from './attachment.ts';
import type { Conversation } from './conversation.ts';
import type { LaunchOutcome, Subject } from './ports.ts';
import { isRecord, parse } from './rpc.ts';

/** The first page's `initialize`: it holds for the life of the lease, through restarts. */
export interface Greeting {
  readonly params: unknown;
  /** Pages with other capabilities must not share a process: it was told what its client can do. */
  readonly fingerprint: string;
}

export function greetingOf(params: unknown): Greeting {
  const capabilities = isRecord(params) ? params['capabilities'] : undefined;
  return { params, fingerprint: JSON.stringify(capabilities) ?? '' };
}

/** The `mooring/ready` that follows the answer to `initialize`. */
export function readyParams(
  names: { readonly lease: string; readonly key: string; readonly relay: string },
  subject: Subject,
  attachment: Attachment,
  conversation: Conversation,
  { continuity, editorIdle }: LeasePolicy,
  resumed: boolean,
): ReadyParams {
  const { folder, extensionUri } = subject;
  const { pid } = conversation;
  const params = {
    ...names,
    epoch: attachment.epoch,
    resumed,
    folder: folder.uri,
    extension: extensionUri,
    pid,
    policy: { continuity, editorIdle },
  };
  if (!resumed) return params;
  const result: unknown = JSON.parse(conversation.result ?? 'null');
  const registrations = conversation.registrations.all();
  return { ...params, result, registrations, progress: conversation.progress.all() };
}

/** The result of `initialize` as raw JSON, or why there is none. */
export function initializeResult(
  message: Uint8Array,
): { readonly result: string } | { readonly error: string } {
  const response = parse(message);
  if (response && 'result' in response) return { result: JSON.stringify(response['result']) };
  const error = isRecord(response?.['error']) ? response['error'] : {};
  return { error: typeof error['message'] === 'string' ? error['message'] : 'It gave no reason.' };
}

export function closeCodeFor(outcome: Exclude<LaunchOutcome<unknown>, { kind: 'launched' }>): CloseCode {
  switch (outcome.kind) {
    case 'folder-gone':
      return CloseCode.folderUnknown;
    case 'failed':
      return CloseCode.startFailed;
    case 'not-found':
      return outcome.installable ? CloseCode.installable : CloseCode.notInstalled;
  }
}
