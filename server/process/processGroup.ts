import { spawnSync } from 'node:child_process';
import { isErrno } from '../thrown.ts';

/** What is ended as one. */
export interface Signalled {
  /** @returns false when nothing of it is left. */
  signal(signal: 'SIGTERM' | 'SIGKILL' | 0): boolean;
  /** Part of the environment of all of it, by which others can find it. */
  readonly mark?: string;
}

/** A process's own group. */
export function ownGroup(pid: number): Signalled {
  return { signal: (signal) => signalGroup(pid, signal) };
}

/**
 * Signals a process and everything it started that did not leave its group.
 *
 * @returns false when nothing of it is left.
 */
export function signalGroup(pid: number, signal: 'SIGTERM' | 'SIGKILL' | 0): boolean {
  if (process.platform === 'win32') return signalTree(pid, signal);
  try {
    process.kill(-pid, signal);
    return true;
  } catch (error) {
    // EPERM: it is there and may not be signalled (macOS says so of zombies). ESRCH: it is gone.
    return isErrno(error, 'EPERM') && signal === 0;
  }
}

/** Windows has no groups; its own tool walks the tree. */
function signalTree(pid: number, signal: 'SIGTERM' | 'SIGKILL' | 0): boolean {
  if (signal === 0) {
    try {
      return process.kill(pid, 0);
    } catch {
      // ESRCH: it is gone, which is the answer.
      return false;
    }
  }
  return spawnSync('taskkill', ['/pid', String(pid), '/T', '/F'], { windowsHide: true }).status === 0;
}
