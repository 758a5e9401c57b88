import { cpSync, existsSync } from 'node:fs';
import { homedir } from 'node:os';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { product } from '../build/product.mjs';
import { ensureBuilt } from './build.mjs';
import { endChildrenOnSignals } from './childProcess.mjs';
import { commandNames, helpText } from './commandLine.mjs';
import { ensureDebugAdapters } from './debugAdapters.mjs';
import { ensureDependencies } from './dependencies.mjs';

/**
 * @param {readonly string[]} args
 * @throws {Error} with a sentence for the user
 */
export async function start(args) {
  const isCommand = commandNames().includes(args[0] ?? '');
  if (!isCommand && (args.includes('--help') || args.includes('-h'))) {
    console.log(helpText());
    return;
  }
  const goOn = endChildrenOnSignals();
  await ensureDependencies();
  if (isCommand) await ensureBuilt(['server']);
  else await Promise.all([ensureBuilt(), ensureDebugAdapters()]);
  // npm runs scripts in the repository; a relative path means the folder where the user typed the command.
  const { npm_lifecycle_event, INIT_CWD } = process.env;
  if (INIT_CWD && ['start', 'mooring'].includes(npm_lifecycle_event ?? '')) process.chdir(INIT_CWD);
  const folder = isCommand ? [] : await sampleUnlessNamed(args);
  goOn();
  const server = product('dist/server/main.js');
  process.argv = [process.execPath, server, ...args, ...folder];
  await import(pathToFileURL(server).href);
}

/**
 * The sample project, when the command line lacks nothing but a folder; whatever else is wrong with it is for the
 * server to say.
 * @param {readonly string[]} args
 */
async function sampleUnlessNamed(args) {
  /**
   * server/cli.ts, of which no more is needed here.
   * @type {{ parseCli: (args: readonly string[]) => { kind: 'start', options: { dataDir?: string } } | { kind: 'other' } }}
   */
  const { parseCli } = await import(pathToFileURL(product('dist/server/cli.js')).href);
  const cli = parseCli([...args, 'sample']);
  if (cli.kind !== 'start') return [];
  return [scratchSample(resolve(cli.options.dataDir ?? join(homedir(), '.mooring')))];
}

/**
 * A copy of the sample project to play with. It stays where it is, so that the next start goes on with it.
 * @param {string} dataFolder
 */
export function scratchSample(dataFolder) {
  const folder = join(dataFolder, 'sample');
  if (!existsSync(folder)) cpSync(product('test/fixtures/sample'), folder, { recursive: true });
  console.log(`No folder was named: opening the sample project in ${folder}. Delete it to begin afresh.`);
  return folder;
}
