import { getService, IDebugService } from '@codingame/monaco-vscode-api/services';
import { ILifecycleService } from '@codingame/monaco-vscode-api/vscode/vs/workbench/services/lifecycle/common/lifecycle.service';

/**
 * VS Code disconnects every debug session when its page is left, also for a reload, and with the very words of a user
 * who presses Stop. The server ends those that no page comes back for; so nothing is said here.
 */
export async function leaveDebuggingToServer(): Promise<void> {
  const [lifecycle, debug] = await Promise.all([getService(ILifecycleService), getService(IDebugService)]);
  // Sessions hear of it in the order they and we came, and they come later.
  lifecycle.onWillShutdown(() => {
    for (const session of debug.getModel().getSessions(true)) {
      if (typeof Reflect.get(session, 'shutdown') !== 'function')
        throw new Error('Bug: a debug session has no shutdown.');
      Reflect.set(session, 'shutdown', () => {});
    }
  });
}
