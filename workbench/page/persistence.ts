import { createIndexedDBProviders } from '@codingame/monaco-vscode-files-service-override';
import { getService, INotificationService, Severity } from '@codingame/monaco-vscode-api/services';

/** Keeps settings and unsaved text in the browser's database; `false` when the browser has none for this page. */
export async function persist(): Promise<boolean> {
  try {
    await createIndexedDBProviders();
    return true;
  } catch {
    // A private window, say. VS Code then keeps them in memory.
    return false;
  }
}

export async function warnOfForgetting(): Promise<void> {
  const notifications = await getService(INotificationService);
  notifications.notify({
    severity: Severity.Warning,
    message:
      'This browser does not let the page store anything: settings, layout and unsaved text are gone when it closes. Allow storage for this address, or use another window.',
  });
}
