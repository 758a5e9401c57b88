import { getService, INotificationService, Severity } from '@codingame/monaco-vscode-api/services';
import type { WorkspaceFiles } from './workspaceFiles.ts';

/** Says once that what other programs change will not show by itself, why, and what to do. */
export async function warnOfUnwatched(files: WorkspaceFiles): Promise<void> {
  const notifications = await getService(INotificationService);
  void files.unwatched.then((message) =>
    notifications.prompt(
      Severity.Warning,
      message,
      [{ label: 'Reload Page', run: () => window.location.reload() }],
      { sticky: true, neverShowAgain: { id: 'mooring.unwatched', isSecondary: true } },
    ),
  );
}
