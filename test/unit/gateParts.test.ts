import { describe, expect, it } from 'vitest';
import { AddressBook, isLoopback } from '../../server/http/addressBook.ts';
import { credentialOf, isSameToken } from '../../server/http/credentials.ts';
import { parseOriginPattern } from '../../server/http/originPattern.ts';
import { framePolicy, workbenchPolicy } from '../../server/http/securityHeaders.ts';

describe('a pattern of origins', () => {
  const allows = (pattern: string, origin: string) => parseOriginPattern(pattern)?.(origin);

  it('is one origin, or one label with a free end', () => {
    expect(allows('https://code.example.com', 'https://code.example.com')).toBe(true);
    expect(allows('https://code.example.com:443', 'https://code.example.com')).toBe(true);
    expect(allows('http://[::1]:3000', 'http://[::1]:3000')).toBe(true);
    expect(allows('http://v--*.localhost:3000', 'http://v--1a-b.localhost:3000')).toBe(true);
    expect(allows('https://*.example.com', 'https://any.example.com')).toBe(true);
  });

  it('lets in nothing that only looks like it', () => {
    for (const origin of [
      'http://code.example.com',
      'https://code.example.com:8443',
      'https://code.example.com.evil',
      'https://xcode.example.com',
      'https://codeXexample.com',
      'null',
      '',
    ]) {
      expect(allows('https://code.example.com', origin), origin).toBe(false);
    }
    for (const origin of [
      'http://v--.localhost:3000',
      'http://v--a.b.localhost:3000',
      'http://x.v--a.localhost:3000',
      'http://v--a.localhost:30001',
      'http://v--a.localhost:3000/',
      'http://v--a.localhost.evil:3000',
      'http://v--a@evil.localhost:3000',
    ]) {
      expect(allows('http://v--*.localhost:3000', origin), origin).toBe(false);
    }
  });

  it('is refused where it would be wider than it looks', () => {
    for (const pattern of [
      '*',
      'http://*',
      'http://*:3000',
      'http://a*b.localhost',
      'http://a.*.localhost',
      'http://*.',
      'ftp://x',
      'http://',
      'http://x/',
      'http://x:y',
      'https://user@x',
      'null',
      '',
      'http://*.*.x',
    ]) {
      expect(parseOriginPattern(pattern), pattern).toBeUndefined();
    }
  });
});

describe('the names of a server', () => {
  const book = (host: string, port = 5555, allowHosts: string[] = []) =>
    new AddressBook({ host, port, allowHosts, allowOrigins: [] });

  it('are those of loopback, with its port, by default (T099)', () => {
    for (const host of ['127.0.0.1', 'localhost', '::1']) {
      for (const name of ['localhost:5555', '127.0.0.1:5555', '[::1]:5555', 'LOCALHOST:5555'])
        expect(book(host).isHost(name)).toBe(true);
      for (const name of ['localhost', 'localhost:5556', 'evil.example:5555', '0.0.0.0:5555', '::1:5555', ''])
        expect(book(host).isHost(name)).toBe(false);
      expect(book(host).isHost('mooring.localhost:5555')).toBe(true);
      expect(book(host).shownHost).toBe('mooring.localhost:5555');
    }
    expect(book('0.0.0.0').shownHost).toBe('localhost:5555');
    expect(['127.0.0.1', '127.1.2.3', 'localhost', '::1'].every(isLoopback)).toBe(true);
    expect(['0.0.0.0', '::', '192.168.1.5', 'example.com', '127.0.0.1.evil.example'].some(isLoopback)).toBe(
      false,
    );
  });

  it('leave out the port where it is the scheme own, as browsers do', () => {
    expect([
      book('127.0.0.1', 80).isHost('localhost'),
      book('127.0.0.1', 80).originKind('http://localhost'),
    ]).toEqual([true, 'own']);
  });

  it('are the one it listens on, or all of this machine', () => {
    expect([
      book('192.168.1.5').isHost('192.168.1.5:5555'),
      book('192.168.1.5').isHost('localhost:5555'),
    ]).toEqual([true, false]);
    expect(book('0.0.0.0').isHost('127.0.0.1:5555')).toBe(true);
    expect(book('0.0.0.0').isHost('evil.example:5555')).toBe(false);
  });

  it('have one for each webview where this machine has names for them, and those are no hosts of the workbench', () => {
    const label = '0123456789abcdefghijklmnopqrstuv'.repeat(2).slice(0, 52);
    const forwarded = book('127.0.0.1', 5555, ['mooring.localhost:8080', 'code.example.com']);
    for (const name of [`${label}.mooring.localhost:5555`, `${label}.mooring.localhost:8080`]) {
      expect([forwarded.isWebviewHost(name), forwarded.isHost(name)]).toEqual([true, false]);
      expect(forwarded.originKind(`http://${name}`)).toBe('foreign');
    }
    expect(book('127.0.0.1', 80).isWebviewHost(`${label}.mooring.localhost`)).toBe(true);
    for (const name of [
      'mooring.localhost:5555',
      '.mooring.localhost:5555',
      'x.mooring.localhost:5555',
      `${label}0.mooring.localhost:5555`,
      `${label.slice(0, -1)}w.mooring.localhost:5555`,
      `x.${label}.mooring.localhost:5555`,
      `${label}.mooring.localhost:5556`,
      `${label}.mooring.localhost`,
      `${label}.localhost:5555`,
      `${label}.code.example.com`,
      `${label}.mooring.localhost:5555.evil.example`,
    ])
      expect(forwarded.isWebviewHost(name), name).toBe(false);
    expect(book('192.168.1.5').isWebviewHost(`${label}.mooring.localhost:5555`)).toBe(false);
  });

  it('may be added, and then stand for both schemes', () => {
    const proxied = book('127.0.0.1', 5555, ['code.example.com', 'other.example:8443']);
    expect(
      ['code.example.com', 'code.example.com:5555', 'other.example:8443'].every((name) =>
        proxied.isHost(name),
      ),
    ).toBe(true);
    expect(
      ['code.example.com:8443', 'other.example', 'x.code.example.com'].some((name) => proxied.isHost(name)),
    ).toBe(false);
    expect(
      ['https://code.example.com', 'http://code.example.com:5555', 'https://other.example:8443'].map(
        (origin) => proxied.originKind(origin),
      ),
    ).toEqual(['own', 'own', 'own']);
    expect(proxied.originKind('https://localhost:5555')).toBe('foreign');
  });
});

