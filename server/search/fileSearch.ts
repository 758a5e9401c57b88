import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { FileSearchQuery } from '../protocol/files.ts';
import { fuzzyScore } from './fuzzyScore.ts';
import { runRipgrep } from './ripgrep.ts';
import { fileListArguments } from './searchArguments.ts';

/**
 * Lists files below `folder` whose relative path holds the pattern's letters in order, best match first.
 * @returns `file:` URIs, and whether `maxResults` cut the list short
 * @throws SearchError with a sentence for the user
 */
export async function searchFiles(
  folder: string,
  query: FileSearchQuery,
  signal: AbortSignal,
): Promise<{ uris: readonly string[]; limitHit: boolean }> {
  const pattern = query.pattern.replace(/\s/g, '').toLowerCase();
  const found: { path: string; score: number }[] = [];
  await runRipgrep({
    args: fileListArguments(query),
    cwd: folder,
    signal,
    onLine: (line) => {
      const path = line.replace(/^\.[/\\]/, '');
      const score = fuzzyScore(path, pattern);
      if (score !== undefined) found.push({ path, score });
      // Without a pattern any file is as good as another, so the first ones will do.
      return pattern !== '' || found.length <= query.maxResults;
    },
  });
  if (pattern !== '') found.sort((a, b) => b.score - a.score || a.path.length - b.path.length);
  const best = found.slice(0, query.maxResults);
  const uris = best.map(({ path }) => pathToFileURL(join(folder, path)).href);
  return { uris, limitHit: found.length > query.maxResults };
}
