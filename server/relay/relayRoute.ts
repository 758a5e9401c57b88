import { randomBytes, randomUUID } from 'node:crypto';
import { pathToFileURL } from 'node:url';
import { Broker, type Hint } from '../broker/broker.ts';
import type { Connection } from '../broker/connection.ts';
import type { Log } from '../broker/log.ts';
import { defaultPolicy, type Policy } from '../broker/policy.ts';
import type { LaunchOutcome, Subject } from '../broker/ports.ts';
import { notification } from '../broker/rpc.ts';
import type { Catalog, LanguageServerEntry } from '../catalog/catalog.ts';
import type { Folder, Folders } from '../files/folders.ts';
import type { Installer } from '../install/installer.ts';
import type { HttpRoute, Refusal, UpgradeRoute } from '../http/route.ts';
import { decodeSegment } from '../http/urlSegment.ts';
import { systemClock } from '../process/clock.ts';
import { ProcessMemory } from '../process/processMemory.ts';
import { areGone, type Started } from '../process/startedFrom.ts';
import { Control } from '../protocol/control.ts';
import { installedPath, type InstallStatus } from '../protocol/install.ts';
import { installedRoute } from './installedRoute.ts';
import { installFirst } from './installFirst.ts';
import { leasesRoute } from './leasesRoute.ts';
import { metricsRoute } from './metricsRoute.ts';
import { findFolder } from './namedFolder.ts';
import { WebSocketPage, type PageEvents } from './webSocketPage.ts';

export interface RelayOptions {
  readonly catalog: Pick<Catalog, 'languageServer'>;
  readonly folders: Folders;
  readonly launcher: {
    launch(entry: LanguageServerEntry, folder: Folder): Promise<LaunchOutcome>;
    isMissing(entry: LanguageServerEntry): Promise<boolean>;
    /** What runs from a folder that is no more. */
    lost(folder: string): readonly Started[];
    stop(): Promise<void>;
  };
  /** Without it, nothing is ever installed. */
  readonly installer?: Pick<Installer, 'install' | 'has' | 'uninstall' | 'usedBy' | 'folderOf' | 'stop'>;
  readonly log: Log;
  /** Where files outside the folders become readable once a language server pointed at them. */
  readonly grants?: { grant(uri: string): void };
  readonly policy?: Partial<Policy>;
}

export interface Relay {
  readonly routes: readonly UpgradeRoute[];
  /** What there is to know about the leases, and to do about them. */
  readonly httpRoutes: readonly HttpRoute[];
  /** Ends every lease and every process; resolves when none is left. */
  stop(): Promise<void>;
}

const prefix = '/relay/lsp';

/** Carries LSP between pages and language servers: `/relay/lsp/<serverId>[?folder=<id>][&lease=<id>]`. */
export function createRelay(options: RelayOptions): Relay {
  const { log, launcher } = options;
  const policy = { ...defaultPolicy, ...options.policy };
  const broker = new Broker({
    policy,
    clock: systemClock,
    log,
    parent: process.pid,
    relay: randomUUID(),
    newId: randomUUID,
    newKey: () => randomBytes(6).toString('base64url'),
    onLocation: (uri) => options.grants?.grant(uri),
  });
  options.installer?.usedBy(async (folder) => {
    const lost = launcher.lost(folder);
    broker.renew(new Set(lost.map(({ pid }) => pid)));
    await areGone(lost);
  });
  const installed = installedRoute({
    prefix: installedPath.server,
    find: (id) => options.catalog.languageServer(id)?.descriptor,
    installer: options.installer,
  });
  const route: UpgradeRoute = {
    prefix,
    admit: (url) => {
      const entry = findServer(url, options);
      if ('error' in entry) return entry;
      const folder = findFolder(url, options.folders);
      if ('error' in folder) return folder;
      const subject = subjectOf(entry, folder, options);
      const window = windowOf(url);
      return (socket) => {
        const accept = (events: PageEvents): WebSocketPage =>
          new WebSocketPage(socket, systemClock, { slowTime: policy.slowPageTime, window }, events);
        const join = (page: WebSocketPage) => broker.attach(subject, page, hintOf(url));
        const { installer } = options;
        const { install } = entry.descriptor;
        const isWanted = url.searchParams.get('install') === '1' && install && installer;
        if (!isWanted) return attach(subject, accept, join, log);
        const isMissing = (): Promise<boolean> => launcher.isMissing(entry);
        const encode = (status: InstallStatus) => notification(Control.status, status);
        installFirst({ install, installer, isMissing, accept, encode, join, log });
      };
    },
  };
  return {
    routes: [route],
    httpRoutes: [
      leasesRoute({ broker, memory: new ProcessMemory(systemClock) }),
      metricsRoute(broker),
      installed,
    ],
    stop: async () => {
      await Promise.all([broker.stop(), options.installer?.stop()]);
      await launcher.stop();
    },
  };
}

function findServer(url: URL, { catalog }: RelayOptions): LanguageServerEntry | Refusal {
  const id = decodeSegment(url.pathname.slice(prefix.length + 1));
  if (id === undefined || id === '') {
    return {
      status: 400,
      error: 'no-server',
      message: `Name a language server in the path: ${prefix}/<id>.`,
    };
  }
  const entry = catalog.languageServer(id);
  if (entry) return entry;
  return {
    status: 404,
    error: 'unknown-server',
    message: `No extension describes a language server ${JSON.stringify(id.slice(0, 100))}. See the Extensions view for those that are there.`,
  };
}

function subjectOf(entry: LanguageServerEntry, folder: Folder, { launcher }: RelayOptions): Subject {
  const { id, label, guidance, initializationOptions } = entry.descriptor;
  return {
    serverId: id,
    label,
    ...(guidance !== undefined && { guidance }),
    initializationOptions,
    folder: { id: folder.id, name: folder.name, uri: folder.uri, path: folder.realPath },
    extensionUri: pathToFileURL(entry.extensionPath).href,
    launch: () => launcher.launch(entry, folder),
  };
}

/** A name is for people to read: a short one, of letters that need no care. */
function windowOf(url: URL): string | undefined {
  const name = url.searchParams.get('window');
  return name !== null && /^[\p{L}\p{N} ._-]{1,64}$/u.test(name) ? name : undefined;
}

function hintOf(url: URL): Hint | undefined {
  const lease = url.searchParams.get('lease');
  if (lease === null) return undefined;
  const epoch = Number(url.searchParams.get('epoch') ?? Number.NaN);
  return Number.isInteger(epoch) ? { lease, epoch } : { lease };
}

function attach(
  subject: Subject,
  accept: (events: PageEvents) => WebSocketPage,
  join: (page: WebSocketPage) => Connection,
  log: Log,
): void {
  let connection: Connection | undefined;
  const page = accept({
    message: (message) => connection?.receive(message),
    congested: (isCongested) => connection?.congested(isCongested),
    closed: () => connection?.left(),
    lost: (reason) => {
      log.info({ server: subject.serverId, reason }, 'Lost a page');
      connection?.left();
    },
  });
  connection = join(page);
}
