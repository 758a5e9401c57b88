/**
 * How well a path matches letters typed in quick open: higher is better, undefined is no match. VS Code ranks
 * the list again; this only decides which files are worth sending when there are more than fit.
 * @param pattern lower case, without spaces
 */
export function fuzzyScore(path: string, pattern: string): number | undefined {
  if (pattern === '') return 0;
  const lower = path.toLowerCase();
  const nameAt = lower.lastIndexOf('/') + 1;
  const whole = lower.indexOf(pattern, nameAt);
  if (whole !== -1) return whole === nameAt ? 4 : 3;
  if (inOrder(lower.slice(nameAt), pattern)) return 2;
  return inOrder(lower, pattern) ? 1 : undefined;
}

function inOrder(text: string, letters: string): boolean {
  let at = -1;
  for (const letter of letters) {
    at = text.indexOf(letter, at + 1);
    if (at === -1) return false;
  }
  return true;
}
