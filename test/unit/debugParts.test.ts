import { describe, expect, it, vi } from 'vitest';
import { CloseCode } from '../../server/protocol/errors.ts';
import { endText, type AdapterEnd } from '../../extensions/relay/src/debug/adapterEnd.ts';
import { decodeFailed, decodeReady } from '../../extensions/relay/src/debug/adapterMessages.ts';
import { commandLine, shellLine } from '../../extensions/relay/src/debug/commandLine.ts';
import { debuggersOf } from '../../extensions/relay/src/debug/debugger.ts';
import { DebugPaths } from '../../extensions/relay/src/debug/debugPaths.ts';
import { dialectOf } from '../../extensions/relay/src/debug/dialects/dialects.ts';
import { ownRelay } from '../../extensions/relay/src/relayAddress.ts';
import { hexDump } from '../../workbench/product/hexDump.ts';
import { withLentEntry } from '../../workbench/extensions/lentEntry.ts';

/** Only in an extension host is there one. What the dialects look up in the folder is not asked for here. */
vi.mock('vscode', () => ({}));

function told(end: AdapterEnd, installCommand?: string): string {
  const t = (message: string, ...args: (string | number)[]) =>
    message.replaceAll(/\{(\d)\}/g, (_, index: string) => String(args[Number(index)]));
  return endText(end, { label: 'Delve', guidance: 'Install dlv.', installCommand }, t);
}

describe('what the user reads when there is no adapter', () => {
  it('names the program and how to get it when it is not installed (A-75)', () => {
    const text = told({ kind: 'closed', code: CloseCode.notInstalled });
    expect(text).toBe('Delve was not found on the machine that holds the folder. Install dlv.');
  });

  it('says what Install would run where that can be installed, and is guidance where nothing is declared', () => {
    const end = { kind: 'closed', code: CloseCode.installable } as const;
    expect(told(end, 'go install x')).toContain('Install runs “go install x” there');
    expect(told(end)).toBe('Delve was not found on the machine that holds the folder. Install dlv.');
  });

  it('has the exit code and the last words when it exits (A-70)', () => {
    const exit = { code: 3, signal: null, stderr: ['no such toolchain'] };
    const text = told({ kind: 'closed', code: CloseCode.serverExited, failure: { reason: 'x', exit } });
    expect(text).toContain('code 3');
    expect(text).toContain('no such toolchain');
  });

  it('has a sentence for every code, and never an empty place in it', () => {
    for (const code of Object.values(CloseCode)) {
      expect(told({ kind: 'closed', code })).toMatch(/^[A-Z].*\.$/);
      expect(told({ kind: 'closed', code })).not.toMatch(/undefined|\{\d\}/);
    }
    for (const why of ['refused', 'signedOut', 'away'] as const)
      expect(told({ kind: 'refused', why })).toMatch(/\.$/);
  });
});

describe('what the relay says of a session', () => {
  it('is read as far as it is what the protocol says', () => {
    expect(decodeReady({ session: 'key', epoch: 2 })).toEqual({ session: 'key', epoch: 2 });
    expect(decodeReady({ session: 7, resumed: { firstSeq: 'x' } })).toEqual({
      resumed: { firstSeq: 1, received: 0, droppedOutput: 0 },
    });
    expect(decodeReady(null)).toEqual({});
    expect(decodeFailed('nonsense')).toEqual({ reason: '' });
    expect(decodeFailed({ reason: 'gone', exit: { code: 1, stderr: ['a', 2] } })).toEqual({
      reason: 'gone',
      exit: { code: 1, signal: null, stderr: ['a'] },
    });
  });

  it('is asked for by type and parent alone (design invariant 1)', () => {
    const address = ownRelay('http://host:1');
    expect(address.debugUrl('pwa-node', undefined)).toBe('ws://host:1/relay/dap/pwa-node');
    expect(address.debugUrl('a/b', 'k&1')).toBe('ws://host:1/relay/dap/a%2Fb?parent=k%261');
  });
});

