import { join, normalize, sep } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { FileSearchQuery } from '../../protocol/files.ts';
import { fileRanking } from './fileRanking.ts';
import { ripgrep } from './ripgrep.ts';
import { fileSearchArguments } from './searchArguments.ts';

export interface FileSearch {
  /** Real path. */
  readonly folder: string;
  readonly query: FileSearchQuery;
  readonly signal: AbortSignal;
}

interface Found {
  readonly path: string;
  readonly rank: number;
}

/** @throws FileError */
export async function searchFiles({
  folder,
  query,
  signal,
}: FileSearch): Promise<{ uris: readonly string[]; limitHit: boolean }> {
  const { maxResults, pattern } = query;
  const rank = fileRanking(pattern);
  let found: Found[] = [];
  let limitHit = false;
  for await (const lines of ripgrep({ args: fileSearchArguments(query), folder, separator: '\0', signal })) {
    for (const line of lines) {
      const path = normalize(String(line));
      const value = rank(path.replaceAll(sep, '/'));
      if (value !== undefined) found.push({ path, rank: value });
    }
    if (found.length <= maxResults) continue;
    limitHit = true;
    if (pattern === '') break;
    // The best of all are wanted, but no more of them are kept than needed.
    if (found.length > 2 * maxResults + 10_000) found = best(found, maxResults);
  }
  const uris = best(found, maxResults).map(({ path }) => pathToFileURL(join(folder, path)).href);
  return { uris, limitHit };
}

function best(found: readonly Found[], count: number): Found[] {
  return [...found].sort((a, b) => a.rank - b.rank).slice(0, count);
}
