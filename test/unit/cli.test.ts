import { describe, expect, it } from 'vitest';
import { helpText, parseCli } from '../../server/cli.ts';

const start = (...args: string[]) => {
  const result = parseCli(args);
  if (result.kind !== 'start') throw new Error(JSON.stringify(result));
  return result.options;
};
const refusal = (...args: string[]) => {
  const result = parseCli(args);
  return result.kind === 'usage' ? result.message : result.kind;
};

describe('the command line', () => {
  it('needs nothing but a folder', () => {
    expect(start('my folder')).toEqual({
      folder: 'my folder',
      port: 5555,
      host: '127.0.0.1',
      extensionsDirs: [],
      allowOrigins: [],
      allowHosts: [],
      logLevel: 'info',
      leases: {},
    });
  });

  it('takes every flag, before or after the folder, some of them repeatedly', () => {
    expect(
      start(
        '--port',
        '0',
        '--host=0.0.0.0',
        '--extensions-dir',
        'a',
        '--extensions-dir=b',
        'folder',
        '--data-dir',
        'd',
        '--token',
        'abcdefghijklmnop',
        '--allow-origin',
        'http://v--*.localhost:3000',
        '--allow-host',
        'Code.Example.com',
        '--allow-host',
        '[::1]:80',
        '--log-level',
        'debug',
        '--continuity',
        'on',
        '--max-leases=3',
        '--detached-expiry=90s',
        '--editor-idle=10m',
        '--restarts',
        '0',
      ),
    ).toEqual({
      folder: 'folder',
      port: 0,
      host: '0.0.0.0',
      extensionsDirs: ['a', 'b'],
      dataDir: 'd',
      token: 'abcdefghijklmnop',
      allowOrigins: ['http://v--*.localhost:3000'],
      allowHosts: ['code.example.com', '[::1]:80'],
      logLevel: 'debug',
      leases: { continuity: true, maxLeases: 3, detachedExpiry: 90_000, editorIdle: 600_000, restarts: 0 },
    });
    expect(start('--', '--odd').folder).toBe('--odd');
  });

  it('is explained by --help, flag by flag', () => {
    expect(parseCli(['--help', '--port', 'x'])).toEqual({ kind: 'help' });
    expect(parseCli(['-h'])).toEqual({ kind: 'help' });
    expect(parseCli(['--version'])).toEqual({ kind: 'version' });
    for (const flag of [
      'port',
      'host',
      'extensions-dir',
      'data-dir',
      'token',
      'allow-host',
      'allow-origin',
      'log-level',
      'continuity',
      'max-leases',
      'detached-expiry',
      'editor-idle',
      'restarts',
      'version',
      'help',
    ])
      expect(helpText).toContain(`--${flag}`);
    for (const line of helpText.split('\n')) expect(line.length).toBeLessThanOrEqual(100);
  });

  it('is refused in one sentence that names what is wrong', () => {
    const cases: [string[], string | RegExp][] = [
      [[], 'Name the folder'],
      [['a', 'b'], 'one folder'],
      [['a', '--prot', '1'], '--prot'],
      [['a', '--port'], '--port'],
      [['a', '--help=yes'], '--help'],
      [['a', '--port', '65536'], '"65536"'],
      [['a', '--port', '-1'], '--port'],
      [['a', '--port', '1e3'], '"1e3"'],
      [['a', '--port', ''], '""'],
      [['a', '--host', 'http://x'], '--host'],
      [['a', '--token', 'short'], '--token takes 16'],
      [['a', '--token', 'with a space in it'], '--token takes 16'],
      [['a', '--log-level', 'loud'], '"loud"'],
      [['a', '--continuity', 'maybe'], '--continuity takes "on" or "off", not "maybe"'],
      [['a', '--max-leases', '0'], '--max-leases takes a whole number from 1 to 64, not "0"'],
      [['a', '--max-leases', '3.5'], '"3.5"'],
      [['a', '--detached-expiry', '60'], '--detached-expiry takes a time from 1s to 7d'],
      [['a', '--detached-expiry', '8d'], '"8d"'],
      [['a', '--editor-idle', '0s'], '--editor-idle takes a time'],
      [['a', '--restarts', '21'], '--restarts takes a whole number from 0 to 20, not "21"'],
      [['a', '--allow-host', 'http://x'], '--allow-host'],
      [['a', '--allow-host', '*'], '--allow-host'],
      [['a', '--allow-origin', '*'], '--allow-origin'],
      [['a', '--allow-origin', 'null'], '--allow-origin'],
      [['a', '--allow-origin', 'http://x/path'], '--allow-origin'],
    ];
    for (const [args, words] of cases) {
      const message = refusal(...args);
      expect(message, args.join(' ')).toMatch(words);
      expect(message, args.join(' ')).toMatch(/^[^\n]+\. See --help\.$/);
    }
    expect(refusal('a', '--token', 'oops short')).not.toContain('oops');
  });
});
