import { randomUUID } from 'node:crypto';
import { event } from '../broker/debug/dap.ts';
import { DebugBroker, type Back } from '../broker/debug/debugBroker.ts';
import { defaultDebugPolicy, type DebugPolicy } from '../broker/debug/debugPolicy.ts';
import type { DebugSession } from '../broker/debug/debugSession.ts';
import type { Adapter, DebugSubject } from '../broker/debug/ports.ts';
import type { Log } from '../broker/log.ts';
import type { LaunchOutcome } from '../broker/ports.ts';
import type { Catalog, DebugAdapterEntry } from '../catalog/catalog.ts';
import type { Folder, Folders } from '../files/folders.ts';
import type { WebSocket } from 'ws';
import type { HttpRoute, Refusal, UpgradeRoute } from '../http/route.ts';
import type { Installer } from '../install/installer.ts';
import { labelOf } from '../process/adapterLauncher.ts';
import { systemClock } from '../process/clock.ts';
import { areGone, type Started } from '../process/startedFrom.ts';
import { DebugEvent } from '../protocol/debug.ts';
import { CloseCode } from '../protocol/errors.ts';
import { installedPath } from '../protocol/install.ts';
import { refusePath } from './debugPaths.ts';
import { installedRoute } from './installedRoute.ts';
import { installFirst } from './installFirst.ts';
import { keptSessionsRoute } from './keptSessionsRoute.ts';
import { findFolder } from './namedFolder.ts';
import { WebSocketPage } from './webSocketPage.ts';

export interface DebugRelayOptions {
  readonly catalog: Pick<Catalog, 'debugAdapter'>;
  readonly folders: Folders;
  readonly launcher: {
    launch(entry: DebugAdapterEntry, folder: Folder): Promise<LaunchOutcome<Adapter>>;
    isMissing(entry: DebugAdapterEntry): Promise<boolean>;
    /** What runs from a folder that is no more. */
    lost(folder: string): readonly Started[];
    stop(): Promise<void>;
  };
  /** Without it, nothing is ever installed. */
  readonly installer?: Pick<Installer, 'install' | 'has' | 'uninstall' | 'usedBy' | 'folderOf' | 'stop'>;
  readonly log: Log;
  readonly policy?: Partial<DebugPolicy>;
}

export interface DebugRelay {
  readonly route: UpgradeRoute;
  /** What has become of sessions whose page was loaded again, and what was installed. */
  readonly httpRoutes: readonly HttpRoute[];
  /** Ends every session and every process; resolves when none is left. */
  stop(): Promise<void>;
}

const prefix = '/relay/dap';

/** Carries DAP between pages and debug adapters: see `protocol/debug.ts`. */
export function createDebugRelay(options: DebugRelayOptions): DebugRelay {
  const { log, launcher, folders } = options;
  const policy = { ...defaultDebugPolicy, ...options.policy };
  const broker = new DebugBroker({ policy, clock: systemClock, log, newId: randomUUID });
  options.installer?.usedBy(async (folder) => {
    const lost = launcher.lost(folder);
    broker.dismiss(new Set(lost.map(({ pid }) => pid)));
    await areGone(lost);
  });
  const installed = installedRoute({
    prefix: installedPath.adapter,
    find: (type) => {
      const entry = options.catalog.debugAdapter(type);
      return entry && { label: labelOf(entry), install: entry.descriptor.install };
    },
    installer: options.installer,
  });
  const route: UpgradeRoute = {
    prefix,
    admit: (url) => {
      const entry = findAdapter(url, options);
      if ('error' in entry) return entry;
      const folder = findFolder(url, folders);
      if ('error' in folder) return folder;
      if (url.searchParams.get('install') === '1') return admitToInstall(entry, options);
      const key = url.searchParams.get('session');
      if (key !== null) return goOn(key, backOf(url));
      const parentKey = url.searchParams.get('parent');
      const parent = parentKey === null ? undefined : broker.find(parentKey);
      if (parentKey !== null && !parent) return noParent;
      const subject = subjectOf(entry, folder, options);
      return (socket) => accept(socket, (page) => broker.attach(subject, page, parent));
    },
  };
  const goOn = (key: string, back: Back | undefined): ReturnType<UpgradeRoute['admit']> => {
    const { kind } = broker.resume(key, back);
    if (kind !== 'free') return kind === 'gone' ? noSession : otherPage;
    // What was free a moment ago may have been taken, or have ended, before the socket is there.
    return (socket) =>
      accept(socket, (page) => {
        const resumption = broker.resume(key, back);
        if (resumption.kind !== 'free') page.close(CloseCode.connectionLost);
        else resumption.session.takeUp(page, back?.received);
        return resumption.kind === 'free' ? resumption.session : undefined;
      });
  };
  const accept = (socket: WebSocket, join: (page: WebSocketPage) => DebugSession | undefined): void => {
    let session: DebugSession | undefined;
    const page: WebSocketPage = new WebSocketPage(
      socket,
      systemClock,
      { slowTime: policy.slowPageTime },
      {
        message: (message) => session?.receive(page, message),
        congested: (isCongested) => session?.congested(page, isCongested),
        closed: (code) => session?.left(page, departures.has(code) ? 'departed' : 'lost'),
        lost: (reason) => {
          log.info({ reason }, 'Lost a page that debugs');
          session?.left(page, 'lost');
        },
      },
    );
    session = join(page);
  };
  return {
    route,
    httpRoutes: [keptSessionsRoute(broker), installed],
    stop: async () => {
      await Promise.all([broker.stop(), options.installer?.stop()]);
      await launcher.stop();
    },
  };
}

