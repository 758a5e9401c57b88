import { symlinkSync } from 'node:fs';
import { CancellationTokenSource } from 'vscode-jsonrpc';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { FileSearchQuery, TextMatch, TextSearchQuery } from '../../server/protocol/files.ts';
import { until } from '../harness/until.ts';
import { processesStartedWith } from '../harness/processes.ts';
import { ServerWorld, write, type ChannelClient } from './serverWorld.ts';

let world: ServerWorld;
let channel: ChannelClient;
let count = 0;

const odd = 'Main # query? 100%.ts';

beforeAll(async () => {
  world = await ServerWorld.start({
    name: 'a b#c%20d?é漢',
    files: {
      [`src/${odd}`]: '\t😀 needle\r\n漢 Needle and needles\r\n',
      'src/bom.txt': '\uFEFFneedle with a byte order mark\n',
      'src/utf16.txt': Buffer.from('\uFEFFé needle\n', 'utf16le'),
      'src/latin1.txt': Buffer.from('é needle\n', 'latin1'),
      'src/word.txt': 'haystack (hay) hay-stack hay.\n',
      'build/out.ts': 'needle',
      '.gitignore': 'build\n',
      '.hidden': 'needle',
      'endless.txt': 'endless\n'.repeat(500_000),
      'many.txt': 'many\n'.repeat(5_000),
      'wide.txt': `${'😀'.repeat(100_000)}wide\n`,
    },
  });
  write(`${world.root}/secret.txt`, 'needle outside');
  symlinkSync(world.root, world.path('link'));
});
afterAll(() => world[Symbol.asyncDispose]());
beforeEach(async () => {
  channel = await world.channel();
});

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

async function find(query: Partial<TextSearchQuery>): Promise<{ matches: TextMatch[]; limitHit: boolean }> {
  const search = ++count;
  const { limitHit } = await channel.request('search/text', {
    search,
    uri: world.uri(),
    query: { ...plain, ...query },
  });
  const batches = channel.of('search/matches').filter((batch) => batch.search === search);
  return { matches: batches.flatMap(({ matches }) => matches), limitHit };
}

function places({ matches }: { matches: readonly TextMatch[] }): string[] {
  return matches.flatMap(({ ranges }) =>
    ranges.map((r) => `${r.startLine}:${r.startColumn}-${r.endLine}:${r.endColumn}`),
  );
}

const files = ({ matches }: { matches: readonly TextMatch[] }) =>
  new Set(matches.map(({ uri }) => decodeURIComponent(uri).split('/').at(-1)));

