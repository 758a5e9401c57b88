import type { DebugFailedBody } from '../../../../server/protocol/debug.ts';
import { CloseCode } from '../../../../server/protocol/errors.ts';
import type { Refusal } from '../refusal.ts';
import type { Translate } from '../statusText.ts';

/** Why there is no debug adapter (any more). */
export type AdapterEnd =
  /** The relay would not open a socket. */
  | { readonly kind: 'refused'; readonly why: Refusal }
  /** The session of an earlier page that was to be gone on with is not there any more. */
  | { readonly kind: 'gone' }
  /** With what the relay told before it closed. */
  | { readonly kind: 'closed'; readonly code: CloseCode; readonly failure?: DebugFailedBody };

export interface AdapterName {
  readonly label: string;
  readonly guidance: string | undefined;
  /** The command that would install it. */
  readonly installCommand?: string | undefined;
}

/** Whether the adapter is not there, but can be installed. */
export function isInstallable(end: AdapterEnd): boolean {
  return end.kind === 'closed' && end.code === CloseCode.installable;
}

/** For the user: what failed, why, and what to do next. Texts by code; the transport's own words are never shown. */
export function endText(end: AdapterEnd, name: AdapterName, t: Translate): string {
  switch (end.kind) {
    case 'refused':
      return refusalText(end.why, name.label, t);
    case 'gone':
      return t('What {0} was debugging has ended while the window was away. Start again.', name.label);
    case 'closed':
      return closeText(end.code, end.failure, name, t);
  }
}

function refusalText(why: Refusal, label: string, t: Translate): string {
  switch (why) {
    case 'refused':
      return t(
        'The server does not know the debugger {0}, or this folder, any more. Reload the window and start again.',
        label,
      );
    case 'signedOut':
      return t(
        'The server does not know this page any more. Open the address that it printed when it started.',
      );
    case 'away':
      return t('{0} was not started: the server does not answer. Start again when it is back.', label);
  }
}

function closeText(
  code: CloseCode,
  failure: DebugFailedBody | undefined,
  { label, guidance, installCommand }: AdapterName,
  t: Translate,
): string {
  switch (code) {
    case CloseCode.installable:
      if (installCommand !== undefined)
        return t(
          '{0} is not on the machine that holds the folder. Install runs “{1}” there, into Mooring’s own folder (~/.mooring/servers).',
          label,
          installCommand,
        );
      return notFoundText(label, failure?.guidance ?? guidance, t);
    case CloseCode.notInstalled:
      return notFoundText(label, failure?.guidance ?? guidance, t);
    case CloseCode.folderUnknown:
    case CloseCode.stoppedElsewhere:
      return t('The folder is not open on the server any more. Reload the window and start again.');
    case CloseCode.installFailed:
      return failure?.reason ?? t('The installation failed. Its log says why.');
    case CloseCode.unsupported:
      return t('The machine that holds the folder cannot run {0}.', label);
    case CloseCode.capacity:
      return t('Too many debug sessions run at the same time. Stop one and start again.');
    case CloseCode.serverExited:
      return exitText(failure, label, t);
    case CloseCode.startFailed:
      return failure?.reason
        ? t('{0} could not be started: {1}', label, failure.reason)
        : t('{0} could not be started. The log of the server says why.', label);
    case CloseCode.released:
      return t('{0} has ended.', label);
    case CloseCode.goingAway:
    case CloseCode.connectionLost:
      return t(
        'The connection to {0} was lost, and what it was debugging has been ended. Start again.',
        label,
      );
  }
}

function notFoundText(label: string, guidance: string | undefined, t: Translate): string {
  return t(
    '{0} was not found on the machine that holds the folder. {1}',
    label,
    guidance ?? t('Install it there, then start again.'),
  );
}

function exitText(failure: DebugFailedBody | undefined, label: string, t: Translate): string {
  const { code, signal, stderr } = failure?.exit ?? { code: null, signal: null, stderr: [] };
  if (code === null && signal === null) return failure?.reason || t('{0} has ended unexpectedly.', label);
  const how =
    signal === null
      ? t('{0} exited unexpectedly with code {1}.', label, code ?? 0)
      : t('{0} was ended unexpectedly by {1}.', label, signal);
  return stderr.length > 0 ? `${how} ${t('Its last words: {0}', stderr.join('\n'))}` : how;
}
