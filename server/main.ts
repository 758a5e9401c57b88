import { constants } from 'node:os';
import { helpText, parseCli, type CliOptions, type CliResult } from './cli.ts';
import { commandOf } from './commands/commands.ts';
import { isLoopback } from './http/addressBook.ts';
import { productVersion } from './productRoot.ts';
import { startServer, type MooringServer } from './server.ts';
import { messageOf } from './thrown.ts';

const args = process.argv.slice(2);
const command = commandOf(args);
if (command) {
  const { log: print, error: complain } = console;
  process.exitCode = await command.run(args.slice(1), { print, complain });
} else await serve(parseCli(args));

async function serve(cli: CliResult): Promise<void> {
  switch (cli.kind) {
    case 'help':
      console.log(helpText);
      break;
    case 'version':
      console.log(productVersion());
      break;
    case 'usage':
      console.error(cli.message);
      process.exitCode = 2;
      break;
    case 'start':
      await run(cli.options);
  }
}

async function run(options: CliOptions): Promise<void> {
  let server: MooringServer;
  try {
    server = await startServer(options);
  } catch (error) {
    console.error(messageOf(error));
    process.exitCode = 1;
    return;
  }
  if (!isLoopback(options.host)) {
    console.log(
      'Other machines can reach this server, and whoever has its token can read, change and run everything that you can. The connection is not encrypted.',
    );
  }
  console.log(`Mooring is ready: ${server.url}`);
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, () => stop(server, signal));
  }
}

let isStopping = false;

/** The first signal stops what was started, the second one whatever waits for that. */
function stop(server: MooringServer, signal: 'SIGINT' | 'SIGTERM' | 'SIGHUP'): void {
  if (isStopping) process.exit(128 + constants.signals[signal]);
  isStopping = true;
  server.stop().then(
    () => process.exit(0),
    (error: unknown) => {
      console.error('Stopping failed:', error);
      process.exit(1);
    },
  );
}
