import { env, l10n } from 'vscode';
import { installCommand } from '../../../server/protocol/install.ts';
import type { Clock } from './clock.ts';
import type { Descriptor } from './descriptor.ts';
import type { LanguageServer } from './languageServer.ts';
import { statusText, type StatusSubject, type StatusText } from './statusText.ts';

/** What there is to say of a server that no document has needed yet. */
export function offStatus({ slowStart, guidance }: Descriptor, clock: Clock): StatusText {
  const nothing = { work: undefined, workFinished: false, note: undefined };
  return text({ ...nothing, state: { kind: 'off' }, slowStart, guidance }, clock);
}

/** What the status shows of a server now, in the user's language. */
export function serverStatus(server: LanguageServer, clock: Clock): StatusText {
  const { state, descriptor } = server;
  return text(
    {
      state,
      work: server.work(),
      workFinished: server.workFinished,
      note: server.note,
      slowStart: descriptor.slowStart,
      guidance: descriptor.guidance,
      installCommand: descriptor.install && installCommand(descriptor.install),
    },
    clock,
  );
}

function text(subject: StatusSubject, clock: Clock): StatusText {
  return statusText(subject, clock.now(), env.language, (message, ...args) => l10n.t(message, ...args));
}
