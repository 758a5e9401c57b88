/** What is to be known of something that was thrown, which in JavaScript may be anything. */

/** An error of the operating system; with `codes`, one of these, such as `ENOENT` (errno(3)). */
export function isErrno(error: unknown, ...codes: readonly string[]): error is NodeJS.ErrnoException {
  if (!(error instanceof Error) || !('code' in error)) return false;
  return codes.length === 0 || codes.includes(String(error.code));
}

/** Why, as it can stand in a sentence or a line of the log. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
