import type { FileSearchQuery, TextSearchQuery } from '../../protocol/files.ts';

/** Command-line arguments of ripgrep for a search in files. */
export function textSearchArguments(query: TextSearchQuery): string[] {
  return [
    '--json',
    ...scopeArguments(query),
    '--crlf',
    query.caseSensitive ? '--case-sensitive' : '--ignore-case',
    ...(query.multiline ? ['--multiline'] : []),
    ...(query.encoding ? ['--encoding', encodingName(query.encoding)] : []),
    ...(query.contextLines ? ['--context', String(query.contextLines)] : []),
    ...(query.maxFileSize ? ['--max-filesize', String(query.maxFileSize)] : []),
    ...patternArguments(query),
  ];
}

/** The same for a list of files. */
export function fileSearchArguments(query: FileSearchQuery): string[] {
  return ['--files', '--null', ...scopeArguments(query)];
}

function scopeArguments({ includes, excludes, useIgnoreFiles }: FileSearchQuery | TextSearchQuery): string[] {
  return [
    // Links are not followed, so nothing outside the folder is ever read.
    '--no-config',
    '--no-follow',
    '--hidden',
    // A file that may not be read is passed over in silence, as VS Code does.
    '--no-messages',
    ...(useIgnoreFiles ? ['--no-require-git', '--no-ignore-parent', '--no-ignore-global'] : ['--no-ignore']),
    // The last one that matches counts.
    ...includes.flatMap((glob) => ['--glob', anchored(glob)]),
    ...excludes.flatMap((glob) => ['--glob', `!${anchored(glob)}`]),
  ];
}

/** A VS Code glob is one of a whole path; ripgrep's without a slash is one of a name anywhere. */
function anchored(glob: string): string {
  return glob.startsWith('**') || glob.startsWith('/') ? glob : `/${glob}`;
}

function patternArguments({ pattern, regExp, wholeWord }: TextSearchQuery): string[] {
  const isMultiline = pattern.includes('\n');
  if (!regExp && !wholeWord && !isMultiline) return ['--fixed-strings', '--regexp', pattern];
  const source = regExp ? translate(pattern) : escape(pattern);
  return ['--engine', 'auto', '--regexp', wholeWord ? asWord(source, pattern, regExp) : source];
}

/** What JavaScript writes differently, and line ends of both kinds. */
function translate(pattern: string): string {
  return pattern
    .replace(/(^|[^\\])((?:\\\\)*)\\u\{?([\da-fA-F]{4,6})\}?/g, '$1$2\\x{$3}')
    .replace(/(^|[^\\])((?:\\\\)*)\\n(?![*+?{])/g, '$1$2\\r?\\n')
    .replaceAll('\n', '\\r?\\n');
}

function escape(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|\-#&~]/g, '\\$&').replace(/\r?\n/g, '\\r?\\n');
}

/** Beside punctuation there is no word boundary to ask for. */
function asWord(source: string, pattern: string, regExp: boolean): string {
  if (regExp) return `\\b(?:${source})\\b`;
  const isWord = (character: string | undefined) =>
    character !== undefined && /[\p{L}\p{N}_]/u.test(character);
  return (isWord(pattern.at(0)) ? '\\b' : '') + source + (isWord(pattern.at(-1)) ? '\\b' : '');
}

/** From VS Code's name of an encoding to the one of the Encoding Standard. */
function encodingName(encoding: string): string {
  const known = encodings[encoding];
  if (known !== undefined) return known;
  return encoding
    .replace(/^windows(\d+)$/, 'windows-$1')
    .replace(/^iso8859(\d+)$/, 'iso-8859-$1')
    .replace(/^utf(8|16le|16be)$/, 'utf-$1')
    .replace(/^koi8([ru])$/, 'koi8-$1');
}

const encodings: Record<string, string> = {
  utf8bom: 'utf-8',
  shiftjis: 'shift_jis',
  eucjp: 'euc-jp',
  euckr: 'euc-kr',
  big5hkscs: 'big5-hkscs',
  cp866: 'ibm866',
  macroman: 'macintosh',
};
