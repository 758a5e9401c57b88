import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

const folder = new URL('../../extensions/relay/', import.meta.url);

/** Every text in a call of `t` or `l10n.t`, as the sources have it. */
function textsInUse(): Set<string> {
  const texts = new Set<string>();
  for (const file of readdirSync(new URL('src/', folder), { recursive: true, encoding: 'utf8' })) {
    if (!file.endsWith('.ts')) continue;
    const source = readFileSync(new URL(`src/${file}`, folder), 'utf8');
    for (const [, single, double] of source.matchAll(
      /\bt\(\s*(?:'((?:[^'\\]|\\.)*)'|"((?:[^"\\]|\\.)*)")/g,
    )) {
      texts.add((single ?? double ?? '').replaceAll(/\\(.)/g, '$1'));
    }
  }
  return texts;
}

function catalog(): Record<string, string> {
  return JSON.parse(readFileSync(new URL('l10n/bundle.l10n.json', folder), 'utf8')) as Record<string, string>;
}

describe('the texts of the relay extension', () => {
  it('are all in the catalog, and nothing else is (KC-44)', () => {
    expect(Object.keys(catalog()).toSorted()).toEqual([...textsInUse()].toSorted());
  });

  it('have themselves as their English', () => {
    for (const [key, text] of Object.entries(catalog())) expect(text).toBe(key);
  });
});
