import type { DebugProtocol } from '@vscode/debugprotocol';
import { env, l10n, window } from 'vscode';
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
  env: variables,
}: DebugProtocol.RunInTerminalRequestArguments): Promise<{ shellProcessId?: number }> {
  // An editor without a machine behind it says so by having no shell.
  if (env.shell === '')
    throw new Error(l10n.t('This window has no terminal. Use "console": "internalConsole" instead.'));
  const terminal = window.createTerminal(title ?? l10n.t('Debug'));
  terminal.show(true);
  const shellProcessId = await terminal.processId;
  terminal.sendText(shellLine({ args, cwd, env: variables }), true);
  return shellProcessId === undefined ? {} : { shellProcessId };
}
