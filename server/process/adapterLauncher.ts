import { randomUUID } from 'node:crypto';
import { existsSync, statSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import type { Adapter } from '../broker/debug/ports.ts';
import type { LaunchOutcome } from '../broker/ports.ts';
import type { DebugAdapterEntry } from '../catalog/catalog.ts';
import type { Folder } from '../files/folders.ts';
import type { DebugAdapterAvailability } from '../protocol/debug.ts';
import { AdapterProcess } from './adapterProcess.ts';
import { holdingClock } from './clock.ts';
import { findCommand, type FoundCommand, type LookupPlace } from './commandLookup.ts';
import { childEnvironment } from './environment.ts';
import type { LauncherOptions } from './launcher.ts';
import { ParentWatch } from './parentWatch.ts';
import { ProcessTree } from './processTree.ts';
import { startProcess } from './runningProcess.ts';
import { liesIn, type Started } from './startedFrom.ts';

export interface AdapterLauncherOptions extends LauncherOptions {
  /** Milliseconds that an adapter with a port may take until it listens. */
  readonly listenTime?: number;
}

const defaultListenTime = 15_000;

/** By it everything that an adapter started is found again, in whatever process group: see `ProcessTree`. */
const markName = 'MOORING_DEBUG';

/** Finds and starts debug adapters, and knows those that run. */
export class AdapterLauncher {
  readonly #options: AdapterLauncherOptions;
  readonly #watch = new ParentWatch();
  readonly #running = new Map<AdapterProcess, FoundCommand>();
  /** Given to adapters, which may not listen on them yet. */
  readonly #ports = new Set<number>();

  constructor(options: AdapterLauncherOptions) {
    this.#options = options;
  }

  async launch(entry: DebugAdapterEntry, folder: Folder): Promise<LaunchOutcome<Adapter>> {
    const { descriptor, extensionPath } = entry;
    const label = labelOf(entry);
    if (!statSync(folder.realPath, { throwIfNoEntry: false })?.isDirectory()) return { kind: 'folder-gone' };
    const command = await this.#find(entry);
    if (!('file' in command)) {
      const reason = notFound(label, command);
      return { kind: 'not-found', reason, installable: await this.#isInstallable(entry) };
    }
    const port = descriptor.transport === 'port' ? await this.#freePort() : undefined;
    const args = [...command.prefix, ...(command.args ?? descriptor.args)].map((arg) =>
      arg.replaceAll('${port}', String(port)),
    );
    const mark = randomUUID();
    const env = { ...this.#environment(entry), [markName]: mark };
    const cwd = descriptor.cwd === 'extension' ? extensionPath : folder.realPath;
    const { log } = this.#options;
    const context = { clock: holdingClock, log, watch: this.#watch, what: 'Debug adapter' };
    const started = await startProcess(
      { file: command.file, args, cwd, env },
      context,
      (pid) => new ProcessTree(pid, `${markName}=${mark}`),
    );
    if (typeof started === 'string') {
      if (port !== undefined) this.#ports.delete(port);
      return { kind: 'failed', reason: `${label} could not be started: ${started}.` };
    }
    const adapter = new AdapterProcess(started, {
      clock: holdingClock,
      command: command.prefix[0] ?? command.file,
      listenTime: this.#options.listenTime ?? defaultListenTime,
      showsOutput: descriptor.stdout === 'output',
      ...(port !== undefined && { port }),
    });
    this.#running.set(adapter, command);
    void adapter.gone.then(() => {
      this.#running.delete(adapter);
      if (port !== undefined) this.#ports.delete(port);
    });
    const { version } = command;
    log.info({ type: descriptor.type, pid: adapter.pid, version }, 'Debug adapter started');
    return { kind: 'launched', instance: adapter, ...(version !== undefined && { version }) };
  }

  /** Whether it could be launched, without doing so. */
  async availability(entry: DebugAdapterEntry): Promise<DebugAdapterAvailability> {
    const { type, guidance } = entry.descriptor;
    const label = labelOf(entry);
    const command = await this.#find(entry);
    if (!('file' in command)) {
      const reason = notFound(label, command);
      return {
        type,
        label,
        state: 'not_found',
        reason,
        ...(guidance !== undefined && { guidance }),
        ...((await this.#isInstallable(entry)) && { installable: true }),
      };
    }
    const { version, prefix, file } = command;
    const runtime = await this.#askRuntime(entry);
    return {
      type,
      label,
      state: 'available',
      command: prefix[0] ?? file,
      ...(version !== undefined && { version }),
      ...(runtime !== undefined && { runtime }),
    };
  }

  /**
   * Whether what the descriptor pins does not lie where it is installed, or does not work there. What else is found
   * does not count: it may be the one that does not fit.
   */
  async isMissing(entry: DebugAdapterEntry): Promise<boolean> {
    const { install } = entry.descriptor;
    const folder = install && this.#options.installer?.folderOf(install);
    return folder === undefined || !existsSync(folder) || !('file' in (await this.#find(entry)));
  }

  /** What runs from a folder that is no more. */
  lost(folder: string): readonly Started[] {
    return [...this.#running].flatMap(([adapter, command]) => (liesIn(command, folder) ? [adapter] : []));
  }

  /** Ends what still runs; resolves when none of it is left. */
  async stop(): Promise<void> {
    await Promise.all([...this.#running.keys()].map((adapter) => adapter.end('now')));
    this.#watch.stop();
  }

  #find(entry: DebugAdapterEntry): Promise<FoundCommand | readonly string[]> {
    return findCommand(entry.descriptor.command, this.#place(entry));
  }

  async #askRuntime(entry: DebugAdapterEntry): Promise<string | undefined> {
    const { runtime } = entry.descriptor;
    const found = runtime && (await findCommand([runtime], this.#place(entry)));
    return found && 'file' in found ? found.version : undefined;
  }

  #place(entry: DebugAdapterEntry): LookupPlace {
    const { productRoot, folders, installer } = this.#options;
    const { install } = entry.descriptor;
    const installed = install && installer?.folderOf(install);
    return {
      extensionPath: entry.extensionPath,
      productRoot,
      openedFolders: folders.all().map((folder) => folder.realPath),
      env: this.#environment(entry),
      ...(installed !== undefined && { installed }),
    };
  }

  async #isInstallable({ descriptor: { install } }: DebugAdapterEntry): Promise<boolean> {
    return install !== undefined && ((await this.#options.installer?.canInstall(install)) ?? false);
  }

  async #freePort(): Promise<number> {
    for (;;) {
      const port = await unusedPort();
      if (this.#ports.has(port)) continue;
      this.#ports.add(port);
      return port;
    }
  }

  #environment({ descriptor }: DebugAdapterEntry): Record<string, string> {
    return childEnvironment(this.#options.env ?? process.env, descriptor.env, process.platform);
  }
}

export function labelOf({ descriptor }: DebugAdapterEntry): string {
  return descriptor.label ?? descriptor.type;
}

function notFound(label: string, reasons: readonly string[]): string {
  return `${label} was not found: ${reasons.join('; ')}.`;
}

/** One that nobody listens on at the moment. */
function unusedPort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address() as AddressInfo;
      server.close(() => resolve(port));
    });
  });
}
