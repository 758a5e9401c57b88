import { execFile } from 'node:child_process';
import { readdir, readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import type { Clock } from '../broker/clock.ts';

/** One process of the machine, as far as it matters which of them belong together. */
interface ProcessEntry {
  readonly pid: number;
  readonly parent: number;
  readonly group: number;
  /** Resident bytes. */
  memory(): Promise<number>;
}

/** A look at the processes of the machine is not free: the same one serves everybody for this long. */
const freshTime = 2_000;
const listTimeout = 2_000;
/** So many files of /proc are read at once. */
const batch = 64;

/** How much memory language servers take, with everything they started. */
export class ProcessMemory {
  readonly #clock: Clock;
  readonly #list: () => Promise<readonly ProcessEntry[]>;
  #known: { readonly at: number; readonly roots: string; readonly sums: Promise<Sums> } | undefined;

  constructor(clock: Clock, platform: NodeJS.Platform = process.platform) {
    this.#clock = clock;
    this.#list = platform === 'linux' ? listFromProc : () => listFromPs(platform);
  }

  /** Resident bytes by process id; those of which the system tells nothing are left out. Never rejects. */
  of(roots: readonly number[]): Promise<Sums> {
    const key = roots.toSorted((left, right) => left - right).join();
    const now = this.#clock.now();
    if (this.#known?.roots === key && now - this.#known.at < freshTime) return this.#known.sums;
    const sums = this.#measure(roots);
    this.#known = { at: now, roots: key, sums };
    return sums;
  }

  async #measure(roots: readonly number[]): Promise<Sums> {
    if (roots.length === 0) return new Map();
    const all = await this.#list();
    const sums = roots.map(async (root) => {
      const members = membersOf(root, all);
      const sizes = await Promise.all(members.map((member) => member.memory()));
      return [root, sizes.reduce((sum, size) => sum + size, 0)] as const;
    });
    return new Map((await Promise.all(sums)).filter(([, size]) => size > 0));
  }
}

type Sums = ReadonlyMap<number, number>;

/** Everything in the group of a process, and every descendant, also one that left the group. */
function membersOf(root: number, all: readonly ProcessEntry[]): ProcessEntry[] {
  const found = new Map(
    all.filter(({ pid, group }) => pid === root || group === root).map((entry) => [entry.pid, entry]),
  );
  for (let before = -1; found.size > before;) {
    before = found.size;
    for (const entry of all) if (found.has(entry.parent)) found.set(entry.pid, entry);
  }
  return [...found.values()];
}

async function listFromProc(): Promise<readonly ProcessEntry[]> {
  // Without /proc nothing is known, which the list says by leaving it out.
  const names = await readdir('/proc').catch((): string[] => []);
  const pids = names.filter((name) => /^\d+$/.test(name));
  const entries: ProcessEntry[] = [];
  for (let start = 0; start < pids.length; start += batch) {
    const part = await Promise.all(pids.slice(start, start + batch).map(readStat));
    entries.push(...part.flatMap((entry) => entry ?? []));
  }
  return entries;
}

async function readStat(name: string): Promise<ProcessEntry | undefined> {
  const stat = await read(`/proc/${name}/stat`);
  // The name in parentheses may hold anything; what follows it is state, parent, group (proc_pid_stat(5)).
  const [, parent, group] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  if (group === undefined) return undefined;
  const memory = async (): Promise<number> => {
    const kibibytes = /^VmRSS:\s+(\d+) kB/m.exec(await read(`/proc/${name}/status`))?.[1];
    return Number(kibibytes ?? 0) * 1024;
  };
  return { pid: Number(name), parent: Number(parent), group: Number(group), memory };
}

async function listFromPs(platform: NodeJS.Platform): Promise<readonly ProcessEntry[]> {
  if (platform === 'win32') return [];
  try {
    const { stdout } = await promisify(execFile)('/bin/ps', ['-A', '-o', 'pid=,ppid=,pgid=,rss='], {
      timeout: listTimeout,
      env: {},
    });
    return stdout.split('\n').flatMap((line) => {
      const [pid, parent, group, kibibytes] = line.trim().split(/\s+/).map(Number);
      if (pid === undefined || parent === undefined || group === undefined) return [];
      return [{ pid, parent, group, memory: () => Promise.resolve((kibibytes ?? 0) * 1024) }];
    });
  } catch {
    // No ps, or one that hangs: then nothing is known of memory, and the list says so by leaving it out.
    return [];
  }
}

/** Empty for a process that is gone. */
async function read(file: string): Promise<string> {
  try {
    return await readFile(file, 'utf8');
  } catch {
    // It ended between the listing and this read.
    return '';
  }
}
