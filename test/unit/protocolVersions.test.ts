import { describe, expect, it } from 'vitest';
import { KnownVersions } from '../../server/protocol/knownVersions.ts';

describe('the versions of files that were seen', () => {
  it('hold the last one of each file', () => {
    const versions = new KnownVersions();
    versions.learn('/a', '"1"');
    versions.learn('/a', '"2"');
    expect(versions.of('/a')).toBe('"2"');
    versions.forget('/a');
    expect(versions.of('/a')).toBeUndefined();
  });

  it('are bounded: what was seen longest ago goes first', () => {
    const versions = new KnownVersions(2);
    versions.learn('/a', '"1"');
    versions.learn('/b', '"1"');
    versions.learn('/a', '"2"');
    versions.learn('/c', '"1"');
    expect(['/a', '/b', '/c'].map((path) => versions.of(path))).toEqual(['"2"', undefined, '"1"']);
  });

  it('are what a write is held to; without one it may only create, unless it is to overwrite', () => {
    const versions = new KnownVersions();
    expect(versions.writeCondition('/a', false)).toEqual({ 'if-none-match': '*' });
    expect(versions.writeCondition('/a', true)).toEqual({});
    versions.learn('/a', '"1"');
    expect(versions.writeCondition('/a', true)).toEqual({ 'if-match': '"1"' });
  });
});
