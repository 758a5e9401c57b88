import { getService, INotificationService, Severity } from '@codingame/monaco-vscode-api/services';
import { IHostService } from '@codingame/monaco-vscode-api/vscode/vs/workbench/services/host/browser/host.service';
import type { Channel } from '../connection/channel.ts';

/** Offers to reload when extensions were dropped in, changed or taken away while this page was open. */
export async function watchExtensions(channel: Channel): Promise<void> {
  const [notifications, host] = await Promise.all([
    getService(INotificationService),
    getService(IHostService),
  ]);
  let notice: { close(): void } | undefined;
  channel.on('extensions/changed', () => {
    notice?.close();
    notice = notifications.prompt(
      Severity.Info,
      'The installed extensions have changed. Reload to use them as they are now; unsaved text is kept.',
      [{ label: 'Reload', run: () => void host.reload() }],
      { sticky: true },
    );
  });
}
