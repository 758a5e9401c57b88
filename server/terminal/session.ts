import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';

const hangUpTime = 1_500;
const killTime = 2_000;
const pollTime = 50;

/**
 * Ends all processes of a session, the jobs of its shell with it, whatever process groups they are in: SIGHUP, as
 * when a terminal is closed, then SIGKILL for those that do not go. Resolves when none is left. What made a
 * session of its own (`setsid`) is not of this one.
 */
export async function endSession(leader: number): Promise<void> {
  signal(leader, 'SIGHUP');
  // A job that is stopped gets to see the signal only when it goes on.
  signal(leader, 'SIGCONT');
  if (await isGone(leader, hangUpTime)) return;
  signal(leader, 'SIGKILL');
  // Only a process stuck in the kernel is still there at the end of this.
  await isGone(leader, killTime);
}

async function isGone(leader: number, milliseconds: number): Promise<boolean> {
  const deadline = performance.now() + milliseconds;
  while (members(leader).length > 0) {
    if (performance.now() > deadline) return false;
    await pause(pollTime);
  }
  return true;
}

function signal(leader: number, name: NodeJS.Signals): void {
  for (const target of members(leader)) {
    try {
      process.kill(target, name);
    } catch {
      // ESRCH: it went meanwhile, which is what is wanted. EPERM: it became somebody else's.
    }
  }
}

/** What `kill` takes: on Linux the living processes of the session, elsewhere its shell's process group. */
function members(leader: number): readonly number[] {
  if (process.platform === 'linux') {
    return readdirSync('/proc')
      .filter((name) => /^\d+$/.test(name))
      .filter((pid) => isMember(pid, leader))
      .map(Number);
  }
  const target = process.platform === 'win32' ? leader : -leader;
  try {
    process.kill(target, 0);
    return [target];
  } catch {
    // ESRCH: it is gone, which is the answer.
    return [];
  }
}

/** proc(5) "/proc/pid/stat": after the name in brackets come state, parent, group and session. */
function isMember(pid: string, leader: number): boolean {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
    const [state, , , session] = stat.slice(stat.lastIndexOf(')') + 2).split(' ', 4);
    return session === String(leader) && state !== 'Z' && state !== 'X';
  } catch {
    // It ended between the listing and this read.
    return false;
  }
}
