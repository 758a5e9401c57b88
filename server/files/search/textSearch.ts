import type { TextMatch, TextSearchQuery } from '../../protocol/files.ts';
import { readMatch } from './matchReader.ts';
import { ripgrep } from './ripgrep.ts';
import { textSearchArguments } from './searchArguments.ts';

export interface TextSearch {
  /** Real path. */
  readonly folder: string;
  readonly query: TextSearchQuery;
  readonly signal: AbortSignal;
  /** Takes what was found so far; the search waits for it. */
  readonly found: (matches: readonly TextMatch[]) => Promise<void>;
}

/** @throws FileError */
export async function searchText({
  folder,
  query,
  signal,
  found,
}: TextSearch): Promise<{ limitHit: boolean }> {
  if (query.pattern === '') return { limitHit: false };
  let left = query.maxResults;
  const args = textSearchArguments(query);
  for await (const lines of ripgrep({ args, folder, separator: '\n', signal })) {
    const matches: TextMatch[] = [];
    for (const line of lines) {
      const match = readMatch(String(line), folder);
      if (!match) continue;
      // One more than asked for: only then it is sure that there are more.
      const kept = match.ranges.slice(0, left);
      if (kept.length < match.ranges.length && !match.context) {
        if (kept.length > 0) matches.push({ ...match, ranges: kept });
        await found(matches);
        return { limitHit: true };
      }
      left -= kept.length;
      matches.push(match);
    }
    if (matches.length > 0) await found(matches);
  }
  return { limitHit: false };
}