/** How a browser closes the socket of a page that goes. */
const departures: ReadonlySet<number> = new Set([1000, 1001]);

const noSession: Refusal = {
  status: 404,
  error: 'unknown-session',
  message:
    'This debug session has ended: its page was away for too long, or it was stopped. Start debugging again.',
};

const otherPage: Refusal = {
  status: 409,
  error: 'session-attached',
  message: 'Another page goes on with this debug session. Close it there first, or start debugging again.',
};

const noParent: Refusal = {
  status: 404,
  error: 'unknown-session',
  message: 'The debug session that this one is to be a child of has ended. Start debugging again.',
};

/** A page that wants an adapter installed: it leaves when that is done, for a session begins with a launch. */
function admitToInstall(
  entry: DebugAdapterEntry,
  { installer, launcher, policy, log }: DebugRelayOptions,
): ReturnType<UpgradeRoute['admit']> {
  const { install } = entry.descriptor;
  if (!install || !installer) {
    const message = `Nothing can be installed for the debug type ${JSON.stringify(entry.descriptor.type)}. Install ${labelOf(entry)} yourself, then start debugging.`;
    return { status: 404, error: 'not-installable', message };
  }
  const { slowPageTime: slowTime } = { ...defaultDebugPolicy, ...policy };
  return (socket) =>
    installFirst({
      install,
      installer,
      isMissing: () => launcher.isMissing(entry),
      accept: (events) => new WebSocketPage(socket, systemClock, { slowTime }, events),
      encode: (status) => event(DebugEvent.status, status),
      log,
      join: (page) => {
        page.close(CloseCode.released);
        return undefined;
      },
    });
}

function findAdapter(url: URL, { catalog }: DebugRelayOptions): DebugAdapterEntry | Refusal {
  const type = typeOf(url);
  if (type === undefined || type === '') {
    const message = `Name a debug type in the path: ${prefix}/<type>.`;
    return { status: 400, error: 'no-debug-type', message };
  }
  const entry = catalog.debugAdapter(type);
  if (entry) return entry;
  const message = `No extension describes a debug adapter for the type ${JSON.stringify(type.slice(0, 100))}. See the Extensions view for those that are there.`;
  return { status: 404, error: 'unknown-debug-type', message };
}

function typeOf(url: URL): string | undefined {
  try {
    return decodeURIComponent(url.pathname.slice(prefix.length + 1));
  } catch {
    // A broken percent escape is no type.
    return undefined;
  }
}

function subjectOf(
  entry: DebugAdapterEntry,
  folder: Folder,
  { launcher, folders }: DebugRelayOptions,
): DebugSubject {
  const { type, guidance, pathAttributes, sessions } = entry.descriptor;
  return {
    type,
    label: labelOf(entry),
    ...(guidance !== undefined && { guidance }),
    pathAttributes,
    sharesProcess: sessions === 'many',
    launch: () => launcher.launch(entry, folder),
    refusePath: (path, base) => refusePath(path, { base, folder, folders }),
  };
}

function backOf(url: URL): Back | undefined {
  const [received, epoch] = ['received', 'epoch'].map((name) =>
    Number(url.searchParams.get(name) ?? Number.NaN),
  );
  if (!isCount(received) || !isCount(epoch)) return undefined;
  return { received, epoch };
}

function isCount(value: number | undefined): value is number {
  return Number.isSafeInteger(value) && Number(value) >= 0;
}
