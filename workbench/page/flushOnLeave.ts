import { getService, IEditorService, IStorageService } from '@codingame/monaco-vscode-api/services';
import { WillSaveStateReason } from '@codingame/monaco-vscode-api/vscode/vs/platform/storage/common/storage';

/** After an editor was opened or closed; several often are at once. */
const settleTime = 300;

/**
 * Which editors are open, and the like, VS Code writes down every few seconds. Here it is written when editors come
 * and go, and when the page leaves or is hidden, so that the next one takes up exactly there: a page that leaves has
 * hardly time to write.
 */
export async function flushOnLeave(): Promise<void> {
  const storage = await getService(IStorageService);
  const editors = await getService(IEditorService);
  window.addEventListener('beforeunload', () => void storage.flush(WillSaveStateReason.SHUTDOWN));
  document.addEventListener('visibilitychange', () => {
    if (document.hidden) void storage.flush();
  });
  let timer: number | undefined;
  const soon = (): void => {
    window.clearTimeout(timer);
    timer = window.setTimeout(() => void storage.flush(), settleTime);
  };
  editors.onDidEditorsChange(soon);
  editors.onDidActiveEditorChange(soon);
}
