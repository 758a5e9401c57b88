import { commands, env, window, type ExtensionContext } from 'vscode';
import { systemClock } from './clock.ts';
import { ServerCommands } from './commands.ts';
import { Debuggers } from './debug/debuggers.ts';
import { Debugging, type RegisterFactory } from './debug/debugging.ts';
import { DebugPaths } from './debug/debugPaths.ts';
import { DebugRuntimes } from './debug/debugRuntimes.ts';
import { DebugSessions } from './debug/debugSessions.ts';
import { AdapterInstalls } from './debug/install/adapterInstalls.ts';
import { InstallOffers } from './debug/install/installOffers.ts';
import { tellOfEnded } from './debug/endedSessions.ts';
import { KeptSessions } from './debug/keptSessions.ts';
import { pathTranslation } from './debug/pathTranslation.ts';
import { Descriptors } from './descriptors.ts';
import { FolderContent } from './folderContent.ts';
import { InstallOffer } from './installOffer.ts';
import { LanguageServers } from './languageServers.ts';
import { windowLeases } from './leaseHints.ts';
import { OwedStops } from './owedStops.ts';
import { ownRelay } from './relayAddress.ts';
import { RelayRuns } from './relayRuns.ts';
import { createRemote } from './remote/remote.ts';
import type { RemoteRelay } from './remote/remoteRelay.ts';
import { Twins } from './remote/twins.ts';
import { StatusDisplay } from './statusDisplay.ts';
import { StopMemory } from './stopMemory.ts';
import { sameUris } from './uris.ts';
import { AdapterList } from './view/adapterList.ts';
import { AdapterRows } from './view/adapterRows.ts';
import { InstalledThings } from './view/installedThings.ts';
import { LeaseList } from './view/leaseList.ts';
import { ServersView } from './view/serversView.ts';
import { ViewCommands } from './view/viewCommands.ts';
import { onWakeUp } from './wakeWatch.ts';
import { windowStore } from './windowStore.ts';

/** What other extensions get of this one. */
export interface RelayExports {
  /** Serves a debug type in the name of the extension that declares it; `register` is that extension's own. */
  serveDebugger(type: string, register: RegisterFactory): void;
}

/** Turns what all extensions declare into language clients and debuggers: the composition root of the relay extension. */
export async function activate(context: ExtensionContext): Promise<RelayExports> {
  const clock = systemClock;
  // Only Mooring's own workbench knows this, and comes from the relay that it talks to.
  const own = await windowIdentity();
  const remote = own === undefined ? createRemote(context, clock) : undefined;
  const address = remote?.relay ?? ownRelay(globalThis.origin);
  const uris = remote?.uris ?? sameUris;
  const windowId = own ?? env.sessionId;
  const stops = new StopMemory(context.workspaceState, windowId);
  const descriptors = new Descriptors(uris);
  const content = new FolderContent(remote?.holds);
  const leases = await windowLeases();
  const relays = new RelayRuns();
  const list = new LeaseList(address);
  const owed = new OwedStops(list, clock);
  const servers = new LanguageServers({
    descriptors,
    address,
    content,
    stops,
    leases,
    relays,
    owed,
    clock,
    uris,
  });
  const display = new StatusDisplay(servers, clock);
  const offer = new InstallOffer(servers);
  const serverCommands = new ServerCommands(servers, clock);
  const debuggers = new Debuggers();
  const installs = new AdapterInstalls(address, clock);
  const offers = new InstallOffers(debuggers, installs);
  const things = new InstalledThings(address);
  const adapters = new AdapterRows(debuggers, installs, new AdapterList(address), things);
  const view = new ServersView(servers, list, adapters, things, clock);
  const viewCommands = new ViewCommands(servers, list, adapters, things, view);
  const paths = new DebugPaths(pathTranslation(uris));
  const store = await windowStore('_mooring.debugSessions', '_mooring.rememberDebugSession');
  const kept = new KeptSessions(address, store);
  const debugSessions = new DebugSessions({ address, clock, debuggers, paths, offers, store, kept });
  const debugging = new Debugging(debuggers, debugSessions, {
    uris,
    kept,
    runtimes: new DebugRuntimes(address),
  });

  const hurry = (): void => {
    servers.hurry();
    debugSessions.hurry();
  };
  // VS Code's worker refuses `addEventListener` to extensions; the property does the same and is free.
  const scope = globalThis as WorkerGlobalScope & typeof globalThis;
  scope.ononline = () => hurry();
  context.subscriptions.push(
    { dispose: () => (scope.ononline = null) },
    onWakeUp(clock, () => hurry()),
    // Mooring's workbench sees more of the network and the window than a worker does.
    commands.registerCommand('_mooring.checkConnections', () => hurry()),
    window.onDidChangeWindowState(({ focused }) => {
      if (focused) hurry();
    }),
    viewCommands,
    view,
    adapters,
    offers,
    installs,
    serverCommands,
    display,
    offer,
    servers,
    owed,
    content,
    descriptors,
    debugging,
    debuggers,
  );
  if (remote) {
    followRelay(remote.relay, servers, context);
    context.subscriptions.push(new Twins(servers, context.globalState));
  }
  servers.update();
  void kept.goOn().then(tellOfEnded);
  return { serveDebugger: (type, register) => debugging.serve(type, register) };
}

/** Servers know of the relay by their links alone: those that were turned away try again when it takes the page. */
function followRelay(
  relay: RemoteRelay,
  servers: LanguageServers,
  { subscriptions }: ExtensionContext,
): void {
  subscriptions.push(
    relay.onDidChange(() => {
      if (!relay.isKnown) return;
      for (const server of servers.all()) if (server.state.kind === 'signedOut') servers.retry(server);
      servers.hurry();
    }),
    servers.onDidChange(() => {
      if (servers.all().some(({ state }) => state.kind === 'signedOut')) relay.check();
    }),
  );
}

/**
 * What tells this window from others of the same folder and stays over a reload. The workbench knows, for it has
 * a store per tab; elsewhere the editor's session has to do.
 */
async function windowIdentity(): Promise<string | undefined> {
  try {
    const id: unknown = await commands.executeCommand('_mooring.windowId');
    if (typeof id === 'string') return id;
  } catch {
    // There is no such command: this is not Mooring's workbench.
  }
  return undefined;
}
