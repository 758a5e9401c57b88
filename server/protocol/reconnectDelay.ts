const ladder: readonly number[] = [250, 500, 1_000, 2_000, 4_000];
const plateau = 10_000;

/** So many tries follow each other quickly, before each of the others takes its time. */
export const quickTries = ladder.length;

/** Milliseconds that a page waits before the nth try in a row (from 0) to connect again. */
export function reconnectDelay(attempt: number): number {
  return ladder[attempt] ?? plateau;
}
