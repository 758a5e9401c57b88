import { getService } from '@codingame/monaco-vscode-api/services';
import { IStatusbarService } from '@codingame/monaco-vscode-api/vscode/vs/workbench/services/statusbar/browser/statusbar.service';
import { StatusbarAlignment } from '@codingame/monaco-vscode-api/vscode/vs/workbench/services/statusbar/browser/statusbar';
import type { Channel } from './channel.ts';

/** A blip is nobody's business; a link that stays away for this long is. */
const quietFor = 1_500;

/** Says in the status bar, and only while it is so, that the server cannot be reached. */
export async function showConnection(channel: Channel): Promise<void> {
  const statusbar = await getService(IStatusbarService);
  let timer: ReturnType<typeof setTimeout> | undefined;
  let entry: { dispose(): void } | undefined;
  channel.onOnline((online) => {
    if (online) {
      clearTimeout(timer);
      timer = undefined;
      entry?.dispose();
      entry = undefined;
    } else {
      timer ??= setTimeout(() => {
        entry = statusbar.addEntry(offline, 'mooring.connection', StatusbarAlignment.LEFT, 10_000);
      }, quietFor);
    }
  });
}

const offline = {
  name: 'Mooring Connection',
  text: '$(debug-disconnect) Reconnecting…',
  ariaLabel: 'Mooring: the server cannot be reached, reconnecting',
  tooltip:
    'The Mooring server cannot be reached. Your edits stay in this page; saving and search work again once it answers. If it was stopped, start it again.',
  kind: 'warning',
} as const;
