import type { Disposable } from 'vscode';

/** Time, passed in so that tests own it. All times are milliseconds. */
export interface Clock {
  now(): number;
  after(delay: number, callback: () => void): Disposable;
  every(interval: number, callback: () => void): Disposable;
}

export const systemClock: Clock = {
  now: () => Date.now(),
  after(delay, callback) {
    const timer = setTimeout(callback, delay);
    return { dispose: () => clearTimeout(timer) };
  },
  every(interval, callback) {
    const timer = setInterval(callback, interval);
    return { dispose: () => clearInterval(timer) };
  },
};

/** The promise's value, or undefined when `delay` ms pass first. */
export function within<T>(clock: Clock, delay: number, promise: Promise<T>): Promise<T | undefined> {
  return new Promise((resolve, reject) => {
    const timer = clock.after(delay, () => resolve(undefined));
    promise.then(resolve, reject).finally(() => timer.dispose());
  });
}
