import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

/**
 * Does some work while no other process does it: a file that holds the worker's process id says who does.
 * @template T
 * @param {string} file
 * @param {() => Promise<T>} work
 * @param {(pid: number) => void} [waiting] called once when another process is at it
 * @returns {Promise<T>}
 */
export async function withFileLock(file, work, waiting = () => {}) {
  mkdirSync(dirname(file), { recursive: true });
  let isTold = false;
  while (!take(file)) {
    const pid = holderOf(file);
    if (!isRunning(pid)) {
      // It was killed at its work, or is about to say who it is.
      if (pid !== undefined) rmSync(file, { force: true });
    } else if (!isTold) {
      isTold = true;
      waiting(pid);
    }
    await pause(50);
  }
  try {
    return await work();
  } finally {
    rmSync(file, { force: true });
  }
}

/** @param {string} file */
function take(file) {
  try {
    writeFileSync(file, String(process.pid), { flag: 'wx' });
    return true;
  } catch (error) {
    if (/** @type {NodeJS.ErrnoException} */ (error).code === 'EEXIST') return false;
    throw error;
  }
}

/** @param {string} file */
function holderOf(file) {
  try {
    return Number(readFileSync(file, 'utf8')) || undefined;
  } catch {
    // It has just been given back.
    return undefined;
  }
}

/**
 * @param {number | undefined} pid
 * @returns {pid is number}
 */
function isRunning(pid) {
  if (pid === undefined) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // Another user's process is one too.
    return /** @type {NodeJS.ErrnoException} */ (error).code === 'EPERM';
  }
}
