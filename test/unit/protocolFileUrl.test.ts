import { describe, expect, it } from 'vitest';
import { fileUrl, isInside, pathOfFileUri, toFileUri } from '../../server/protocol/fileUrl.ts';

const local = (path: string) => ({ path });
const folder = { id: '0123456789ab', path: '/work/a b#c%20d?é漢' };

describe('the address of a file', () => {
  it('encodes every segment of a path with reserved characters and other scripts (T048, KI-P22, SC-20)', () => {
    expect(fileUrl(local('/work/a b#c%20d?é漢/Main # query? 100%.kt'), folder)).toBe(
      '/files/0123456789ab/Main%20%23%20query%3F%20100%25.kt',
    );
    expect(fileUrl(local('/work/a b#c%20d?é漢/é/漢.py'), folder)).toBe(
      '/files/0123456789ab/%C3%A9/%E6%BC%A2.py',
    );
  });

  it('leads back to the same path when the server decodes it (SC-20)', () => {
    const path = '/work/a b#c%20d?é漢/x;y=z&+,@:.txt';
    const url = new URL(fileUrl(local(path), folder), 'http://localhost');
    const inside = url.pathname.split('/').slice(3).map(decodeURIComponent).join('/');
    expect(`${folder.path}/${inside}`).toBe(path);
  });

  it('keeps folders whose name only begins like the opened one outside', () => {
    expect(isInside('/work/a b#c%20d?é漢-two/x', folder)).toBe(false);
    expect(isInside(folder.path, folder)).toBe(true);
    expect(isInside('/etc/passwd', { id: 'f', path: '/' })).toBe(true);
  });

  it('asks for files outside the folder by their URI', () => {
    expect(fileUrl(local('/usr/lib/a b.h'), folder)).toBe(
      '/outside?uri=file%3A%2F%2F%2Fusr%2Flib%2Fa%2520b.h',
    );
  });

  it('makes a URI that Node and VS Code read as the same path (A-16, SC-20)', () => {
    const uri = toFileUri(local('/work/a b#c%20d?é漢/x.ts'));
    expect(uri).toBe('file:///work/a%20b%23c%2520d%3F%C3%A9%E6%BC%A2/x.ts');
    expect(decodeURIComponent(new URL(uri).pathname)).toBe('/work/a b#c%20d?é漢/x.ts');
    expect(pathOfFileUri(uri)).toBe('/work/a b#c%20d?é漢/x.ts');
  });

  it('names drives and shares of Windows, in either case (KI-P08, KI-P09)', () => {
    const task = { id: '0123456789ab', path: '/C:/Task Root' };
    expect(toFileUri(local('/C:/Task Root/x'))).toBe('file:///C:/Task%20Root/x');
    expect(pathOfFileUri('file:///C:/Task%20Root')).toBe('/C:/Task Root');
    expect(toFileUri({ authority: 'server', path: '/share/a b#c' })).toBe('file://server/share/a%20b%23c');
    expect(fileUrl(local('/c:/task root/Sub/x:y'), task)).toBe('/files/0123456789ab/Sub/x%3Ay');
    expect(isInside('/c:/Task Root 2/x', task)).toBe(false);
    // Elsewhere case counts.
    expect(isInside('/Work/x', { id: 'f', path: '/work' })).toBe(false);
  });
});
