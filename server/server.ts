/** The server's composition root: everything it is made of, wired by hand. */
import { homedir } from 'node:os';
import { join, resolve } from 'node:path';
import { defaultDebugPolicy } from './broker/debug/debugPolicy.ts';
import type { Log } from './broker/log.ts';
import { CatalogWatch } from './catalog/catalogWatch.ts';
import { ExtensionCatalog } from './catalog/extensionCatalog.ts';
import { extensionSources } from './catalog/extensionSources.ts';
import { channelParams } from './files/channel/channelParams.ts';
import { pruneCache } from './catalog/packed/pruneCache.ts';
import { FaultLog } from './catalog/faultLog.ts';
import { createChannels } from './files/channel/channelRoute.ts';
import { fileHandlers } from './files/channel/fileHandlers.ts';
import { searchHandlers } from './files/channel/searchHandlers.ts';
import { watchHandlers } from './files/channel/watchHandlers.ts';
import { contentRoute } from './files/contentRoute.ts';
import { ContentWriter } from './files/contentWriter.ts';
import { FileOperations } from './files/fileOperations.ts';
import { Folders, openFolder } from './files/folders.ts';
import { outsideRoute } from './files/outsideRoute.ts';
import { OwnWrites } from './files/ownWrites.ts';
import { PathLocks } from './files/pathLocks.ts';
import { ReadGrants } from './files/readGrants.ts';
import { TreeWatches } from './files/watch/treeWatches.ts';
import { AddressBook } from './http/addressBook.ts';
import { bootRoute } from './http/bootRoute.ts';
import { CrossOrigin } from './http/crossOrigin.ts';
import { debugAdaptersRoute } from './http/debugAdaptersRoute.ts';
import { extensionRoute } from './http/extensionRoute.ts';
import { Gate } from './http/gate.ts';
import { healthRoute } from './http/healthRoute.ts';
import { HttpFront } from './http/httpFront.ts';
import { close, listen } from './http/listen.ts';
import type { HttpRoute, UpgradeRoute } from './http/route.ts';
import { keptToken } from './http/token.ts';
import { workbenchRoutes } from './http/workbenchRoutes.ts';
import { ExtensionInstaller } from './extensionInstall/extensionInstaller.ts';
import { InstalledRecord } from './extensionInstall/installedRecord.ts';
import { installRoute } from './extensionInstall/installRoute.ts';
import { Registry } from './extensionInstall/registry.ts';
import { createLog, type LogLevel } from './log.ts';
import { systemClock } from './process/clock.ts';
import { Installer } from './install/installer.ts';
import { AdapterLauncher } from './process/adapterLauncher.ts';
import { Launcher } from './process/launcher.ts';
import { settlesWithin } from './process/settlesWithin.ts';
import { productRoot, productVersion } from './productRoot.ts';
import { installFolder } from './protocol/install.ts';
import { debuggerEntry } from './protocol/boot.ts';
import { channelPath, type ChannelNotifications, type ChannelRequests } from './protocol/files.ts';
import { createDebugRelay } from './relay/debugRoute.ts';
import { createRelay } from './relay/relayRoute.ts';
import { policyOf, type LeaseSettings } from './settings/leaseSettings.ts';
import { readSettings } from './settings/settingsFile.ts';
import type { TerminalPolicy } from './terminal/terminalPolicy.ts';
import { createTerminals } from './terminal/terminalService.ts';

export interface ServerOptions {
  readonly folder: string;
  /** 0: any free one. */
  readonly port?: number;
  readonly host?: string;
  readonly extensionsDirs?: readonly string[];
  /** Address of a registry with the interface of Open VSX. */
  readonly extensionsRegistry?: string;
  readonly dataDir?: string;
  readonly token?: string;
  readonly allowOrigins?: readonly string[];
  readonly allowHosts?: readonly string[];
  readonly logLevel?: LogLevel;
  /** These win over those in the settings file. */
  readonly leases?: LeaseSettings;
  readonly terminalPolicy?: Partial<TerminalPolicy>;
  /** Instead of one that writes to stderr. */
  readonly log?: Log;
}

export interface MooringServer extends AsyncDisposable {
  /** To be opened in a browser: it carries the token. */
  readonly url: string;
  readonly port: number;
  readonly token: string;
  readonly routes: readonly HttpRoute[];
  readonly upgradeRoutes: readonly UpgradeRoute[];
  /** Ends every connection and every process; resolves when none is left. Harmless when repeated. */
  stop(): Promise<void>;
}

/** A page may send this much at once to a language server or debug adapter: what is beyond the brokers' own limit they answer. */
const relayMessageBytes = 64 * 1024 * 1024;

const relayStopTime = 15_000;

