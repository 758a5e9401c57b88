import type { Timer } from '../broker/clock.ts';
import { holdingClock } from './clock.ts';

/** Waits for a promise, but not for ever. @returns whether it was settled in time; rejects when it does. */
export async function settlesWithin(milliseconds: number, promise: Promise<unknown>): Promise<boolean> {
  let timer: Timer | undefined;
  const late = new Promise<boolean>((resolve) => {
    timer = holdingClock.after(milliseconds, () => resolve(false));
  });
  return Promise.race([promise.then(() => true), late]).finally(() => timer?.cancel());
}
