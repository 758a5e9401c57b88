/** Milliseconds to wait before the nth try (from 0) to connect again: design §4, "Link loss". */
export function reconnectDelay(attempt: number): number {
  return ladder[attempt] ?? 10_000;
}

const ladder = [250, 500, 1000, 2000, 4000];
