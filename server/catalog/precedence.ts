import { compare, parse } from 'semver';

/** One of several extensions that claim one id. */
export interface Candidate {
  readonly version: string;
}

/**
 * Which of the extensions with one id is loaded: the one of the highest version (by semver; what is no version is
 * lower than all that are), and of equal ones the first, in the order of the sources and by name within one. So what
 * is dropped in takes the place of what ships only where it is newer, as in VS Code.
 */
export function preferred<T extends Candidate>(candidates: readonly [T, ...T[]]): T {
  return candidates.reduce((best, next) => (order(next.version, best.version) > 0 ? next : best));
}

function order(a: string, b: string): number {
  const [first, second] = [parse(a, { loose: true }), parse(b, { loose: true })];
  if (!first || !second) return Number(Boolean(first)) - Number(Boolean(second));
  return compare(first, second);
}
