import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdtemp, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Log } from '../broker/log.ts';
import type { Folders } from '../files/folders.ts';
import { holdingClock } from '../process/clock.ts';
import { findTool } from '../process/commandLookup.ts';
import { childEnvironment } from '../process/environment.ts';
import { ParentWatch } from '../process/parentWatch.ts';
import { startProcess, type RunningProcess } from '../process/runningProcess.ts';
import { StderrTail } from '../process/stderrTail.ts';
import { installCommand, type Install } from '../protocol/install.ts';
import { planOf, type InstallPlan } from './installPlan.ts';
import { isErrno, messageOf } from '../thrown.ts';
import { makeFolders } from '../makeFolders.ts';

export type InstallOutcome =
  | { readonly kind: 'installed' }
  /** `output` has its last lines, oldest first. */
  | { readonly kind: 'failed'; readonly reason: string; readonly output: readonly string[] }
  | { readonly kind: 'cancelled' };

export type UninstallOutcome =
  | { readonly kind: 'uninstalled' }
  /** There is nothing. */
  | { readonly kind: 'absent' }
  | { readonly kind: 'failed'; readonly reason: string };

/** Ends what runs from a folder that is about to be deleted; resolves when nothing of it is left. */
export type Leave = (folder: string) => Promise<void>;

export interface InstallerOptions {
  /** The folder that holds everything installed. */
  readonly servers: string;
  /** Mooring's own folder. */
  readonly productRoot: string;
  readonly folders: Folders;
  readonly log: Log;
  /** The environment that npm and go get a part of. */
  readonly env?: Readonly<Record<string, string | undefined>>;
  /** Milliseconds that one installation may take. */
  readonly limit?: number;
}

interface Run {
  readonly outcome: Promise<InstallOutcome>;
  readonly abort: AbortController;
  readonly listeners: Set<(line: string) => void>;
}

const defaultLimit = 15 * 60_000;

/** What npm and go are to know of this machine's network and caches, beside what every child gets. */
const toolEnvironment = [
  'HTTP_PROXY HTTPS_PROXY NO_PROXY http_proxy https_proxy no_proxy NODE_EXTRA_CA_CERTS SSL_CERT_FILE',
  'npm_config_registry npm_config_cache npm_config_cafile',
  'GOPROXY GONOPROXY GONOSUMDB GOSUMDB GOPRIVATE GOCACHE GOMODCACHE',
].flatMap((names) => names.split(' '));

/** Installs pinned servers when somebody asks for it: into a draft folder first, so that nothing is ever partial. */
export class Installer {
  readonly #options: InstallerOptions;
  readonly #watch = new ParentWatch();
  readonly #runs = new Map<string, Run>();
  readonly #users: Leave[] = [];
  #isStopped = false;

  constructor(options: InstallerOptions) {
    this.#options = options;
  }

