import { describe, expect, it } from 'vitest';
import { findJsonProblem, placeOf, showPath } from '../../server/catalog/jsonPosition.ts';
import { localize, readNlsTexts } from '../../server/catalog/nls.ts';

describe('what is no JSON', () => {
  it('is found, with line and column', () => {
    for (const [text, line, column, words] of [
      ['', 1, 1, 'empty'],
      [' \n ', 1, 1, 'empty'],
      ['\uFEFF{}', 1, 1, 'byte order mark'],
      ['{\n  "a": 1,\n}', 3, 1, 'trailing comma'],
      ['{\n  "a": tru\n}', 2, 8, 'word'],
      ['{\r\n  "a" 1\r\n}', 2, 7, 'colon'],
      ['{ "a": "x', 1, 8, 'not closed'],
      ['{} {}', 1, 4, 'after the end'],
      ['{ /* c */ }', 1, 3, 'comment'],
    ] as const) {
      const problem = findJsonProblem(text);
      expect([problem.line, problem.column], JSON.stringify(text)).toEqual([line, column]);
      expect(problem.reason).toContain(words);
    }
  });

  it('has keys on lines, or what is nearest to them', () => {
    const text = '{\n "contributes": {\n  "languageServers": [\n   {},\n   {\n    "id": 1 } ] } }';
    expect(placeOf(text, ['contributes', 'languageServers', 1, 'id'])).toEqual({ line: 6, column: 5 });
    expect(placeOf(text, ['contributes', 'languageServers', 1, 'label'])).toEqual({ line: 5, column: 4 });
    expect(placeOf(text, ['contributes', 'nope', 1])).toEqual({ line: 2, column: 2 });
    expect(placeOf('', ['x'])).toBeUndefined();
    expect(showPath(['contributes', 'languageServers', 1, 'id'])).toBe('contributes.languageServers[1].id');
  });
});

describe('texts of a manifest', () => {
  it('replace whole values that are one key, at any depth, and nothing else', () => {
    const texts = readNlsTexts({
      a: 'A',
      'dotted.key': { message: 'D' },
      group: { inner: 'I' },
      number: 1,
      nothing: null,
    });
    const missing: unknown[] = [];
    const value = {
      x: '%a%',
      list: ['%dotted.key%', { y: '%group.inner%' }],
      keep: ['100%', '%a% and %a%', '%', '%%', 1, null, true],
      gone: '%nope%',
    };
    expect(localize(value, texts, (path, key) => missing.push([path, key]))).toEqual({
      ...value,
      x: 'A',
      list: ['D', { y: 'I' }],
    });
    expect(missing).toEqual([[['gone'], 'nope']]);
  });

  it('are none where there is no object', () => {
    for (const json of [undefined, null, 1, 'x', []]) expect(readNlsTexts(json).size).toBe(0);
  });
});
