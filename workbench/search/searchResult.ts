import { URI } from '@codingame/monaco-vscode-api/vscode/vs/base/common/uri';
import {
  SearchRange,
  TextSearchMatch,
  type IFileMatch,
  type ITextSearchPreviewOptions,
  type ITextSearchResult,
} from '@codingame/monaco-vscode-api/vscode/vs/workbench/services/search/common/search';
import type { TextMatch } from '../../server/protocol/files.ts';

/** The server's matches as VS Code's, one `IFileMatch` for each run of matches in one file. */
export function toFileMatches(
  matches: readonly TextMatch[],
  previewOptions?: ITextSearchPreviewOptions,
): IFileMatch[] {
  const byFile = new Map<string, ITextSearchResult[]>();
  for (const match of matches) {
    const results = byFile.get(match.uri) ?? [];
    byFile.set(match.uri, results);
    results.push(toResult(match, previewOptions));
  }
  return [...byFile].map(([uri, results]) => ({ resource: URI.parse(uri), results }));
}

function toResult(match: TextMatch, previewOptions?: ITextSearchPreviewOptions): ITextSearchResult {
  // A context line counts from 1, a match from 0: so it is in VS Code.
  if (match.context) return { text: match.text, lineNumber: match.line + 1 };
  const ranges = match.ranges.map(
    ({ startLine, startColumn, endLine, endColumn }) =>
      new SearchRange(startLine, startColumn, endLine, endColumn),
  );
  return new TextSearchMatch(match.text, ranges, previewOptions);
}
