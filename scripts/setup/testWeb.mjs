import { realpathSync, statSync } from 'node:fs';
import { homedir } from 'node:os';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { product } from '../build/product.mjs';
import { ensureBuilt } from './build.mjs';
import { endChildrenOnSignals } from './childProcess.mjs';
import { ensureDebugAdapters } from './debugAdapters.mjs';
import { ensureDependencies } from './dependencies.mjs';
import { scratchSample } from './start.mjs';
import { builds, ensureVscodeWeb } from './vscodeWeb.mjs';

const help = `Usage: npm run test-web [-- options] [folder]

Opens a folder in stock VS Code for the Web, with Mooring's extensions in it and a
relay beside it. For people who write extensions; Mooring itself is "npm start".

  --vscode <build>        current or oldest. Default: current.
  --web-port <number>     Port of VS Code for the Web. Default: 3000.
  --port <number>         Port of the relay. Default: 5555.
  --extensions-dir <dir>  Also load the extension folders in <dir>, in the relay and
                          in VS Code. May be repeated.`;

/**
 * @param {readonly string[]} args
 * @throws {Error} with a sentence for the user
 */
export async function testWeb(args) {
  // npm runs scripts in the repository; a relative path means the folder where the user typed the command.
  const base = process.env.INIT_CWD ?? process.cwd();
  const { values, positionals } = parse(args);
  if (values.help) {
    console.log(help);
    return;
  }
  const build = Object.entries(builds).find(([name]) => name === values.vscode)?.[1];
  if (!build) throw new Error(`--vscode is one of ${Object.keys(builds).join(', ')}, not ${values.vscode}.`);
  const port = portOf('--port', values.port);
  const webPort = portOf('--web-port', values['web-port']);
  const extensionPaths = values['extensions-dir'].map((folder) => resolve(base, folder));
  const [named, ...more] = positionals;
  if (more.length > 0) throw new Error(`Name one folder to open, not ${positionals.length}.`);
  const opened = named === undefined ? undefined : folderAt(resolve(base, named));

  const goOn = endChildrenOnSignals();
  await ensureDependencies();
  await Promise.all([ensureBuilt(), ensureDebugAdapters()]);
  const local = await ensureVscodeWeb(build);
  goOn();
  const folder = opened ?? scratchSample(join(homedir(), '.mooring'));
  // Only now is what it imports sure to be installed.
  const { allowTestWeb, remoteFolder, serveStockVscode } = await import('./stockVscode.mjs');
  await startRelay([
    folder,
    '--port',
    String(port),
    ...allowTestWeb(webPort),
    ...extensionPaths.flatMap((path) => ['--extensions-dir', path]),
  ]);
  await serveStockVscode({
    build: local,
    port: webPort,
    folderUri: remoteFolder(new URL(`http://localhost:${port}`), folder),
    extensionPaths,
  });
  console.log(
    `\nVS Code for the Web (${build.package}) is ready: http://localhost:${webPort}\nIt asks for the token once: give it the address that Mooring printed above.`,
  );
}

/**
 * @param {string} flag
 * @param {string} text
 */
function portOf(flag, text) {
  const port = Number(text);
  if (/^\d+$/.test(text) && port > 0 && port <= 65_535) return port;
  throw new Error(`${flag} takes a number from 1 to 65535, not ${JSON.stringify(text)}.`);
}

/** @param {string} path */
function folderAt(path) {
  if (statSync(path, { throwIfNoEntry: false })?.isDirectory()) return realpathSync(path);
  throw new Error(`There is no folder ${path}.`);
}

/** The server takes over this process: its terminal, its signals. @param {readonly string[]} args */
async function startRelay(args) {
  const server = product('dist/server/main.js');
  process.argv = [process.execPath, server, ...args];
  await import(pathToFileURL(server).href);
  if (process.exitCode) throw new Error('The relay did not start; see above.');
}

/** @param {readonly string[]} args */
function parse(args) {
  return parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      vscode: { type: 'string', default: 'current' },
      'web-port': { type: 'string', default: '3000' },
      port: { type: 'string', default: '5555' },
      'extensions-dir': { type: 'string', multiple: true, default: [] },
      help: { type: 'boolean', short: 'h', default: false },
    },
  });
}
