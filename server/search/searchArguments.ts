import type { FileSearchQuery, TextSearchQuery } from '../protocol/files.ts';

/** ripgrep's arguments for a search through the text of files. The pattern never reads as an option. */
export function textSearchArguments(query: TextSearchQuery): string[] {
  const args = ['--json', '--no-config', '--hidden', '--no-require-git', '--crlf', ...scope(query)];
  args.push(query.caseSensitive ? '--case-sensitive' : '--ignore-case');
  if (query.regExp) args.push('--engine', 'auto');
  else args.push('--fixed-strings');
  if (query.wholeWord) args.push('--word-regexp');
  if (query.multiline) args.push('--multiline');
  if (query.encoding && query.encoding !== 'utf8') args.push('--encoding', query.encoding);
  if (query.maxFileSize) args.push('--max-filesize', String(query.maxFileSize));
  if (query.contextLines) args.push('--context', String(query.contextLines));
  args.push('--regexp', query.pattern, '--', '.');
  return args;
}

/** ripgrep's arguments for a list of files, separated by line feeds. */
export function fileListArguments(
  query: Pick<FileSearchQuery, 'includes' | 'excludes' | 'useIgnoreFiles'>,
): string[] {
  return ['--files', '--no-config', '--hidden', '--no-require-git', ...scope(query), '--', '.'];
}

function scope({
  includes,
  excludes,
  useIgnoreFiles,
}: Pick<FileSearchQuery, 'includes' | 'excludes' | 'useIgnoreFiles'>): string[] {
  const globs = [...includes.map(anchored), ...excludes.map((glob) => `!${anchored(glob)}`)];
  return [...globs.flatMap((glob) => ['--glob', glob]), ...(useIgnoreFiles ? [] : ['--no-ignore'])];
}

/** VS Code's globs start at the folder unless they begin with a double star; ripgrep's float unless they begin with a slash. */
function anchored(glob: string): string {
  return glob.startsWith('**') || glob.startsWith('/') ? glob : `/${glob}`;
}
