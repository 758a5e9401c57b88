import { describe, expect, it } from 'vitest';
import { readDescriptor } from '../../extensions/relay/src/descriptor.ts';
import { toPlace, toRealPath, type Mount } from '../../extensions/relay/src/remote/mounts.ts';
import { originOf, originPattern, readAddress } from '../../extensions/relay/src/remote/relayOrigin.ts';
import { twinOf } from '../../extensions/relay/src/remote/twinNames.ts';
import { remoteText, type RemoteState } from '../../extensions/relay/src/remote/remoteState.ts';

const relay = { scheme: 'mooring', authority: 'localhost:5555' };
const whole: Mount = { ...relay, path: '', realPath: '' };
const mounted: Mount = { scheme: 'vscode-test-web', authority: 'mount', path: '', realPath: '/work/a b' };

describe('a place in stock VS Code', () => {
  it('is the same path on the relay’s machine, and back (T049)', () => {
    const place = { ...relay, path: '/work/a b#c%20d?é漢/x.ts' };
    expect(toRealPath(place, [whole])).toBe('/work/a b#c%20d?é漢/x.ts');
    expect(toPlace('/work/a b#c%20d?é漢/x.ts', [whole])).toEqual(place);
    expect(toRealPath({ ...relay, path: '/' }, [whole])).toBe('/');
  });

  it('lies in the relay’s folder where another scheme shows that folder; the rest is the relay’s (T049)', () => {
    const place = { scheme: 'vscode-test-web', authority: 'mount', path: '/src/x.ts' };
    expect(toRealPath(place, [mounted, whole])).toBe('/work/a b/src/x.ts');
    expect(toPlace('/work/a b/src/x.ts', [mounted, whole])).toEqual(place);
    expect(toPlace('/work/a b', [mounted, whole])).toEqual({ ...place, path: '/' });
    expect(toPlace('/work/a bc/x.ts', [mounted, whole])).toEqual({ ...relay, path: '/work/a bc/x.ts' });
  });

  it('is nothing to the relay under a scheme or an authority that is not its own', () => {
    expect(toRealPath({ scheme: 'untitled', authority: '', path: '/x' }, [mounted, whole])).toBeUndefined();
    expect(toRealPath({ ...relay, authority: 'other:1', path: '/x' }, [whole])).toBeUndefined();
  });

  it('is served by every language server that takes files', () => {
    const contribution = { id: 'x', label: 'X', languages: ['x'] };
    expect(readDescriptor('a.b', contribution, ['mooring'])?.schemes).toEqual([
      'file',
      'mooring',
      'untitled',
    ]);
    expect(readDescriptor('a.b', { ...contribution, schemes: ['git'] }, ['mooring'])?.schemes).toEqual([
      'git',
    ]);
  });
});

describe('the address of a relay', () => {
  it('is what the server prints, token and all, or as much of it as somebody types', () => {
    expect(readAddress(' http://localhost:5555/?token=abc ')).toEqual({
      origin: 'http://localhost:5555',
      token: 'abc',
    });
    expect(readAddress('localhost:5555')).toEqual({ origin: 'http://localhost:5555' });
    // Where extensions run in VS Code for the Web, they may not go to that name.
    expect(readAddress('http://mooring.localhost:5555/?token=abc')).toEqual({
      origin: 'http://localhost:5555',
      token: 'abc',
    });
    expect(readAddress('mooring.localhost:5555')).toEqual({ origin: 'http://localhost:5555' });
    expect(readAddress('code.example.com/')).toEqual({ origin: 'https://code.example.com' });
    for (const nonsense of ['', 'ftp://host', 'file:///etc', 'http://', 'two words'])
      expect(readAddress(nonsense)).toBeUndefined();
  });

  it('is in the opened folder: TLS, unless it is this machine', () => {
    expect(originOf('localhost:5555')).toBe('http://localhost:5555');
    expect(originOf('[::1]:5555')).toBe('http://[::1]:5555');
    expect(originOf('code.example.com')).toBe('https://code.example.com');
    expect(originOf('')).toBeUndefined();
  });
});

describe('what is said of a relay', () => {
  const page = { pattern: 'http://v--*.localhost:3000', isSecure: false, folders: ['/work/a b'] };
  const say = (state: RemoteState, isSecure = false) =>
    remoteText(state, { ...page, isSecure }, (message, ...args) =>
      message.replace(/\{(\d)\}/g, (_, index: string) => args[Number(index)] ?? ''),
    );

  it('is nothing where there is none', () => {
    expect(say({ kind: 'unknown' })).toBeUndefined();
  });

  it('names the flag that lets this page in, since browsers hide why a relay does not answer', () => {
    expect(originPattern('http://v--0a1b2c.localhost:3000')).toBe(page.pattern);
    expect(originPattern('http://localhost:3000')).toBe('http://localhost:3000');
    const text = say({ kind: 'unreachable', origin: 'http://localhost:5555' });
    expect(text?.severity).toBe('error');
    expect(text?.detail).toContain('--allow-origin "http://v--*.localhost:3000"');
    expect(say({ kind: 'unreachable', origin: 'http://far:5555' }, true)?.detail).toContain('over https');
    expect(say({ kind: 'unreachable', origin: 'http://localhost:5555' }, true)?.detail).toContain('--allow');
  });

  it('is that it serves another folder, where another one of its is open', () => {
    const folder = { id: 'f', name: 'other', uri: 'file:///work/other' };
    const text = say({ kind: 'connected', origin: 'http://h', token: 'secret', folder });
    expect(text).toMatchObject({ summary: 'Other folder', severity: 'warning' });
    expect(text?.detail).toContain('/work/other');
  });

  it('knows VS Code’s own extension for the language of a server, and none for those that only add to it', () => {
    expect(twinOf(['typescript', 'javascript'])).toBe('vscode.typescript-language-features');
    expect(twinOf(['python'])).toBeUndefined();
  });

  it('says what to do about the token, and never says the token', () => {
    expect(say({ kind: 'noToken', origin: 'http://h' })?.detail).toContain('printed when it started');
    expect(say({ kind: 'wrongToken', origin: 'http://h' })?.severity).toBe('error');
    const folder = { id: 'f', name: 'project', uri: 'file:///work/a%20b' };
    const connected = say({ kind: 'connected', origin: 'http://h', token: 'secret', folder });
    expect(connected?.detail).toBe('Connected to the relay at http://h, which serves /work/a b.');
    expect(JSON.stringify(connected)).not.toContain('secret');
  });
});
