import { CommandsRegistry } from '@codingame/monaco-vscode-api/vscode/vs/platform/commands/common/commands';
import { ITerminalService } from '@codingame/monaco-vscode-api/vscode/vs/workbench/contrib/terminal/browser/terminal.service';

/**
 * Lets the relay extension type a line into a new terminal: `_mooring.runInTerminal` answers with the id of its
 * shell. Extensions in a browser have no terminals of their own; the shell is the user's, as in every terminal.
 */
export function runDebuggeesInTerminals(): void {
  CommandsRegistry.registerCommand('_mooring.runInTerminal', async (accessor, title, line) => {
    if (typeof title !== 'string' || typeof line !== 'string')
      throw new Error('Bug: a terminal for a debuggee needs a title and a line.');
    const terminals = accessor.get(ITerminalService);
    const terminal = await terminals.createTerminal({ config: { name: title } });
    terminals.setActiveInstance(terminal);
    await terminals.revealActiveTerminal(true);
    await terminal.processReady;
    await terminal.sendText(line, true);
    return terminal.processId;
  });
}
