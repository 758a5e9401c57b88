import type { LeaseHolder } from '../../../server/protocol/control.ts';
import { CloseCode } from '../../../server/protocol/errors.ts';
import type { ExitReport } from '../../../server/protocol/exit.ts';
import { elapsed } from './elapsed.ts';
import type { ReportedWork, Work } from './progressBoard.ts';
import { waitingSince, type ServerState } from './serverState.ts';

/** `vscode.l10n.t`, passed in: the message is the key of the catalog in `l10n/`. */
export type Translate = (message: string, ...args: (string | number)[]) => string;

type ReadyState = Extract<ServerState, { kind: 'ready' }>;

export type ServerAction =
  | 'start'
  | 'stop'
  | 'restart'
  | 'retry'
  | 'install'
  | 'cancel'
  | 'trust'
  | 'showLog';

/** What the status shows of one language server. */
export interface StatusText {
  /** A few words: the state. */
  readonly summary: string;
  /** Sentences: why, and what to do next. */
  readonly detail: string;
  readonly busy: boolean;
  readonly severity: 'information' | 'warning' | 'error';
  /** Codicon. */
  readonly icon: string;
  /** What can be done now; the first is the obvious one. */
  readonly actions: readonly ServerAction[];
}

export interface StatusSubject {
  readonly state: ServerState;
  readonly work: ReportedWork | undefined;
  readonly workFinished: boolean;
  /** What the server has to say beyond its state. */
  readonly note: string | undefined;
  /** The descriptor's word on why a start can take long, and on how to install. */
  readonly slowStart: string | undefined;
  readonly guidance: string | undefined;
  /** The command that would install it. */
  readonly installCommand?: string | undefined;
}

/** After this long it is said that it takes long; nothing is restarted for slowness. */
const longStart = 60_000;

/** The state of one language server in words. Pure; `now` in milliseconds. */
export function statusText(subject: StatusSubject, now: number, locale: string, t: Translate): StatusText {
  const { state, work } = subject;
  const since = waitingSince(state);
  const time = since === undefined ? '' : elapsed(now - since, locale);
  switch (state.kind) {
    case 'off':
      return calm(t('not running'), t('It starts when one of its files is opened.'), 'circle-outline', [
        'start',
        'showLog',
      ]);
    case 'stopped':
      return calm(t('stopped'), t('It stays stopped in this window until it is started.'), 'circle-slash', [
        'start',
        'showLog',
      ]);
    case 'needsTrust':
      return {
        ...calm(
          t('needs trust'),
          t('It runs code of the opened folder, so it starts once the folder is trusted.'),
          'workspace-untrusted',
          ['trust', 'showLog'],
        ),
        severity: 'warning',
      };
    case 'connecting':
      return waiting(t('connecting'), time, subject, now - state.since, t);
    case 'starting':
      return waiting(t('starting'), time, subject, now - state.since, t);
    case 'installing':
      return {
        ...calm(t('installing ({0})', time), state.line, 'sync~spin', ['cancel', 'showLog']),
        busy: true,
      };
    case 'initializing':
      return waiting(t('initializing'), time, subject, now - state.since, t);
    case 'ready':
      if (work)
        return {
          ...calm(workText(work, t), workDetail(work, t), 'sync~spin', ['stop', 'restart', 'showLog']),
          busy: true,
        };
      if (subject.note !== undefined) {
        return {
          ...calm(t('ready'), subject.note, 'warning', ['restart', 'stop', 'showLog']),
          severity: 'warning',
        };
      }
      return calm(t('ready'), readyText(state, subject, t), 'check', ['restart', 'stop', 'showLog']);
    case 'reconnecting':
      return {
        ...calm(
          t('reconnecting ({0})', time),
          t('The connection to the server is lost. Edits are kept and sent when it is back.'),
          'sync~spin',
          ['retry', 'stop', 'showLog'],
        ),
        busy: true,
        severity: 'warning',
      };
    case 'restarting':
      return {
        ...calm(t('restarting ({0} of {1})', state.attempt, state.of), crashText(state, t), 'sync~spin', [
          'stop',
          'showLog',
        ]),
        busy: true,
        severity: 'warning',
      };
    case 'signedOut':
      return {
        ...calm(
          t('signed out'),
          t('The server does not know this page any more. Open the address that it printed when it started.'),
          'key',
          ['retry', 'showLog'],
        ),
        severity: 'error',
      };
    case 'notInstalled':
      return {
        ...calm(
          t('not installed'),
          notInstalledText(state, subject, t),
          'cloud-download',
          state.installable ? ['install', 'retry', 'showLog'] : ['retry', 'showLog'],
        ),
        severity: 'warning',
      };
    case 'failed':
      return {
        ...calm(
          failureSummary(state, t),
          [failureText(state, t), state.code === CloseCode.installFailed && subject.guidance]
            .filter(Boolean)
            .join('\n'),
          'error',
          state.code === CloseCode.installFailed ? ['install', 'showLog'] : ['retry', 'showLog'],
        ),
        severity: 'error',
      };
  }
}

