import { getService, ICommandService } from '@codingame/monaco-vscode-api/services';
import { onReturn } from './returns.ts';

/** A worker hears neither of the network nor of the window: the page tells the relay extension when to look. */
export async function checkRelayOnReturn(): Promise<void> {
  const commands = await getService(ICommandService);
  onReturn(() => {
    // Until the extension runs there is nothing to check, and no such command.
    commands.executeCommand('_mooring.checkConnections').catch(() => undefined);
  });
}
