import type { Clock, Timer } from '../broker/clock.ts';

/** The machine's clock. Its timers alone keep no process running. */
export const systemClock: Clock = {
  now: () => performance.now(),
  after: (milliseconds, run) => timer(setTimeout(run, milliseconds).unref()),
};

/** For what has to happen before this process may end, such as a signal to a child that will not go. */
export const holdingClock: Clock = {
  now: () => performance.now(),
  after: (milliseconds, run) => timer(setTimeout(run, milliseconds)),
};

function timer(timeout: NodeJS.Timeout): Timer {
  return { cancel: () => clearTimeout(timeout) };
}