describe('the policy of a page', () => {
  const webview = `${'0'.repeat(52)}.mooring.localhost:5555`;

  it('lets the workbench hold webviews where they have origins of their own, and itself be held by none', () => {
    const page = workbenchPolicy('', 'mooring.localhost:5555');
    expect(page).toContain("frame-src 'self' http://*.mooring.localhost:5555 blob: data:;");
    expect(page).toContain("frame-ancestors 'self'");
    expect(workbenchPolicy('', 'localhost:5555')).toContain("frame-src 'self' blob: data:;");
  });

  it('lets a webview be held by its own frame and by the workbench', () => {
    expect(framePolicy(webview)).toBe("frame-ancestors 'self' http://mooring.localhost:5555");
    for (const host of ['mooring.localhost:5555', 'localhost:5555', '127.0.0.1:5555', 'code.example.com'])
      expect(framePolicy(host)).toBe("frame-ancestors 'self'");
  });
});

describe('a token', () => {
  const of = (headers: Record<string, string>, path = '/api/boot') =>
    credentialOf(headers, new URL(`http://localhost${path}`), 5555);

  it('comes by address, header, subprotocol or cookie, in this order', () => {
    const cookie = 'mooring-5556=other; mooring-5555=c';
    expect(of({ cookie })).toEqual({ by: 'cookie', tokens: ['c'] });
    expect(of({ cookie: 'xmooring-5555=c' })).toBeUndefined();
    // One that a webview set for the whole site is in nobody's way.
    expect(of({ cookie: 'mooring-5555=tossed; mooring-5555=c' })?.tokens).toEqual(['tossed', 'c']);
    const subprotocol = { cookie, 'sec-websocket-protocol': 'mooring.v1, mooring.token.s' };
    expect(of(subprotocol)).toEqual({ by: 'subprotocol', tokens: ['s'] });
    expect(of({ ...subprotocol, authorization: 'bearer b' })).toEqual({ by: 'bearer', tokens: ['b'] });
    expect(of({ cookie, authorization: 'Basic eDp5' })).toEqual({ by: 'cookie', tokens: ['c'] });
    expect(of({ cookie }, '/?token=a')).toEqual({ by: 'address', tokens: ['a'] });
    expect(of({ cookie }, '/api/boot?token=a')).toEqual({ by: 'cookie', tokens: ['c'] });
  });

  it('is compared as a whole', () => {
    expect([
      isSameToken('abc', 'abc'),
      isSameToken('ab', 'abc'),
      isSameToken('', 'abc'),
      isSameToken('abcd', 'abc'),
    ]).toEqual([true, false, false, false]);
  });
});
