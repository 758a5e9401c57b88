/** How well a path answers what was typed; the lower the better, undefined for not at all. */
export type FileRanking = (relativePath: string) => number | undefined;

/**
 * The letters must occur in order, in any case. Those that hold them in one piece come first, in the file's name
 * before elsewhere: only so many are told, and the page puts those in their final order.
 */
export function fileRanking(pattern: string): FileRanking {
  const wanted = pattern
    .toLowerCase()
    .replaceAll('\\', '/')
    .replace(/[\s*…"]/g, '');
  if (wanted === '') return () => 0;
  return (relativePath) => {
    const path = relativePath.toLowerCase();
    if (!hasInOrder(path, wanted)) return undefined;
    const name = path.slice(path.lastIndexOf('/') + 1);
    return kindOf(path, name, wanted) * 10_000 + Math.min(path.length, 9_999);
  };
}

function kindOf(path: string, name: string, wanted: string): number {
  if (name === wanted) return 0;
  if (name.startsWith(wanted)) return 1;
  if (name.includes(wanted)) return 2;
  if (path.includes(wanted)) return 3;
  return hasInOrder(name, wanted) ? 4 : 5;
}

function hasInOrder(text: string, letters: string): boolean {
  let at = 0;
  for (const letter of letters) {
    at = text.indexOf(letter, at);
    if (at === -1) return false;
    at += letter.length;
  }
  return true;
}
