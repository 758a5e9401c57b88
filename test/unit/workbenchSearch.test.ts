import { describe, expect, it } from 'vitest';
import { toFileSearchQuery, toTextSearchQuery } from '../../workbench/search/searchQuery.ts';

const plain = { contentPattern: { pattern: 'needle' } };

describe('a search of VS Code as the server understands it', () => {
  it('carries every switch of the search view', () => {
    const contentPattern = {
      pattern: 'a.b',
      isRegExp: true,
      isCaseSensitive: true,
      isWordMatch: true,
      isMultiline: true,
    };
    const query = { contentPattern, maxResults: 10, surroundingContext: 2, maxFileSize: 1000 };
    expect(toTextSearchQuery(query, { fileEncoding: 'utf16le' })).toEqual({
      pattern: 'a.b',
      regExp: true,
      caseSensitive: true,
      wholeWord: true,
      multiline: true,
      includes: [],
      excludes: [],
      useIgnoreFiles: true,
      maxResults: 10,
      encoding: 'utf16le',
      contextLines: 2,
      maxFileSize: 1000,
    });
  });

  it('takes plain letters literally and stops at the limit of VS Code', () => {
    const asked = toTextSearchQuery(plain, {});
    expect(asked).toMatchObject({
      regExp: false,
      caseSensitive: false,
      wholeWord: false,
      maxResults: 20_000,
    });
    expect(asked).not.toHaveProperty('encoding');
  });

  it('lets a folder switch off an exclude of the whole search', () => {
    const query = { ...plain, excludePattern: { '**/node_modules': true, '**/dist': true, '**/off': false } };
    const folder = { excludePattern: [{ pattern: { '**/dist': false, '**/own': true } }] };
    expect(toTextSearchQuery(query, folder).excludes).toEqual(['**/node_modules', '**/own']);
  });

  it('leaves excludes that depend on a sibling to the page', () => {
    const query = { ...plain, excludePattern: { '**/*.js': { when: '$(basename).ts' }, '**/*.map': true } };
    expect(toTextSearchQuery(query, {}).excludes).toEqual(['**/*.map']);
  });

  it('reads ignore files unless the search says otherwise', () => {
    expect(toTextSearchQuery(plain, { disregardIgnoreFiles: true }).useIgnoreFiles).toBe(false);
  });

  it('lists every file when no letters are typed, and one when only asked whether there is any', () => {
    expect(toFileSearchQuery({}, {})).toMatchObject({ pattern: '', maxResults: 20_000 });
    const marker = { exists: true, includePattern: { '**/tsconfig.json': true } };
    expect(toFileSearchQuery(marker, {})).toMatchObject({ includes: ['**/tsconfig.json'], maxResults: 1 });
  });
});