describe('paths between editor and adapter', () => {
  const source = (path: string, more = {}) => ({ source: { path, ...more } });
  const request = (path: string) => ({
    seq: 1,
    type: 'request',
    command: 'setBreakpoints',
    arguments: source(path),
  });

  it('are left as they are where both see the same folder, but for the slashes of Windows browsers (A-61)', () => {
    const paths = new DebugPaths({ ofUri: (uri) => uri, toEditor: (path) => path });
    const posix = request('/home/me/a b.py');
    paths.outgoing(posix);
    expect(posix.arguments).toEqual(source('/home/me/a b.py'));
    const windows = request(String.raw`\home\me\a.py`);
    paths.outgoing(windows);
    expect(windows.arguments).toEqual(source('/home/me/a.py'));
  });

  it('are mapped both ways for a folder with a scheme of its own, and only inside of it (A-61)', () => {
    const paths = new DebugPaths({
      ofUri: (uri) => decodeURIComponent(uri.replace('vscode-test-web://mount', '/home/me')),
      toEditor: (path) => (path.startsWith('/home/me/') ? `vscode-test-web://mount${path.slice(8)}` : path),
    });
    const message = request('vscode-test-web://mount/src/a%20b.py');
    paths.outgoing(message);
    expect(message.arguments).toEqual(source('/home/me/src/a b.py'));
    const frames = [
      source('/home/me/src/a b.py'),
      source('/usr/lib/x.py'),
      source('/home/me2/x.py'),
      source('/home/me/x', { sourceReference: 4 }),
    ];
    const response = { seq: 1, type: 'response', body: { stackFrames: frames } };
    paths.incoming(response);
    expect(response.body.stackFrames.map(({ source: { path } }) => path)).toEqual([
      'vscode-test-web://mount/src/a b.py',
      '/usr/lib/x.py',
      '/home/me2/x.py',
      '/home/me/x',
    ]);
    const event = {
      seq: 1,
      type: 'event',
      event: 'breakpoint',
      body: { breakpoint: source('/home/me/a.py') },
    };
    paths.incoming(event);
    expect(event.body.breakpoint).toEqual(source('vscode-test-web://mount/a.py'));
  });
});

describe('a command for the terminal', () => {
  it('keeps spaces, quotes and everything that a shell would act on (T074)', () => {
    expect(commandLine(['node', 'a b.js', "it's", '$HOME', '', '--x=1', 'a\nb'])).toBe(
      String.raw`node 'a b.js' 'it'\''s' '$HOME' '' --x=1 'a` + "\nb'",
    );
  });

  it('goes to its folder, and has its variables (T074)', () => {
    expect(shellLine({ args: ['a'], cwd: '/w x', env: { A: 'b c', D: null } })).toBe(
      "cd '/w x' && env -u D 'A=b c' a",
    );
    expect(shellLine({ args: ['a'], cwd: '' })).toBe('a');
  });
});

describe('launch configurations of other products', () => {
  const handedOver = (configuration: { type: string; [key: string]: unknown }) =>
    dialectOf(configuration.type).handOver?.({ name: 'x', request: 'launch', ...configuration });
  const adapted = (configuration: { type: string; [key: string]: unknown }) =>
    dialectOf(configuration.type).adapt?.({ name: 'x', request: 'launch', ...configuration }, undefined);

  it('go to the debugger that is here, under the type that it has (A-59)', () => {
    expect(handedOver({ type: 'node', program: 'a.js' })).toMatchObject({
      type: 'pwa-node',
      program: 'a.js',
    });
    expect(handedOver({ type: 'python' })).toMatchObject({ type: 'debugpy' });
    expect(handedOver({ type: 'lldb' })).toMatchObject({ type: 'native' });
    const environment = [{ name: 'A', value: '1' }];
    expect(handedOver({ type: 'cppdbg', environment, stopAtEntry: true })).toMatchObject({
      type: 'native',
      env: { A: '1' },
      stopOnEntry: true,
    });
  });

  it('have what either native debugger reads', () => {
    expect(adapted({ type: 'native', args: ['a b', 'c'], env: { A: '1' } })).toMatchObject({
      arguments: "'a b' c",
      environment: { A: '1' },
      env: ['A=1'],
    });
  });

  it('name the package of a Go file, and test where it is one', () => {
    expect(adapted({ type: 'go', program: '/w/a.go', mode: 'auto' })).toMatchObject({
      program: '/w',
      mode: 'debug',
    });
    expect(adapted({ type: 'go', program: '/w/a_test.go' })).toMatchObject({
      program: '/w',
      mode: 'test',
      dlvCwd: '/w',
    });
    expect(adapted({ type: 'go', program: '/w/sub', dlvCwd: '/w' })).toMatchObject({ dlvCwd: '/w' });
    expect(adapted({ type: 'go', program: '/w/app', mode: 'exec' })).toMatchObject({
      program: '/w/app',
      mode: 'exec',
    });
  });
});

