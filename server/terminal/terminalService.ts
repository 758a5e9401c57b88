import { randomInt, randomUUID } from 'node:crypto';
import type { Log } from '../broker/log.ts';
import type { Folders } from '../files/folders.ts';
import { createChannels } from '../files/channel/channelRoute.ts';
import type { UpgradeRoute } from '../http/route.ts';
import { systemClock } from '../process/clock.ts';
import { ParentWatch } from '../process/parentWatch.ts';
import { terminalPath } from '../protocol/terminal.ts';
import { createScreen } from './screen.ts';
import { findShell } from './shellLookup.ts';
import { shellProfiles } from './shellProfiles.ts';
import { terminalEnvironment } from './terminalEnvironment.ts';
import { terminalHandlers } from './terminalHandlers.ts';
import { terminalParams } from './terminalParams.ts';
import { defaultTerminalPolicy, type TerminalPolicy } from './terminalPolicy.ts';
import { Terminals } from './terminals.ts';

export interface TerminalServiceOptions {
  readonly folders: Folders;
  readonly log: Log;
  readonly version: string;
  /** What no terminal may see in its environment. */
  readonly secrets: readonly string[];
  /** The environment that terminals get, but for what is the server's own. */
  readonly env?: Readonly<Record<string, string | undefined>>;
  readonly policy?: Partial<TerminalPolicy>;
}

export interface TerminalService {
  readonly route: UpgradeRoute;
  /** Ends every terminal with everything in it; resolves when none is left. */
  stop(): Promise<void>;
}

/** Ids that no other run of the server gave out either, as far as chance can tell; JavaScript counts up to 2⁵³. */
const highestId = 2 ** 48 - 1;

/** Shells for pages: `/terminal`, see protocol/terminal.ts. */
export async function createTerminals(options: TerminalServiceOptions): Promise<TerminalService> {
  const { folders, log, secrets, version } = options;
  const policy = { ...defaultTerminalPolicy, ...options.policy };
  const parent = options.env ?? process.env;
  const env = terminalEnvironment(parent, { secrets, version, platform: process.platform });
  const openedFolders = folders.all().map(({ realPath }) => realPath);
  const profiles = await shellProfiles({ env, openedFolders });
  const watch = new ParentWatch();
  const terminals = new Terminals({
    shell: (request) => findShell(request, { profiles, folders, env, watch }),
    screen: createScreen,
    newId: () => randomInt(1, highestId),
    policy,
    clock: systemClock,
    log,
  });
  const { route } = createChannels({
    path: terminalPath,
    params: terminalParams,
    handlers: terminalHandlers({ terminals, profiles, server: randomUUID(), policy }),
    log,
  });
  return {
    route,
    stop: async () => {
      await terminals.stop();
      watch.stop();
    },
  };
}
