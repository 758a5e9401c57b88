import { onUnexpectedError } from '@codingame/monaco-vscode-api/vscode/vs/base/common/errors';

/** VS Code's way with promises nobody waits for: a cancellation is no error, the rest goes to its log. */
export function logUnhandledErrors(): void {
  window.addEventListener('unhandledrejection', (event) => {
    onUnexpectedError(event.reason);
    event.preventDefault();
  });
}
