import { describe, expect, it } from 'vitest';
import type { Clock } from '../../server/broker/clock.ts';
import { FileError, toFileError } from '../../server/files/fileError.ts';
import { OwnWrites } from '../../server/files/ownWrites.ts';
import { PathLocks } from '../../server/files/pathLocks.ts';
import { fileRanking } from '../../server/files/search/fileRanking.ts';
import { LineSplitter } from '../../server/files/search/lineSplitter.ts';
import { readMatch } from '../../server/files/search/matchReader.ts';
import { fileSearchArguments, textSearchArguments } from '../../server/files/search/searchArguments.ts';
import type { TextSearchQuery } from '../../server/protocol/files.ts';

describe('locks of paths', () => {
  it('let one at a time work on a path, others on theirs, and survive a failure', async () => {
    const locks = new PathLocks();
    const order: string[] = [];
    const step = (name: string, ...paths: string[]) =>
      locks.run(paths, async () => {
        order.push(`${name} in`);
        await Promise.resolve();
        order.push(`${name} out`);
        if (name === 'bad') throw new Error('bad');
      });
    const other = step('other', 'c');
    await Promise.allSettled([
      step('bad', 'a'),
      step('both', 'b', 'a', 'b'),
      step('crossed', 'a', 'b'),
      step('last', 'a'),
      other,
    ]);
    const inTurn = order.filter((line) => !line.startsWith('other'));
    expect(inTurn).toHaveLength(8);
    inTurn.forEach((line, at) => at % 2 === 1 && expect(line).toBe(inTurn[at - 1]?.replace(' in', ' out')));
    expect(order.indexOf('other in')).toBeLessThan(order.indexOf('bad out'));
  });
});

describe('errors of the system', () => {
  it('become a code and a sentence', () => {
    const error = (code: string) => toFileError(Object.assign(new Error('x'), { code }), 'a.txt');
    expect([
      error('ENOENT').code,
      error('ENOSPC').code,
      error('EROFS').code,
      error('EWHATEVER').code,
    ]).toEqual(['not-found', 'no-space', 'read-only', 'io']);
    expect(error('ENOSPC').message).toBe('a.txt: the disk is full; make room and try again.');
    const known = new FileError('conflict', 'x');
    expect(toFileError(known, 'y')).toBe(known);
    expect(() => toFileError(new TypeError('bug'), 'y')).toThrow('bug');
  });
});

describe('own writes', () => {
  it('are remembered until the system has told of them', async () => {
    const later: (() => void)[] = [];
    const clock: Clock = { now: () => 0, after: (_time, run) => (later.push(run), { cancel() {} }) };
    const own = new OwnWrites(clock);
    {
      using first = own.begin('/a', true);
      const isTemporary = own.isTemporary('/a.1');
      first.uses('/a.1');
      expect(await isTemporary).toBe(true);
    }
    {
      using second = own.begin('/a', true);
      second.uses('/a.2');
    }
    expect(own.isReplacement('/a')).toBe(true);
    expect(await Promise.all(['/a.1', '/a', '/a.9'].map((path) => own.isTemporary(path)))).toEqual([
      true,
      false,
      false,
    ]);
    later[0]?.();
    expect(own.isReplacement('/a')).toBe(true);
    later[1]?.();
    expect(own.isReplacement('/a')).toBe(false);
    expect(await Promise.all(['/a.1', '/a.2'].map((path) => own.isTemporary(path)))).toEqual([false, false]);
  });
});

describe('lines of a stream', () => {
  it('are whole wherever the stream is cut, and those too long are left out', () => {
    const text = 'one\ntwo é漢😀\n\nxxxxxxxxxxxxxxxxxxxxxxxxxx\nlast\nrest';
    for (let size = 1; size < 30; size++) {
      const lines = new LineSplitter('\n', 20);
      const bytes = Buffer.from(text);
      const seen: string[] = [];
      for (let at = 0; at < bytes.length; at += size)
        seen.push(...[...lines.push(bytes.subarray(at, at + size))].map(String));
      expect(seen, String(size)).toEqual(['one', 'two é漢😀', '', 'last']);
    }
  });
});

