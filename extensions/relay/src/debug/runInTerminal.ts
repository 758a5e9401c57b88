import type { DebugProtocol } from '@vscode/debugprotocol';
import { commands, l10n } from 'vscode';
import { shellLine } from './commandLine.ts';

/**
 * What an adapter asks to be run in a terminal, as DAP's `runInTerminal` describes it: typed into a new
 * integrated terminal, whose shell is the user's own. Folder and variables are part of the line, since a terminal
 * takes neither from a page.
 *
 * @throws Error for the adapter's answer when this editor has no terminal.
 */
export async function runInTerminal({
  title,
  args,
  cwd,
  env,
}: DebugProtocol.RunInTerminalRequestArguments): Promise<{ shellProcessId?: number }> {
  const known = await commands.getCommands();
  if (!known.includes('_mooring.runInTerminal'))
    throw new Error(l10n.t('This window has no terminal. Use "console": "internalConsole" instead.'));
  const shell: unknown = await commands.executeCommand(
    '_mooring.runInTerminal',
    title ?? l10n.t('Debug'),
    shellLine({ args, cwd, env }),
  );
  return typeof shell === 'number' ? { shellProcessId: shell } : {};
}
