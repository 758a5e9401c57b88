import picomatch from 'picomatch';

/** Tells whether a relative path with forward slashes is meant by one of the globs, or lies below what is. */
export function globMatcher(globs: readonly string[]): (relativePath: string) => boolean {
  if (globs.length === 0) return () => false;
  // VS Code means a folder's content by its name, and matches dot files like others.
  const patterns = globs.flatMap((glob) => [glob, `${glob.replace(/\/+$/, '')}/**`]);
  return picomatch(patterns, { dot: true });
}
