import { statSync } from 'node:fs';
import type { Log } from '../broker/log.ts';
import type { LaunchOutcome } from '../broker/ports.ts';
import type { LanguageServerEntry } from '../catalog/catalog.ts';
import type { Folder, Folders } from '../files/folders.ts';
import type { Installer } from '../install/installer.ts';
import { holdingClock } from './clock.ts';
import { findCommand, type FoundCommand, type LookupPlace } from './commandLookup.ts';
import { childEnvironment } from './environment.ts';
import { ParentWatch } from './parentWatch.ts';
import { startProcess } from './runningProcess.ts';
import { ServerProcess } from './serverProcess.ts';
import { liesIn, type Started } from './startedFrom.ts';

export interface LauncherOptions {
  /** Mooring's own folder. */
  readonly productRoot: string;
  readonly folders: Folders;
  readonly log: Log;
  /** Knows what was installed on request, and what could be. */
  readonly installer?: Pick<Installer, 'folderOf' | 'canInstall'>;
  /** The environment children get a part of. */
  readonly env?: Readonly<Record<string, string | undefined>>;
}

/** Finds and starts language servers, and knows those that run. */
export class Launcher {
  readonly #options: LauncherOptions;
  readonly #watch = new ParentWatch();
  readonly #running = new Map<ServerProcess, FoundCommand>();
  /** By server id. A command that could not be started is looked up again. */
  readonly #found = new Map<string, FoundCommand>();

  constructor(options: LauncherOptions) {
    this.#options = options;
  }

  async launch(entry: LanguageServerEntry, folder: Folder): Promise<LaunchOutcome> {
    const { descriptor } = entry;
    if (!statSync(folder.realPath, { throwIfNoEntry: false })?.isDirectory()) return { kind: 'folder-gone' };
    const env = childEnvironment(this.#options.env ?? process.env, descriptor.env, process.platform);
    const command = await this.#find(entry, env);
    if (!('file' in command)) {
      const reason = `${descriptor.label} was not found: ${command.join('; ')}.`;
      return { kind: 'not-found', reason, installable: await this.#isInstallable(entry) };
    }
    const args = [...command.prefix, ...(command.args ?? descriptor.args)];
    const { log } = this.#options;
    const context = { clock: holdingClock, log, watch: this.#watch, what: 'Language server' };
    const started = await startProcess({ file: command.file, args, cwd: folder.realPath, env }, context);
    if (typeof started === 'string') {
      this.#found.delete(descriptor.id);
      return { kind: 'failed', reason: `${descriptor.label} could not be started: ${started}.` };
    }
    const instance = new ServerProcess(started, context);
    this.#found.set(descriptor.id, command);
    this.#running.set(instance, command);
    void instance.gone.then(() => this.#running.delete(instance));
    const { pid } = instance;
    this.#options.log.info(
      { server: descriptor.id, pid, version: command.version },
      'Language server started',
    );
    return { kind: 'launched', instance, ...(command.version !== undefined && { version: command.version }) };
  }

  /** Whether there is nothing to run, so that it would have to be installed. */
  async isMissing(entry: LanguageServerEntry): Promise<boolean> {
    const env = childEnvironment(this.#options.env ?? process.env, entry.descriptor.env, process.platform);
    return !('file' in (await this.#find(entry, env)));
  }

  /** What runs from a folder that is no more; nothing is started from there again. */
  lost(folder: string): readonly Started[] {
    for (const [id, command] of this.#found) if (liesIn(command, folder)) this.#found.delete(id);
    return [...this.#running].flatMap(([instance, command]) => (liesIn(command, folder) ? [instance] : []));
  }

  /** Ends what still runs; resolves when none of it is left. */
  async stop(): Promise<void> {
    await Promise.all([...this.#running.keys()].map((instance) => instance.end('now')));
    this.#watch.stop();
  }

  async #find(
    entry: LanguageServerEntry,
    env: Readonly<Record<string, string>>,
  ): Promise<FoundCommand | readonly string[]> {
    const { id, command } = entry.descriptor;
    return this.#found.get(id) ?? findCommand(command, this.#place(entry, env));
  }

  async #isInstallable({ descriptor: { install } }: LanguageServerEntry): Promise<boolean> {
    return install !== undefined && ((await this.#options.installer?.canInstall(install)) ?? false);
  }

  #place(entry: LanguageServerEntry, env: Readonly<Record<string, string>>): LookupPlace {
    const openedFolders = this.#options.folders.all().map((folder) => folder.realPath);
    const { productRoot, installer } = this.#options;
    const { install } = entry.descriptor;
    const installed = install && installer?.folderOf(install);
    return {
      extensionPath: entry.extensionPath,
      productRoot,
      openedFolders,
      env,
      ...(installed !== undefined && { installed }),
    };
  }
}