/** @throws Error with a sentence for the user when it cannot start with these options. */
export async function startServer(options: ServerOptions): Promise<MooringServer> {
  const host = options.host ?? '127.0.0.1';
  const dataDir = resolve(options.dataDir ?? join(homedir(), '.mooring'));
  const folder = openFolder(options.folder);
  const folders = new Folders([folder]);
  const sources = extensionSources({ productRoot, dataDir, extensionsDirs: options.extensionsDirs ?? [] });
  const packedFolder = join(dataDir, 'cache/extensions');
  const [log, token, catalog, settings] = await Promise.all([
    options.log ?? createLog(options.logLevel ?? 'info'),
    options.token ?? keptToken(dataDir),
    ExtensionCatalog.open(sources, packedFolder),
    readSettings(dataDir),
  ]);
  const { servers, port } = await listen(host, options.port ?? 5555);

  const grants = new ReadGrants();
  const locks = new PathLocks();
  const ownWrites = new OwnWrites(systemClock);
  const operations = new FileOperations(locks);
  const context = { clock: systemClock, log, ownWrites };
  const trees = new TreeWatches(context);
  const channels = createChannels<ChannelRequests, ChannelNotifications>({
    path: channelPath,
    params: channelParams,
    handlers: (peer) => ({
      ...fileHandlers(folders, operations, grants),
      ...watchHandlers(peer, { folders, trees, context }),
      ...searchHandlers(peer, folders),
    }),
    log,
  });
  const faultLog = new FaultLog(log);
  const reportFaults = () => {
    faultLog.tell(catalog.faults());
    // The page opens a manifest at the line in question.
    for (const { uri } of catalog.faults()) if (uri !== undefined) grants.grant(uri);
  };
  const catalogWatch = new CatalogWatch({
    catalog,
    folders: sources.filter(({ source }) => source !== 'vscode').map(({ folder }) => folder),
    trees,
    clock: systemClock,
    log,
    changed: () => {
      reportFaults();
      channels.broadcast('extensions/changed', {});
    },
  });
  const policy = policyOf(settings, options.leases ?? {});
  const installer = new Installer({ servers: join(dataDir, installFolder), productRoot, folders, log });
  const relay = createRelay({
    catalog,
    folders,
    log,
    grants,
    launcher: new Launcher({ productRoot, folders, log, installer }),
    installer,
    policy,
  });
  const adapters = new AdapterLauncher({ productRoot, folders, log, installer });
  const debugging = createDebugRelay({
    catalog,
    folders,
    log,
    launcher: adapters,
    installer,
    policy: {
      continuity: policy.continuity,
      lostKeep: Math.min(defaultDebugPolicy.lostKeep, policy.detachedExpiry),
    },
  });

  const terminals = await createTerminals({
    folders,
    log,
    version: productVersion(),
    secrets: [token],
    policy: { detachedExpiry: policy.detachedExpiry, ...options.terminalPolicy },
  });

  const upgradeRoutes: readonly UpgradeRoute[] = [
    channels.route,
    terminals.route,
    ...[...relay.routes, debugging.route].map((route) => ({ maxMessageBytes: relayMessageBytes, ...route })),
  ];
  const { extensionsRegistry } = options;
  const registry = extensionsRegistry === undefined ? undefined : new Registry(extensionsRegistry);
  const extensionInstaller = new ExtensionInstaller({
    folder: join(dataDir, 'extensions'),
    record: new InstalledRecord(dataDir),
    catalog,
  });
  const routes: readonly HttpRoute[] = [
    healthRoute,
    bootRoute({ version: productVersion(), folder, catalog, hasRegistry: registry !== undefined }),
    debugAdaptersRoute({ catalog, launcher: adapters }),
    extensionRoute(
      catalog,
      new Map([[debuggerEntry, join(productRoot, 'extensions/relay/dist/debuggerEntry.js')]]),
    ),
    installRoute({ installer: extensionInstaller, registry, folders, log }),
    contentRoute(folders, new ContentWriter(locks, ownWrites)),
    outsideRoute(grants),
    ...relay.httpRoutes,
    ...debugging.httpRoutes,
    ...workbenchRoutes({ folder: join(productRoot, 'dist/workbench'), port, token }),
  ];
  const addresses = new AddressBook({
    port,
    host,
    allowHosts: options.allowHosts ?? [],
    allowOrigins: options.allowOrigins ?? [],
  });
  const front = new HttpFront({
    routes,
    upgradeRoutes,
    gate: new Gate({ addresses, port, token }),
    crossOrigin: new CrossOrigin(addresses),
    port,
    token,
    log,
  });
  log.info({ folder: folder.realPath, port, extensions: catalog.extensions().length }, 'Listening');
  reportFaults();
  for (const server of servers) server.on('request', front.request).on('upgrade', front.upgrade);
  // The page that is about to open need not wait for it.
  const watching = catalogWatch.start();
  const pruning = pruneCache(packedFolder, Date.now()).catch((error: unknown) => {
    log.warn({ folder: packedFolder, error: String(error) }, 'What is not used any more stays in the cache');
  });

  let stopped: Promise<void> | undefined;
  const stop = () =>
    (stopped ??= (async () => {
      // The relay has its own deadlines; this one is for the case that they do not hold.
      const relayStopped = settlesWithin(relayStopTime, Promise.all([relay.stop(), debugging.stop()]));
      await Promise.all([
        front.stop(),
        relayStopped,
        terminals.stop(),
        watching.then(() => catalogWatch.stop()),
        pruning,
      ]);
      await trees.stop();
      await close(servers);
    })());
  return {
    url: `http://${addresses.shownHost}/?token=${token}`,
    port,
    token,
    routes,
    upgradeRoutes,
    stop,
    [Symbol.asyncDispose]: stop,
  };
}
