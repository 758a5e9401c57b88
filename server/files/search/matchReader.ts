import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { TextMatch } from '../../protocol/files.ts';

/** Longer text is cut: nobody reads on, and the ranges hold all the same. */
const textLimit = 65_536;

/** One line of ripgrep's JSON output as a match; undefined for those that are none. */
export function readMatch(line: string, folder: string): TextMatch | undefined {
  const { type, data } = JSON.parse(line) as Message;
  if (type !== 'match' && type !== 'context') return undefined;
  const path = bytesOf(data.path).toString();
  const uri = pathToFileURL(resolve(folder, path)).href;
  const bytes = bytesOf(data.lines);
  const firstLine = (data.line_number ?? 1) - 1;
  // The editor does not count the byte order mark as a character of the first line.
  const hidden = firstLine === 0 && bytes.subarray(0, 3).equals(byteOrderMark) ? byteOrderMark.length : 0;
  const visible = bytes.subarray(hidden);
  const text = visible
    .toString()
    .replace(/\r?\n$/, '')
    .slice(0, textLimit);
  if (type === 'context') return { uri, line: firstLine, text, ranges: [], context: true };
  const ranges = (data.submatches ?? []).map(({ start, end }) => {
    const from = positionAt(visible, start - hidden, firstLine);
    const to = positionAt(visible, end - hidden, firstLine);
    return { startLine: from.line, startColumn: from.column, endLine: to.line, endColumn: to.column };
  });
  return { uri, line: firstLine, text, ranges };
}

/** UTF-8 byte offsets become lines and UTF-16 columns. */
function positionAt(bytes: Buffer, offset: number, firstLine: number): { line: number; column: number } {
  const before = bytes.subarray(0, Math.max(0, offset));
  const lineStart = before.lastIndexOf(lineFeed) + 1;
  let line = firstLine;
  for (let at = before.indexOf(lineFeed); at !== -1; at = before.indexOf(lineFeed, at + 1)) line++;
  return { line, column: before.toString('utf8', lineStart).length };
}

/** ripgrep gives base64 where it is not UTF-8. */
function bytesOf(content: Content | undefined): Buffer {
  if (!content) return Buffer.alloc(0);
  return 'text' in content ? Buffer.from(content.text) : Buffer.from(content.bytes, 'base64');
}

const lineFeed = 0x0a;
const byteOrderMark = Buffer.from('\uFEFF');

type Content = { readonly text: string } | { readonly bytes: string };

interface Message {
  readonly type: string;
  readonly data: {
    readonly path?: Content;
    readonly lines?: Content;
    readonly line_number?: number | null;
    readonly submatches?: readonly { readonly start: number; readonly end: number }[];
  };
}
