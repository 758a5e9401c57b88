import {
  getService,
  INotificationService,
  IProgressService,
  Severity,
} from '@codingame/monaco-vscode-api/services';
import { ProgressLocation } from '@codingame/monaco-vscode-api/vscode/vs/platform/progress/common/progress';
import { install, type Installable } from './installClient.ts';

/** Installs, with a notification that shows how far it is and that cancels it. What fails is told, not thrown. */
export async function installWithProgress(title: string, what: Installable): Promise<void> {
  const [progressService, notifications] = await Promise.all([
    getService(IProgressService),
    getService(INotificationService),
  ]);
  const cancel = new AbortController();
  try {
    const id = await progressService.withProgress(
      { location: ProgressLocation.Notification, title: `Installing ${title}`, cancellable: true },
      (progress) =>
        install(what, { signal: cancel.signal, progress: (message) => progress.report({ message }) }),
      () => cancel.abort(),
    );
    // The page takes it up by itself when the server has noticed it.
    notifications.notify({ severity: Severity.Info, message: `Installed ${id}.` });
  } catch (error) {
    if (cancel.signal.aborted) return;
    const reason = error instanceof Error ? error.message : String(error);
    notifications.notify({ severity: Severity.Error, message: `${title} was not installed. ${reason}` });
  }
}
