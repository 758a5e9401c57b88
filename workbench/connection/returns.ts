const interval = 5_000;
/** Timers of a busy page are late too, but not by this much. */
const sleep = 15_000;

/**
 * Calls back when the network or the user is back, or the machine after a sleep: a good moment to see whether what
 * was connected still is. For the life of the page.
 */
export function onReturn(listener: () => void): void {
  window.addEventListener('online', listener);
  window.addEventListener('focus', listener);
  document.addEventListener('visibilitychange', () => document.hidden || listener());
  let last = Date.now();
  setInterval(() => {
    const now = Date.now();
    if (now - last > interval + sleep) listener();
    last = now;
  }, interval);
}
