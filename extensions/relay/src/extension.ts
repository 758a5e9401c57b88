import { commands, env, window, type ExtensionContext } from 'vscode';
import { systemClock } from './clock.ts';
import { ServerCommands } from './commands.ts';
import { Descriptors } from './descriptors.ts';
import { FolderContent } from './folderContent.ts';
import { LanguageServers } from './languageServers.ts';
import { windowLeases } from './leaseHints.ts';
import { relayAddress } from './relayAddress.ts';
import { RelayRuns } from './relayRuns.ts';
import { StatusDisplay } from './statusDisplay.ts';
import { StopMemory } from './stopMemory.ts';
import { onWakeUp } from './wakeWatch.ts';

/** Turns the descriptors of all extensions into language clients: the composition root of the relay extension. */
export async function activate(context: ExtensionContext): Promise<void> {
  const clock = systemClock;
  const address = relayAddress(globalThis.origin);
  const stops = new StopMemory(context.workspaceState, await windowIdentity());
  const descriptors = new Descriptors();
  const content = new FolderContent();
  const leases = await windowLeases();
  const relays = new RelayRuns();
  const servers = new LanguageServers({ descriptors, address, content, stops, leases, relays, clock });
  const display = new StatusDisplay(servers, clock);
  const serverCommands = new ServerCommands(servers, clock);

  // VS Code's worker refuses `addEventListener` to extensions; the property does the same and is free.
  const scope = globalThis as WorkerGlobalScope & typeof globalThis;
  scope.ononline = () => servers.hurry();
  context.subscriptions.push(
    { dispose: () => (scope.ononline = null) },
    onWakeUp(clock, () => servers.hurry()),
    window.onDidChangeWindowState(({ focused }) => {
      if (focused) servers.hurry();
    }),
    serverCommands,
    display,
    servers,
    content,
    descriptors,
  );
  servers.update();
}

/**
 * What tells this window from others of the same folder and stays over a reload. The workbench knows, for it has
 * a store per tab; elsewhere the editor's session has to do.
 */
async function windowIdentity(): Promise<string> {
  try {
    const id: unknown = await commands.executeCommand('_mooring.windowId');
    if (typeof id === 'string') return id;
  } catch {
    // There is no such command: this is not Mooring's workbench.
  }
  return env.sessionId;
}