  /** Where it lies, or will lie, once it is installed. */
  folderOf(install: Install): string {
    return planOf(install, this.#options.servers).folder;
  }

  /** Whether it lies there. */
  has(install: Install): boolean {
    return existsSync(this.folderOf(install));
  }

  /** Whether this machine has what installs it. */
  async canInstall(install: Install): Promise<boolean> {
    const { tool } = planOf(install, this.#options.servers);
    return typeof (await this.#find(tool)) !== 'string';
  }

  /**
   * Installs it, or joins an installation that is under way. It is cancelled when nobody waits for it any more;
   * the answer comes when nothing of it is left.
   *
   * @param onLine gets what the tool writes, line by line
   */
  async install(
    install: Install,
    onLine: (line: string) => void,
    signal: AbortSignal,
  ): Promise<InstallOutcome> {
    const plan = planOf(install, this.#options.servers);
    await this.#clearedAway(plan);
    if (signal.aborted || this.#isStopped) return { kind: 'cancelled' };
    const run = this.#runs.get(plan.folder) ?? this.#begin(plan, install);
    run.listeners.add(onLine);
    const leave = (): void => {
      run.listeners.delete(onLine);
      if (run.listeners.size === 0) run.abort.abort();
    };
    signal.addEventListener('abort', leave, { once: true });
    try {
      return await run.outcome;
    } finally {
      signal.removeEventListener('abort', leave);
    }
  }

  /** Says who runs what is installed. */
  usedBy(leave: Leave): void {
    this.#users.push(leave);
  }

  /** Deletes it, and nothing else. From the first moment on nobody finds a part of it. */
  async uninstall(install: Install): Promise<UninstallOutcome> {
    const { servers, log } = this.#options;
    const { folder } = planOf(install, servers);
    if (this.#runs.has(folder)) return { kind: 'failed', reason: 'it is being installed' };
    const removed = join(servers, `.removed-${randomUUID()}`);
    try {
      await rename(folder, removed);
      log.info({ folder }, 'Uninstalling');
      await Promise.all(this.#users.map((leave) => leave(folder)));
      await rm(removed, { recursive: true, force: true, maxRetries: 5 });
      return { kind: 'uninstalled' };
    } catch (error) {
      if (isErrno(error, 'ENOENT') && !existsSync(folder)) return { kind: 'absent' };
      return { kind: 'failed', reason: messageOf(error) };
    }
  }

  /** Cancels what is under way; resolves when nothing of it is left. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    for (const run of this.#runs.values()) run.abort.abort();
    await Promise.all([...this.#runs.values()].map((run) => run.outcome));
    this.#watch.stop();
  }

  /** One that everybody has left is joined by nobody: it is waited for until nothing of it is left. */
  async #clearedAway({ folder }: InstallPlan): Promise<void> {
    for (;;) {
      const run = this.#runs.get(folder);
      if (!run?.abort.signal.aborted) return;
      await run.outcome;
    }
  }

  #begin(plan: InstallPlan, install: Install): Run {
    const abort = new AbortController();
    const listeners = new Set<(line: string) => void>();
    const tell = (line: string) => listeners.forEach((listener) => listener(line));
    const outcome = this.#run(plan, install, tell, abort.signal).finally(() =>
      this.#runs.delete(plan.folder),
    );
    const run = { outcome, abort, listeners };
    this.#runs.set(plan.folder, run);
    return run;
  }

  async #run(
    plan: InstallPlan,
    install: Install,
    tell: (line: string) => void,
    signal: AbortSignal,
  ): Promise<InstallOutcome> {
    const { servers, log } = this.#options;
    const command = installCommand(install);
    let draft: string | undefined;
    try {
      await makeFolders(dirname(plan.folder));
      draft = await mkdtemp(join(servers, '.draft-'));
      log.info({ command }, 'Installing');
      const outcome = await this.#fill(draft, plan, tell, signal);
      if (outcome.kind === 'installed') {
        await rm(plan.folder, { recursive: true, force: true });
        await rename(draft, plan.folder);
      }
      log.info({ command, outcome: outcome.kind }, 'Installing is over');
      return outcome;
    } catch (error) {
      const why = messageOf(error);
      return { kind: 'failed', reason: `${command} failed: ${why}.`, output: [] };
    } finally {
      if (draft !== undefined) await rm(draft, { recursive: true, force: true, maxRetries: 5 });
    }
  }

  async #fill(
    draft: string,
    plan: InstallPlan,
    tell: (line: string) => void,
    signal: AbortSignal,
  ): Promise<InstallOutcome> {
    const found = await this.#find(plan.tool);
    if (typeof found === 'string') return { kind: 'failed', reason: `${found}.`, output: [] };
    const env = { ...this.#environment(), ...plan.env(draft) };
    const context = { clock: holdingClock, log: this.#options.log, watch: this.#watch, what: 'Installer' };
    const args = [...found.prefix, ...plan.args(draft)];
    // In the draft: what lies in the opened folder, an .npmrc say, has no part in it.
    const started = await startProcess({ file: found.file, args, cwd: draft, env }, context);
    if (typeof started === 'string') return { kind: 'failed', reason: `${started}.`, output: [] };
    return this.#wait(started, draft, plan, tell, signal);
  }

  async #wait(
    running: RunningProcess,
    draft: string,
    plan: InstallPlan,
    tell: (line: string) => void,
    signal: AbortSignal,
  ): Promise<InstallOutcome> {
    const { limit = defaultLimit } = this.#options;
    const output = new StderrTail(tell);
    for (const pipe of [running.child.stdout, running.child.stderr]) {
      pipe.on('data', (chunk: Buffer) => output.push(chunk));
    }
    running.child.stdin.end();
    let isLate = false;
    const end = (): void => void running.end('now');
    const timer = holdingClock.after(limit, () => {
      isLate = true;
      end();
    });
    signal.addEventListener('abort', end, { once: true });
    if (signal.aborted) end();
    const exit = await running.exited;
    await running.gone;
    timer.cancel();
    signal.removeEventListener('abort', end);
    if (signal.aborted) return { kind: 'cancelled' };
    if (isLate) return failed(`${plan.tool} took longer than ${limit / 60_000} minutes`, output);
    if (exit.code !== 0) {
      return failed(`${plan.tool} ended with ${exit.signal ?? `exit code ${exit.code}`}`, output);
    }
    if (!existsSync(join(draft, plan.proof))) {
      return failed(`${plan.tool} ended well, but installed nothing of that name`, output);
    }
    return { kind: 'installed' };
  }

  #find(tool: InstallPlan['tool']): ReturnType<typeof findTool> {
    const openedFolders = this.#options.folders.all().map((folder) => folder.realPath);
    const { productRoot, servers } = this.#options;
    return findTool(tool, {
      extensionPath: servers,
      productRoot,
      openedFolders,
      env: this.#environment(),
    });
  }

  #environment(): Record<string, string> {
    return childEnvironment(this.#options.env ?? process.env, toolEnvironment, process.platform);
  }
}

function failed(reason: string, output: StderrTail): InstallOutcome {
  return { kind: 'failed', reason: `${reason}.`, output: output.lines() };
}
