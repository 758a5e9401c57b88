import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TextMatch, TextSearchQuery } from '../../server/protocol/files.ts';
import { searchFiles } from '../../server/search/fileSearch.ts';
import { SearchError } from '../../server/search/ripgrep.ts';
import { searchText } from '../../server/search/textSearch.ts';

let folder: string;
let outside: string;

const plain: TextSearchQuery = {
  pattern: 'needle',
  regExp: false,
  caseSensitive: false,
  wholeWord: false,
  multiline: false,
  includes: [],
  excludes: [],
  useIgnoreFiles: true,
  maxResults: 1000,
};

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'mooring search #%20é漢-'));
  outside = await mkdtemp(join(tmpdir(), 'mooring-outside-'));
  await writeFile(join(outside, 'secret.txt'), 'needle outside');
  await mkdir(join(folder, 'src'));
  await mkdir(join(folder, 'build'));
  await writeFile(join(folder, 'src', 'Main # query? 100%.ts'), '\t😀 needle\r\n漢 Needle and needles\r\n');
  await writeFile(join(folder, 'build', 'out.ts'), 'needle');
  await writeFile(join(folder, '.gitignore'), 'build\n');
  await writeFile(join(folder, '.hidden'), 'needle');
  await symlink(outside, join(folder, 'link'));
});

afterAll(async () => {
  await rm(folder, { recursive: true });
  await rm(outside, { recursive: true });
});

async function find(query: Partial<TextSearchQuery>): Promise<{ matches: TextMatch[]; limitHit: boolean }> {
  const matches: TextMatch[] = [];
  const signal = new AbortController().signal;
  const { limitHit } = await searchText(
    folder,
    { ...plain, ...query },
    (batch) => matches.push(...batch),
    signal,
  );
  return { matches, limitHit };
}

function columns({ matches }: { matches: TextMatch[] }): string[] {
  return matches.flatMap(({ ranges }) =>
    ranges.map((r) => `${r.startLine}:${r.startColumn}-${r.endLine}:${r.endColumn}`),
  );
}

describe('search across files', () => {
  it('counts columns in UTF-16 after tabs, emoji and CJK letters, with CRLF line ends (KI-P22)', async () => {
    const found = await find({ includes: ['src/**'] });
    expect(columns(found)).toEqual(['0:4-0:10', '1:2-1:8', '1:13-1:19']);
    expect(found.matches[0]?.uri).toBe(pathToFileURL(join(folder, 'src', 'Main # query? 100%.ts')).href);
    expect(found.matches[0]?.text).toBe('\t😀 needle');
  });

  it('respects case, whole words, ignore files and excludes', async () => {
    expect(columns(await find({ includes: ['src/**'], caseSensitive: true }))).toEqual([
      '0:4-0:10',
      '1:13-1:19',
    ]);
    expect(columns(await find({ includes: ['src/**'], wholeWord: true }))).toEqual(['0:4-0:10', '1:2-1:8']);
    expect((await find({})).matches.some(({ uri }) => uri.includes('/build/'))).toBe(false);
    expect((await find({ useIgnoreFiles: false })).matches.some(({ uri }) => uri.includes('/build/'))).toBe(
      true,
    );
    expect((await find({ excludes: ['**/src'] })).matches.map(({ text }) => text)).toEqual(['needle']);
  });

  it('finds a pattern that spans lines', async () => {
    const found = await find({ pattern: 'needle\\r?\\n漢', regExp: true, multiline: true });
    expect(columns(found)).toEqual(['0:4-1:1']);
  });

  it('takes a pattern that looks like an option as text (A-12)', async () => {
    await expect(find({ pattern: '--pre=touch' })).resolves.toMatchObject({ matches: [] });
  });

  it('never follows a link out of the folder', async () => {
    expect((await find({ pattern: 'outside' })).matches).toEqual([]);
  });

  it('stops at the limit and says so', async () => {
    const found = await find({ maxResults: 2 });
    expect(columns(found)).toHaveLength(2);
    expect(found.limitHit).toBe(true);
  });

  it('says what is wrong with a regular expression, and the next search works', async () => {
    await expect(find({ pattern: '(', regExp: true })).rejects.toBeInstanceOf(SearchError);
    expect((await find({})).matches.length).toBeGreaterThan(0);
  });

  it('ends when it is cancelled', async () => {
    const controller = new AbortController();
    controller.abort();
    await expect(searchText(folder, plain, () => {}, controller.signal)).rejects.toThrow();
  });
});

describe('quick open', () => {
  it('finds a file by letters of its name, also with reserved characters (KI-P22)', async () => {
    const query = { pattern: 'mainquery', includes: [], excludes: [], useIgnoreFiles: true, maxResults: 10 };
    const { uris, limitHit } = await searchFiles(folder, query, new AbortController().signal);
    expect(uris).toEqual([pathToFileURL(join(folder, 'src', 'Main # query? 100%.ts')).href]);
    expect(limitHit).toBe(false);
  });
});
