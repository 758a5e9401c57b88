import { existsSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { product } from '../build/product.mjs';
import { ensureBuilt } from './build.mjs';
import { endChildrenOnSignals } from './childProcess.mjs';
import { ensureDependencies } from './dependencies.mjs';

const server = product('dist/server/main.js');

/**
 * @param {readonly string[]} args
 * @throws {Error} with a sentence for the user
 */
export async function start(args) {
  const asksForHelp = args.includes('--help') || args.includes('-h');
  if (!asksForHelp || !existsSync(server)) {
    const goOn = endChildrenOnSignals();
    await ensureDependencies();
    await ensureBuilt();
    goOn();
  }
  // npm runs scripts in the repository; a relative folder means the one where the user typed the command.
  if (process.env['npm_lifecycle_event'] === 'start' && process.env['INIT_CWD'])
    process.chdir(process.env['INIT_CWD']);
  process.argv = [process.execPath, server, ...args];
  await import(pathToFileURL(server).href);
}