describe('search in files', () => {
  it('counts columns in UTF-16 after tabs, emoji and CJK letters, with CRLF line ends (KI-P22, T048)', async () => {
    const found = await find({ includes: [`**/Main*`] });
    expect(places(found)).toEqual(['0:4-0:10', '1:2-1:8', '1:13-1:19']);
    expect(found.matches[0]).toMatchObject({ uri: world.uri('src', odd), line: 0, text: '\t😀 needle' });
    expect(places(await find({ pattern: 'wide', includes: ['wide.txt'] }))).toEqual(['0:200000-0:200004']);
  });

  it('counts as the editor does where a file begins with a byte order mark or is not UTF-8', async () => {
    expect(places(await find({ includes: ['src/bom.txt'] }))).toEqual(['0:0-0:6']);
    expect((await find({ includes: ['src/bom.txt'] })).matches[0]?.text).toBe(
      'needle with a byte order mark',
    );
    expect(places(await find({ includes: ['src/utf16.txt'] }))).toEqual(['0:2-0:8']);
    const latin = await find({ includes: ['src/latin1.txt'], encoding: 'iso88591' });
    expect([places(latin), latin.matches[0]?.text]).toEqual([['0:2-0:8'], 'é needle']);
    expect(places(await find({ includes: ['src/latin1.txt'] }))).toEqual(['0:2-0:8']);
  });

  it('respects case, whole words, ignore files, includes and excludes', async () => {
    const only = { includes: [`src/Main*`] };
    expect(places(await find({ ...only, caseSensitive: true }))).toEqual(['0:4-0:10', '1:13-1:19']);
    expect(places(await find({ ...only, wholeWord: true }))).toEqual(['0:4-0:10', '1:2-1:8']);
    expect(places(await find({ pattern: '(hay)', wholeWord: true }))).toEqual(['0:9-0:14']);
    expect(places(await find({ pattern: 'hay|stack', regExp: true, wholeWord: true }))).toHaveLength(4);
    expect(files(await find({}))).not.toContain('out.ts');
    expect(files(await find({ useIgnoreFiles: false }))).toContain('out.ts');
    expect(files(await find({ excludes: ['**/src'] }))).toEqual(new Set(['.hidden']));
    expect(files(await find({ includes: ['*.ts'] }))).toEqual(new Set());
  });

  it('finds what spans lines, with either line end', async () => {
    const multiline = { multiline: true, includes: ['src/Main*'] };
    expect(places(await find({ ...multiline, pattern: 'needle\\n漢', regExp: true }))).toEqual(['0:4-1:1']);
    expect(places(await find({ ...multiline, pattern: 'needle\n漢' }))).toEqual(['0:4-1:1']);
    expect(places(await find({ ...multiline, pattern: '\\u6f22', regExp: true }))).toEqual(['1:0-1:1']);
    expect(places(await find({ ...multiline, pattern: '(?<=and )needle', regExp: true }))).toEqual([
      '1:13-1:19',
    ]);
  });

  it('shows lines around a match', async () => {
    const { matches } = await find({ pattern: 'Needle and', includes: ['src/Main*'], contextLines: 1 });
    expect(matches.map(({ line, context, ranges }) => [line, context ?? false, ranges.length])).toEqual([
      [0, true, 0],
      [1, false, 1],
    ]);
  });

  it('takes a pattern that looks like an option as text (T098)', async () => {
    expect((await find({ pattern: '--pre=touch' })).matches).toEqual([]);
    expect((await find({ pattern: '-e', includes: ['--files'] })).matches).toEqual([]);
  });

  it('never follows a link out of the folder', async () => {
    expect((await find({ pattern: 'outside', useIgnoreFiles: false })).matches).toEqual([]);
    expect(await channel.failure('search/text', { search: 1, uri: world.uri('link'), query: plain })).toBe(
      'outside',
    );
  });

  it('stops at the limit and says so, and only then', async () => {
    const some = await find({ pattern: 'many', maxResults: 4_999 });
    expect([places(some).length, some.limitHit]).toEqual([4_999, true]);
    const all = await find({ pattern: 'many', maxResults: 5_000 });
    expect([places(all).length, all.limitHit]).toEqual([5_000, false]);
    expect((await find({ pattern: 'many', maxResults: 0 })).limitHit).toBe(true);
  });

  it('says what is wrong with a query, and the next search works', async () => {
    for (const [query, words] of [
      [{ pattern: '(', regExp: true }, 'regular expression'],
      [{ includes: ['{a'] }, 'include or exclude'],
      [{ encoding: 'klingon' }, 'klingon'],
    ] as const) {
      await expect(find(query)).rejects.toThrow(words);
    }
    expect((await find({})).matches.length).toBeGreaterThan(0);
  });

  it('ends ripgrep when it is cancelled, or when the page goes', async () => {
    const running = () =>
      processesStartedWith(`TMPDIR=${process.env['TMPDIR']}`).filter(({ command }) =>
        command.includes('--json'),
      );
    const cancel = new CancellationTokenSource();
    const endless = {
      search: ++count,
      uri: world.uri(),
      query: { ...plain, pattern: 'endless', maxResults: 1e9 },
    };
    const search = channel.request('search/text', endless, cancel);
    await until('something is found', () => channel.of('search/matches').length > 0);
    cancel.cancel();
    await expect(search).rejects.toMatchObject({ code: -32800 });
    const other = await world.channel();
    other.request('search/text', endless).catch(() => undefined);
    await until('something is found', () => other.of('search/matches').length > 0);
    other.socket.terminate();
    await until('no search runs', () => running().length === 0);
    expect((await find({})).matches.length).toBeGreaterThan(0);
  });
});

describe('quick open', () => {
  const listed: FileSearchQuery = {
    pattern: '',
    includes: [],
    excludes: [],
    useIgnoreFiles: true,
    maxResults: 100,
  };
  const names = async (query: Partial<FileSearchQuery>) => {
    const { uris, limitHit } = await channel.request('search/files', {
      uri: world.uri(),
      query: { ...listed, ...query },
    });
    return { names: uris.map((uri) => decodeURIComponent(uri).split('/').at(-1)), uris, limitHit };
  };

  it('finds a file by letters of its path, also with reserved characters (KI-P22)', async () => {
    expect((await names({ pattern: 'src/mainquery' })).uris).toEqual([world.uri('src', odd)]);
    expect((await names({ pattern: 'main 100%' })).uris).toEqual([world.uri('src', odd)]);
    expect((await names({ pattern: 'zzz' })).uris).toEqual([]);
  });

  it('lists every file, of ignored ones only if asked', async () => {
    const all = await names({});
    expect(all.names).toContain('.hidden');
    expect(all.names).not.toContain('out.ts');
    expect(all.limitHit).toBe(false);
    expect((await names({ useIgnoreFiles: false })).names).toContain('out.ts');
    expect((await names({ includes: ['**/*.ts'] })).names).toEqual([odd]);
  });

  it('keeps the best when there are too many', async () => {
    expect(await names({ pattern: 't', maxResults: 1 })).toMatchObject({ limitHit: true });
    expect((await names({ pattern: 'word', maxResults: 1 })).names).toEqual(['word.txt']);
    expect((await names({ maxResults: 3 })).uris).toHaveLength(3);
  });
});
