import { checkCommand } from './checkCommand.ts';
import type { Command } from './command.ts';
import { newLanguageCommand } from './newLanguageCommand.ts';

const commands: ReadonlyMap<string, Command> = new Map([
  ['check', checkCommand],
  ['new-language', newLanguageCommand],
]);

/** The command that a command line begins with; a folder of the same name is opened as `./check`. */
export function commandOf(args: readonly string[]): Command | undefined {
  return commands.get(args[0] ?? '');
}
