import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { signalGroup, type Signalled } from './processGroup.ts';

/**
 * A process's group and everything it started that left the group: what a debug adapter runs often has a group or a
 * session of its own, and outlives the adapter that crashed. On Linux such strays are known by their environment,
 * whoever their parent is by now; elsewhere by their parents, while those live.
 */
export class ProcessTree implements Signalled {
  /** An entry of the environment, `NAME=value`. */
  readonly mark: string;
  readonly #pid: number;
  readonly #strays = new Set<number>();

  /** @param mark an entry of the environment that nothing else on this machine has. */
  constructor(pid: number, mark: string) {
    this.#pid = pid;
    this.mark = mark;
  }

  signal(signal: 'SIGTERM' | 'SIGKILL' | 0): boolean {
    if (signal !== 0) this.#look();
    const isGroupThere = signalGroup(this.#pid, signal);
    for (const pid of this.#strays) if (!signalOne(pid, signal)) this.#strays.delete(pid);
    if (isGroupThere || this.#strays.size > 0) return true;
    // Whoever was told to end may have started another one in the meantime.
    this.#look();
    return this.#strays.size > 0;
  }

  #look(): void {
    // There the whole tree is ended by the system's own tool.
    if (process.platform === 'win32') return;
    const all = process.platform === 'linux' ? listProc(this.mark) : listPs();
    const ours = new Set([this.#pid, ...this.#strays]);
    for (let size = 0; size < ours.size;) {
      size = ours.size;
      for (const { pid, parent, isMarked } of all) if (isMarked || ours.has(parent)) ours.add(pid);
    }
    for (const { pid, group } of all) {
      if (ours.has(pid) && group !== this.#pid && pid !== this.#pid) this.#strays.add(pid);
    }
  }
}

interface Listed {
  readonly pid: number;
  readonly parent: number;
  readonly group: number;
  readonly isMarked: boolean;
}

function listProc(mark: string): readonly Listed[] {
  return readdirSync('/proc').flatMap((name) => {
    const stat = /^\d+$/.test(name) && read(name, 'stat');
    // The name in parentheses may hold anything; behind it come state, parent and group (proc(5)).
    const [state, parent, group] = stat ? stat.slice(stat.lastIndexOf(')') + 2).split(' ') : [];
    if (state === undefined || state === 'Z') return [];
    const isMarked = read(name, 'environ').split('\0').includes(mark);
    return [{ pid: Number(name), parent: Number(parent), group: Number(group), isMarked }];
  });
}

/** Empty for a process that is gone, or another user's. */
function read(pid: string, file: string): string {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'latin1');
  } catch {
    // It ended since it was listed, or is not ours to look into.
    return '';
  }
}

function listPs(): readonly Listed[] {
  const { stdout } = spawnSync('ps', ['-axo', 'pid=,ppid=,pgid='], { encoding: 'utf8', timeout: 2_000 });
  return (stdout ?? '').split('\n').flatMap((line) => {
    const [pid, parent, group] = line.trim().split(/\s+/).map(Number);
    if (!pid || parent === undefined || group === undefined) return [];
    return [{ pid, parent, group, isMarked: false }];
  });
}

function signalOne(pid: number, signal: 'SIGTERM' | 'SIGKILL' | 0): boolean {
  // A process that is dead waits for a parent that may never ask after it.
  if (process.platform === 'linux' && isDead(String(pid))) return false;
  try {
    return process.kill(pid, signal);
  } catch {
    // ESRCH: it is gone, which is the answer.
    return false;
  }
}

function isDead(pid: string): boolean {
  const stat = read(pid, 'stat');
  return stat === '' || stat.slice(stat.lastIndexOf(')') + 2).startsWith('Z');
}
