const ladder: readonly number[] = [250, 500, 1000, 2000, 4000];

/** Milliseconds before the nth try (from 0) to connect again: design §4, "Link loss". */
export function reconnectDelay(attempt: number): number {
  return ladder[attempt] ?? 10_000;
}

/** After the first tries a page that nobody looks at waits until it is looked at. */
export function waitsForVisibility(attempt: number, hidden: boolean): boolean {
  return hidden && attempt >= ladder.length;
}
