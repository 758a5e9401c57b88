import { rename, rm, stat, writeFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import type { Command } from './command.ts';
import { languageFiles, type NewLanguage } from './languageFiles.ts';
import { makeFolders } from '../makeFolders.ts';
import { messageOf } from '../thrown.ts';
import { usageFault } from '../usageFault.ts';

export const newLanguageCommand: Command = {
  help: `Usage: mooring new-language [options] <id>

Makes the folder of an extension for a language: a manifest that says which language
server to run, a grammar, the rules for brackets and comments, an example, a test and a
README that says how to go on. Open workbenches take it up at once.

  --extension <.ext>   Ending of the language's files. Default: .<id>.
  --label <name>       The language as people write it. Default: the id, capitalized.
  --server <command>   The language server: the name of a program on PATH, or of a
                       JavaScript file in the new folder (./server.mjs).
                       Default: <id>-language-server.
  --arg <argument>     An argument for it. May be repeated. Default: --stdio.
  --into <dir>         Where the folder is made. Default: ~/.mooring/extensions.`,

  async run(args, world) {
    const options = read(args);
    if (options === 'help') return (world.print(newLanguageCommand.help), 0);
    if (typeof options === 'string') {
      world.complain(`${options} See mooring new-language --help.`);
      return 2;
    }
    const { language, into } = options;
    const folder = resolve(into, language.id);
    try {
      await make(folder, languageFiles(language));
    } catch (error) {
      world.complain(messageOf(error));
      return 1;
    }
    world.print(`Made ${folder}. Its README.md says how to go on.`);
    return 0;
  },
};

/** A string says what is wrong with the command line. */
function read(args: readonly string[]): { language: NewLanguage; into: string } | string {
  let parsed;
  try {
    parsed = parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        extension: { type: 'string' },
        label: { type: 'string' },
        server: { type: 'string' },
        arg: { type: 'string', multiple: true },
        into: { type: 'string', default: join(homedir(), '.mooring/extensions') },
        help: { type: 'boolean', short: 'h', default: false },
      },
    });
  } catch (error) {
    return usageFault(error);
  }
  const { values, positionals } = parsed;
  if (values.help) return 'help';
  const [id = ''] = positionals;
  if (positionals.length !== 1) return 'Name one language, by an id such as "tide".';
  if (!/^[a-z][a-z0-9-]*$/.test(id))
    return `An id is lower-case letters, digits and dashes, not ${JSON.stringify(id)}.`;
  const { extension = `.${id}`, server = `${id}-language-server`, arg = ['--stdio'], into } = values;
  if (!/^\.[\w.+-]+$/.test(extension))
    return `--extension takes an ending such as ".tide", not ${JSON.stringify(extension)}.`;
  if (!/^[^\s/\\]+$|^\.\/\S/.test(server))
    return `--server takes the name of a program or a file such as "./server.mjs", without its arguments, not ${JSON.stringify(server)}. Give those by --arg.`;
  const label = values.label || id.charAt(0).toUpperCase() + id.slice(1);
  return { language: { id, label, extension, server, args: arg }, into };
}

/** @throws Error with a sentence for the user */
async function make(folder: string, files: ReadonlyMap<string, string>): Promise<void> {
  const isThere = await stat(folder).then(
    () => true,
    () => false,
  );
  if (isThere)
    throw new Error(
      `${folder} is there already, and stays as it is. Take another id, or another place by --into.`,
    );
  // Under another name until it is complete, and one that no workbench looks at.
  const scratch = join(dirname(folder), `.${process.pid}-new-language`);
  try {
    for (const [name, content] of files) {
      await makeFolders(dirname(join(scratch, name)));
      await writeFile(join(scratch, name), content, { flag: 'wx' });
    }
    await rename(scratch, folder);
  } catch (error) {
    // What keeps it from being made may keep it from being removed; the first reason is the one to tell.
    await rm(scratch, { recursive: true, force: true }).catch(() => undefined);
    const reason = messageOf(error);
    throw new Error(`${folder} cannot be made: ${reason}.`, { cause: error });
  }
}
