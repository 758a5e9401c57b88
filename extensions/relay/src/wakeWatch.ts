import type { Disposable } from 'vscode';
import type { Clock } from './clock.ts';

const interval = 5_000;
/** Timers of a busy page are late too, but not by this much. */
const sleep = 15_000;

/** Calls back after the page stood still: the machine slept, or the browser was frozen. */
export function onWakeUp(clock: Clock, callback: () => void): Disposable {
  let last = clock.now();
  return clock.every(interval, () => {
    const now = clock.now();
    if (now - last > interval + sleep) callback();
    last = now;
  });
}
