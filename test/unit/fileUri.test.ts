import { describe, expect, it } from 'vitest';
import { fileUriOf, isPathInside, pathOfUri } from '../../server/files/fileUri.ts';

describe('the file URI of a path', () => {
  it('escapes what is reserved, on POSIX, on a drive and on a share, and leads back (KI-P08, A-16)', () => {
    const samples = [
      ['posix', '/Task Root/a#b%20?é', 'file:///Task%20Root/a%23b%2520%3F%C3%A9'],
      ['windows', String.raw`C:\Task Root\x`, 'file:///C:/Task%20Root/x'],
      ['windows', String.raw`\\server\share\a b#c`, 'file://server/share/a%20b%23c'],
    ] as const;
    for (const [style, path, uri] of samples) {
      expect(fileUriOf(path, style)).toBe(uri);
      expect(pathOfUri(uri, style)).toBe(path);
    }
    // As VS Code writes it.
    expect(pathOfUri('file:///c%3A/Task%20Root/x', 'windows')).toBe(String.raw`c:\Task Root\x`);
  });

  it('names no path with an encoded separator, or with a host where there are no shares (KI-P09)', () => {
    expect(() => pathOfUri('file:///work/a%2F..%2F..%2Fetc/passwd', 'posix')).toThrow(TypeError);
    expect(() => pathOfUri('file://server/share/x', 'posix')).toThrow(TypeError);
    for (const separator of ['%2F', '%2f', '%5C', '%5c']) {
      const uri = `file:///C:/work/a${separator}..${separator}..${separator}x`;
      expect(() => pathOfUri(uri, 'windows')).toThrow(TypeError);
    }
  });

  it('is compared by case on POSIX alone (KI-P09)', () => {
    expect(isPathInside(String.raw`c:\task root\X`, String.raw`C:\Task Root`, 'windows')).toBe(true);
    expect(isPathInside(String.raw`C:\Task Root 2\x`, String.raw`C:\Task Root`, 'windows')).toBe(false);
    expect(isPathInside(String.raw`c:\x`, 'C:\\', 'windows')).toBe(true);
    expect(isPathInside('/Work/x', '/work', 'posix')).toBe(false);
    expect(isPathInside('/work/x', '/work', 'posix')).toBe(true);
    expect(isPathInside('/work-two/x', '/work', 'posix')).toBe(false);
    expect(isPathInside('/etc', '/', 'posix')).toBe(true);
  });

  it('is not inside by what it is called alone', () => {
    expect(isPathInside('/work/..hidden', '/work', 'posix')).toBe(true);
    expect(isPathInside('/work/../etc', '/work', 'posix')).toBe(false);
    expect(isPathInside('/', '/work', 'posix')).toBe(false);
    expect(isPathInside(String.raw`D:\work\x`, String.raw`C:\work`, 'windows')).toBe(false);
    expect(isPathInside(String.raw`\\server\other\x`, String.raw`\\server\share`, 'windows')).toBe(false);
  });
});
