import { getService, INotificationService, Severity } from '@codingame/monaco-vscode-api/services';
import { IHostService } from '@codingame/monaco-vscode-api/vscode/vs/workbench/services/host/browser/host.service';
import type { OptionalParts } from './optionalParts.ts';

/** Says which part of the workbench could not be fetched; the rest of it works. */
export async function reportFailedParts(parts: OptionalParts): Promise<void> {
  const failures = [...parts.failures()];
  if (failures.length === 0) return;
  const [notifications, host] = await Promise.all([
    getService(INotificationService),
    getService(IHostService),
  ]);
  const names = failures.map(([name]) => name).join(' and ');
  const reasons = [...new Set(failures.map(([, reason]) => reason))].join(' ');
  notifications.prompt(
    Severity.Error,
    `The ${names} of extensions do not work: that part of the workbench could not be loaded (${reasons}). Reload to try again; when it stays so, the server was rebuilt or a proxy withholds the script.`,
    [{ label: 'Reload', run: () => void host.reload() }],
    { sticky: true },
  );
}