describe('frames that LLDB shows', () => {
  it('have names as they are written, without what tells symbols apart', () => {
    const frame = { id: 1, line: 1, column: 1 };
    const names = ['app::work::hfb8b2b5693ed0570', 'main', 'work::hull'];
    const stackFrames = names.map((name) => ({ ...frame, name }));
    const answer = { seq: 1, type: 'response', command: 'stackTrace', body: { stackFrames } };
    dialectOf('native').mender?.()(answer);
    expect(stackFrames.map(({ name }) => name)).toEqual(['app::work', 'main', 'work::hull']);
  });
});

describe('a stop by a signal, which LLDB calls an exception', () => {
  it('is a pause where one was asked for, and only there', () => {
    const mend = dialectOf('native').mender?.();
    const stop = () => {
      const event = { seq: 1, type: 'event', event: 'stopped', body: { reason: 'exception' } };
      mend?.(event);
      return event.body;
    };
    expect(stop()).toEqual({ reason: 'exception' });
    const paused = { seq: 1, type: 'response', command: 'pause', success: true };
    mend?.(paused);
    expect(stop()).toEqual({ reason: 'pause' });
    expect(stop()).toEqual({ reason: 'exception' });
  });
});

describe('the memory of a variable', () => {
  it('is shown by address, bytes and characters', () => {
    const bytes = new TextEncoder().encode('\0Harbour, ');
    expect(hexDump(0x7ff0n, bytes)).toBe(
      '0x000000007ff0  00 48 61 72 62 6f 75 72  .Harbour\n0x000000007ff8  2c 20                    , \n',
    );
  });
});

describe('the debuggers of a manifest', () => {
  const manifest = {
    contributes: {
      debuggers: [
        {
          type: 'a',
          label: 'A',
          languages: ['x', 7],
          initialConfigurations: [{ type: 'a', request: 'launch', name: 'n' }],
        },
        { type: 'b', label: 'B', initialConfigurations: [{ type: 'a' }] },
        { type: 7 },
      ],
      debugAdapters: [{ type: 'a', guidance: 'Get it.', pathAttributes: ['program'] }, 'nonsense'],
    },
  };

  it('are those that are declared, whatever else is in it', () => {
    expect(debuggersOf('t.x', manifest)).toEqual([
      {
        extensionId: 't.x',
        type: 'a',
        label: 'A',
        hasAdapter: true,
        guidance: 'Get it.',
        pathAttributes: ['program'],
        languages: ['x'],
        configuration: { type: 'a', request: 'launch', name: 'n' },
      },
      expect.objectContaining({ type: 'b', label: 'B', hasAdapter: false, configuration: undefined }),
    ]);
    expect(debuggersOf('t.x', { contributes: { debuggers: [{ type: 'code', label: 'Code' }] } })).toEqual([]);
    expect(debuggersOf('t.x', null)).toEqual([]);
  });

  it('get code that makes them work where they have none of their own', () => {
    const boot = (of: Record<string, unknown>) => ({
      id: 't.x',
      location: '/extensions/t.x/1.0.0-x',
      manifest: of,
      source: 'user' as const,
    });
    expect(withLentEntry(boot(manifest)).manifest).toEqual({
      ...manifest,
      browser: 'mooring-debugger.js',
      activationEvents: ['onDebug'],
    });
    for (const other of [{ ...manifest, browser: './mine.js' }, { contributes: { languages: [] } }, {}])
      expect(withLentEntry(boot(other)).manifest).toBe(other);
  });
});

describe('a Delve and a Go of different ages', () => {
  const { misfit } = dialectOf('go');

  it('are told apart: only a Delve that is too old is mended by a newer one', () => {
    const hint = 'suppress this error with --check-go-version=false)';
    expect(
      misfit?.(
        `Failed to launch: Version of Delve is too old for Go version 1.26.8 (maximum supported version 1.20, ${hint}`,
      ),
    ).toEqual({
      reason: 'Version of Delve is too old for Go version 1.26.8 (maximum supported version 1.20).',
      isTooOld: true,
    });
    expect(
      misfit?.(
        `Failed to launch: Go version go1.19.8 is too old for this version of Delve (minimum supported version 1.25, ${hint}`,
      ),
    ).toEqual({
      reason: 'Go version go1.19.8 is too old for this version of Delve (minimum supported version 1.25).',
      isTooOld: false,
    });
  });

  it('are not what every other failure is about', () => {
    expect(misfit?.('Failed to launch: could not launch process: not an executable file')).toBeUndefined();
  });
});
