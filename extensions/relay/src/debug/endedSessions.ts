import { debug, l10n, Uri, window, workspace } from 'vscode';
import type { StoredSession } from './storedSession.ts';

/** Tells the user which debug sessions a reload of the window has ended, and offers to start them again. */
export function tellOfEnded(ended: readonly StoredSession[]): void {
  for (const session of ended) void tellOf(session);
}

async function tellOf({ name, folder, configuration }: StoredSession): Promise<void> {
  if (!configuration) return;
  const again = l10n.t('Start Again');
  const picked = await window.showInformationMessage(
    l10n.t('The debug session "{0}" ended because the window was reloaded.', name),
    again,
  );
  if (picked !== again) return;
  const uri = folder === undefined ? undefined : Uri.parse(folder);
  await debug.startDebugging(uri && workspace.getWorkspaceFolder(uri), configuration);
}
