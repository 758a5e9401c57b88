import { getService, IStorageService } from '@codingame/monaco-vscode-api/services';
import { WillSaveStateReason } from '@codingame/monaco-vscode-api/vscode/vs/platform/storage/common/storage';

/**
 * Which editors are open, and the like, VS Code writes down every few seconds. A page that leaves or is hidden
 * writes it at once, so that the next one takes up exactly there.
 */
export async function flushOnLeave(): Promise<void> {
  const storage = await getService(IStorageService);
  window.addEventListener('beforeunload', () => void storage.flush(WillSaveStateReason.SHUTDOWN));
  document.addEventListener('visibilitychange', () => {
    if (document.hidden) void storage.flush();
  });
}
