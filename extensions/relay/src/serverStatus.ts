import { env, l10n } from 'vscode';
import type { Clock } from './clock.ts';
import type { LanguageServer } from './languageServer.ts';
import { statusText, type StatusText } from './statusText.ts';

/** What the status shows of a server now, in the user's language. */
export function serverStatus(server: LanguageServer, clock: Clock): StatusText {
  const { state, descriptor } = server;
  return statusText(
    {
      state,
      work: server.work(),
      workFinished: server.workFinished,
      note: server.note,
      slowStart: descriptor.slowStart,
      guidance: descriptor.guidance,
    },
    clock.now(),
    env.language,
    (message, ...args) => l10n.t(message, ...args),
  );
}
