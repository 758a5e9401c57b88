/** Time as the broker sees it. Tests pass one that stands still. */
export interface Clock {
  /** Milliseconds, from any fixed origin, never going back. */
  now(): number;
  after(milliseconds: number, run: () => void): Timer;
}

export interface Timer {
  /** Harmless when it already ran. */
  cancel(): void;
}
