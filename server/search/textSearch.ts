import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { z } from 'zod';
import type { TextMatch, TextSearchQuery } from '../protocol/files.ts';
import { runRipgrep } from './ripgrep.ts';
import { textSearchArguments } from './searchArguments.ts';
import { positionAt } from './utf16.ts';

/**
 * Searches the text of the files below `folder`.
 * @param onMatches called with batches, as they are found
 * @returns whether `maxResults` cut the search short
 * @throws SearchError with a sentence for the user
 */
export async function searchText(
  folder: string,
  query: TextSearchQuery,
  onMatches: (matches: readonly TextMatch[]) => void,
  signal: AbortSignal,
): Promise<{ limitHit: boolean }> {
  let batch: TextMatch[] = [];
  let found = 0;
  const flush = () => {
    if (batch.length > 0) onMatches(batch);
    batch = [];
  };
  await runRipgrep({
    args: textSearchArguments(query),
    cwd: folder,
    signal,
    onLine: (line) => {
      const match = toMatch(line, folder, query.maxResults - found);
      if (!match) return true;
      batch.push(match);
      found += match.ranges.length;
      if (batch.length >= batchSize) flush();
      return found < query.maxResults;
    },
  });
  flush();
  return { limitHit: found >= query.maxResults };
}

const batchSize = 256;
/** Characters of a line worth sending: beyond, it is no line that a person reads. */
const longestLine = 1 << 20;

/** ripgrep's text, or base64 of what is not UTF-8. */
const content = z.union([
  z.object({ text: z.string() }).transform(({ text }) => text),
  z.object({ bytes: z.string() }).transform(({ bytes }) => Buffer.from(bytes, 'base64').toString('utf8')),
]);

const event = z.object({
  type: z.enum(['match', 'context']),
  data: z.object({
    path: content,
    lines: content,
    line_number: z.number(),
    submatches: z.array(z.object({ start: z.number(), end: z.number() })),
  }),
});

function toMatch(line: string, folder: string, atMost: number): TextMatch | undefined {
  // Begin, end and summary events are of no use, and cheaper to tell apart before parsing.
  if (!line.startsWith('{"type":"match"') && !line.startsWith('{"type":"context"')) return undefined;
  const { type, data } = event.parse(JSON.parse(line));
  const text = data.lines;
  const first = data.line_number - 1;
  const at = positionAt(text);
  const ranges = data.submatches.slice(0, atMost).map(({ start, end }) => {
    const from = at(start);
    const to = at(end);
    return {
      startLine: first + from.line,
      startColumn: from.column,
      endLine: first + to.line,
      endColumn: to.column,
    };
  });
  const uri = pathToFileURL(join(folder, data.path)).href;
  const shown = text.replace(/\r?\n$/, '').slice(0, longestLine);
  return { uri, line: first, text: shown, ranges, ...(type === 'context' && { context: true }) };
}