/** What a click would do is said before it is done: the command, and where it puts things. */
function notInstalledText(
  { installable, guidance }: Extract<ServerState, { kind: 'notInstalled' }>,
  subject: StatusSubject,
  t: Translate,
): string {
  if (installable && subject.installCommand !== undefined) {
    return t(
      'It is not on the machine that holds the folder. Install runs “{0}” there, into Mooring’s own folder (~/.mooring/servers).',
      subject.installCommand,
    );
  }
  return (
    subject.guidance ?? guidance ?? t('Install it on the machine that holds the folder, then start it again.')
  );
}

function readyText({ server }: ReadyState, { workFinished }: StatusSubject, t: Translate): string {
  const work = workFinished ? t('The work it reported is finished.') : t('It has reported no work.');
  return server === undefined ? work : `${server}. ${work}`;
}

function calm(summary: string, detail: string, icon: string, actions: readonly ServerAction[]): StatusText {
  return { summary, detail, icon, actions, busy: false, severity: 'information' };
}

function waiting(
  what: string,
  time: string,
  subject: StatusSubject,
  waited: number,
  t: Translate,
): StatusText {
  const { work, slowStart } = subject;
  const summary = t('{0} ({1})', work ? workText(work, t) : what, time);
  const details = [work ? workDetail(work, t) : t('The language server has not answered yet.')];
  if (waited >= longStart)
    details.push(t('This takes longer than usual.'), ...(slowStart ? [slowStart] : []));
  return { ...calm(summary, details.join(' '), 'sync~spin', ['stop', 'showLog']), busy: true };
}

/** "Indexing: 3/7 (core) 42%, +2" */
function workText({ primary, others }: ReportedWork, t: Translate): string {
  const percentage = primary.percentage === undefined ? '' : ` ${primary.percentage}%`;
  const text = `${primary.title}${percentage}`;
  return others > 0 ? t('{0}, +{1} more', text, others) : text;
}

function workDetail({ primary, others }: ReportedWork, t: Translate): string {
  const text = [workLine(primary)];
  if (others > 0)
    text.push(others === 1 ? t('One more task is running.') : t('{0} more tasks are running.', others));
  return text.join(' ');
}

function workLine({ title, message, percentage }: Work): string {
  return [title, message, percentage === undefined ? undefined : `${percentage}%`]
    .filter(Boolean)
    .join(' · ');
}

function failureSummary({ code }: Extract<ServerState, { kind: 'failed' }>, t: Translate): string {
  const isNoFault = code === CloseCode.capacity || code === CloseCode.unsupported;
  return isNoFault ? t('unavailable') : t('error');
}

function failureText(state: Extract<ServerState, { kind: 'failed' }>, t: Translate): string {
  const { reason, holders = [] } = state;
  if (state.code === CloseCode.capacity && holders.length > 0) return capacityText(holders, t);
  const exit = state.exit ? exitText(state.exit, t) : '';
  return [closeText(state.code, reason, t), exit].filter(Boolean).join(' ');
}

function capacityText(holders: readonly LeaseHolder[], t: Translate): string {
  const names = holders.map(({ label, folder }) => t('{0} for {1}', label, folder));
  return t(
    'Every slot for language servers is in use, by {0}. Stop one of them in the Language Servers view, or close the editors or windows that use it, and retry.',
    names.join(', '),
  );
}

/** Texts by close code; what a language server itself said is quoted, what the transport says never is. */
function closeText(code: CloseCode, reason: string | undefined, t: Translate): string {
  switch (code) {
    case CloseCode.folderUnknown:
      return t(
        'The server has this folder or this language server no more. Reload the window, or open the folder again.',
      );
    case CloseCode.installFailed:
      return reason ?? t('The installation failed. Its log says why.');
    case CloseCode.unsupported:
      return t('This machine cannot run it.');
    case CloseCode.capacity:
      return t(
        'Every slot for language servers is in use. Stop one, or close the editors or windows that use it, and retry.',
      );
    case CloseCode.serverExited:
      return t('It exited again and again and is not restarted any more. Fix the cause and retry.');
    case CloseCode.startFailed:
      return reason
        ? t('It could not be started: {0}', reason)
        : t('It could not be started. Its log says why.');
    default:
      return reason ?? t('The connection failed. Retry.');
  }
}

/** A process that we ended for what it wrote has no exit of its own to speak of. */
function crashText({ exit, reason }: Extract<ServerState, { kind: 'restarting' }>, t: Translate): string {
  const isOurs = exit.code === null && exit.signal === null;
  return isOurs && reason !== undefined ? t('It was ended: {0}', reason) : exitText(exit, t);
}

function exitText({ code, signal, stderr }: ExitReport, t: Translate): string {
  const how =
    signal !== null
      ? t('It was ended by {0}.', signal)
      : code !== null
        ? t('It exited with code {0}.', code)
        : t('It ended.');
  return stderr.length > 0 ? `${how} ${t('Its last words: {0}', stderr.join('\n'))}` : how;
}