describe('a match of ripgrep', () => {
  const read = (data: object, type = 'match') =>
    readMatch(
      JSON.stringify({ type, data: { path: { text: './a b.ts' }, line_number: 3, submatches: [], ...data } }),
      '/f',
    );

  it('has UTF-16 columns, also over several lines', () => {
    const lines = 'é😀x\r\nyz\n';
    const start = Buffer.byteLength('é😀');
    const end = Buffer.byteLength('é😀x\r\ny');
    expect(read({ lines: { text: lines }, submatches: [{ start, end }] })).toEqual({
      uri: 'file:///f/a%20b.ts',
      line: 2,
      text: 'é😀x\r\nyz',
      ranges: [{ startLine: 2, startColumn: 3, endLine: 3, endColumn: 1 }],
    });
  });

  it('may be bytes that are no UTF-8, a line beside it, or nothing', () => {
    const bytes = Buffer.from([0xe9, 0x20, 0x78, 0x0a]).toString('base64');
    expect(read({ lines: { bytes }, submatches: [{ start: 2, end: 3 }] })).toMatchObject({
      text: '\uFFFD x',
      ranges: [{ startColumn: 2, endColumn: 3 }],
    });
    expect(read({ lines: { text: 'x\n' } }, 'context')).toEqual({
      uri: 'file:///f/a%20b.ts',
      line: 2,
      text: 'x',
      ranges: [],
      context: true,
    });
    expect(read({}, 'end')).toBeUndefined();
  });
});

describe('arguments of ripgrep', () => {
  const query: TextSearchQuery = {
    pattern: 'x',
    regExp: false,
    caseSensitive: false,
    wholeWord: false,
    multiline: false,
    includes: [],
    excludes: [],
    useIgnoreFiles: true,
    maxResults: 1,
  };
  const pattern = (more: Partial<TextSearchQuery>) => {
    const args = textSearchArguments({ ...query, ...more });
    return args[args.indexOf('--regexp') + 1];
  };

  it('never follow links nor read configuration, and anchor globs as VS Code does', () => {
    const args = fileSearchArguments({ ...query, includes: ['src/**', '**/*.ts', '/x'], excludes: ['out'] });
    for (const arg of ['--no-follow', '--no-config', '--hidden']) expect(args).toContain(arg);
    expect(args.filter((_, at) => args[at - 1] === '--glob')).toEqual(['/src/**', '**/*.ts', '/x', '!/out']);
    expect(fileSearchArguments({ ...query, useIgnoreFiles: false })).toContain('--no-ignore');
  });

  it('say in its language what JavaScript says', () => {
    expect(pattern({ pattern: 'a.b' })).toBe('a.b');
    expect(pattern({ pattern: 'a.b', wholeWord: true })).toBe('\\ba\\.b\\b');
    expect(pattern({ pattern: '(a)', wholeWord: true })).toBe('\\(a\\)');
    expect(pattern({ pattern: 'a|b', wholeWord: true, regExp: true })).toBe('\\b(?:a|b)\\b');
    expect(pattern({ pattern: 'a\nb', multiline: true })).toBe('a\\r?\\nb');
    expect(pattern({ pattern: 'a\\nb\\\\n\\u00e9', regExp: true })).toBe('a\\r?\\nb\\\\n\\x{00e9}');
    const args = textSearchArguments({ ...query, encoding: 'windows1252', contextLines: 2, maxFileSize: 9 });
    for (const arg of ['windows-1252', '--context', '2', '--max-filesize', '9']) expect(args).toContain(arg);
  });
});

describe('the order of files', () => {
  it('puts the better answer first', () => {
    const rank = fileRanking('Main');
    const paths = ['x/m/a/i/n', 'lib/mxaxixn.ts', 'main/x.ts', 'src/domain.ts', 'src/main.ts', 'main'];
    const order = [...paths].reverse().sort((a, b) => (rank(a) ?? 0) - (rank(b) ?? 0));
    expect(order).toEqual([...paths].reverse());
    expect(rank('src/mian.ts')).toBeUndefined();
    expect(fileRanking(' ')('anything')).toBe(0);
    expect(fileRanking('src\\ma')('src/main.ts')).toBeDefined();
  });
});
