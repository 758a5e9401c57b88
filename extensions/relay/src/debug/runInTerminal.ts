import type { DebugProtocol } from '@vscode/debugprotocol';
import { env, l10n, Uri, window } from 'vscode';
import { commandLine } from './commandLine.ts';

/**
 * What an adapter asks to be run in a terminal, as DAP's `runInTerminal` describes it: typed into a new
 * integrated terminal, whose shell is the user's own.
 *
 * @throws Error for the adapter's answer when this editor has no terminal.
 */
export async function runInTerminal(
  args: DebugProtocol.RunInTerminalRequestArguments,
): Promise<{ shellProcessId?: number }> {
  // An editor without a machine behind it says so by having no shell.
  if (env.shell === '')
    throw new Error(l10n.t('This window has no terminal. Use "console": "internalConsole" instead.'));
  const terminal = window.createTerminal({
    name: args.title ?? l10n.t('Debug'),
    ...(args.cwd ? { cwd: Uri.file(args.cwd) } : {}),
    ...(args.env ? { env: args.env } : {}),
  });
  terminal.show(true);
  const shellProcessId = await terminal.processId;
  terminal.sendText(commandLine(args.args), true);
  return shellProcessId === undefined ? {} : { shellProcessId };
}
