import { getService, INotificationService, Severity } from '@codingame/monaco-vscode-api/services';

/**
 * Browsers keep cryptography, the clipboard and webviews from plain-http pages of other machines. The extension
 * host cannot live without the first (see `sha256.ts`); for the rest the user must be told.
 */
export async function warnOfInsecureContext(): Promise<void> {
  if (window.isSecureContext) return;
  const notifications = await getService(INotificationService);
  notifications.notify({
    severity: Severity.Warning,
    message:
      'This page came over plain http from another machine, so the browser keeps the clipboard and web views (previews, custom editors) from it. Use https, or forward the port and open it as localhost.',
    neverShowAgain: { id: 'mooring.insecureContext' },
  });
}
