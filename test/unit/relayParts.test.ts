import { describe, expect, it } from 'vitest';
import { decodeReady, decodeStatus } from '../../extensions/relay/src/controlMessages.ts';
import { readDescriptor } from '../../extensions/relay/src/descriptor.ts';
import { eslintSettings } from '../../extensions/relay/src/dialects/eslintSettings.ts';
import { schemaAssociations } from '../../extensions/relay/src/dialects/schemaAssociations.ts';
import { IdleRelease } from '../../extensions/relay/src/idleRelease.ts';
import { asMarkdown, wrapped } from '../../extensions/relay/src/plainText.ts';
import { PushedDiagnostics } from '../../extensions/relay/src/pushedDiagnostics.ts';
import { whyRefused } from '../../extensions/relay/src/refusal.ts';
import { ReconnectLadder } from '../../extensions/relay/src/reconnectLadder.ts';
import { Registrations } from '../../extensions/relay/src/registrations.ts';
import { ownRelay, protocolsWith } from '../../extensions/relay/src/relayAddress.ts';
import { withoutRemoteImages } from '../../extensions/relay/src/remoteImages.ts';
import { sendFrame } from '../../extensions/relay/src/sendFrame.ts';
import { Limit } from '../../server/protocol/errors.ts';

describe('the reconnect ladder', () => {
  it('waits 250 ms to 4 s, then 10 s for ever, and begins again after a success (KC-37)', () => {
    const ladder = new ReconnectLadder();
    expect(Array.from({ length: 7 }, () => ladder.next())).toEqual([
      250, 500, 1000, 2000, 4000, 10_000, 10_000,
    ]);
    ladder.reset();
    expect(ladder.next()).toBe(250);
  });
});

describe('the address of the relay', () => {
  it('is the page’s own origin, by id and lease alone (design invariant 1)', () => {
    const address = ownRelay('https://host:1/');
    expect(address.url('gopls', undefined)).toBe('wss://host:1/relay/lsp/gopls');
    expect(address.url('a/b', { lease: 'l&1' })).toBe('wss://host:1/relay/lsp/a%2Fb?lease=l%261');
    expect(address.url('a', { lease: 'l', epoch: 2 })).toBe('wss://host:1/relay/lsp/a?lease=l&epoch=2');
    expect(address.protocols).toEqual(['mooring.v1']);
  });

  it('offers a token where the page is of another origin', () => {
    expect(protocolsWith('abc')).toEqual(['mooring.v1', 'mooring.token.abc']);
  });
});

describe('a server nobody needs', () => {
  it('is released after two minutes of rest on end (KC-06, KI-P16)', () => {
    let due: (() => void) | undefined;
    let released = 0;
    const clock = {
      now: () => 0,
      after: (delay: number, callback: () => void) => {
        expect(delay).toBe(120_000);
        due = callback;
        return { dispose: () => (due = undefined) };
      },
      every: () => ({ dispose: () => {} }),
    };
    const idle = new IdleRelease(
      clock,
      () => 120_000,
      () => released++,
    );
    idle.update(true);
    idle.update(false);
    expect(due).toBeUndefined();
    idle.update(true);
    idle.update(true);
    due?.();
    expect(released).toBe(1);
  });
});

describe('what a page sends', () => {
  it('is one frame a message, and too much when the network takes no more (A-11)', () => {
    const sent: string[] = [];
    const socket = { readyState: 1, bufferedAmount: 0, send: (text: string) => void sent.push(text) };
    const message = { jsonrpc: '2.0', method: 'initialized' };
    expect(sendFrame(socket, message)).toBe(true);
    expect(sent).toEqual([JSON.stringify(message)]);
    socket.bufferedAmount = 2 * Limit.outboundBytes;
    expect(sendFrame(socket, message)).toBe(true);
    socket.bufferedAmount++;
    expect(sendFrame(socket, message)).toBe(false);
    socket.readyState = 3;
    expect(sendFrame(socket, message)).toBe(true);
    expect(sent).toHaveLength(3);
  });
});

describe('messages of the broker', () => {
  it('are read leniently, and dropped where they are something else', () => {
    expect(decodeStatus({ state: 'starting', server: 'x' })).toEqual({ state: 'starting', server: 'x' });
    expect(
      decodeStatus({ state: 'restarting', attempt: 1, of: 5, exit: { code: 1, stderr: ['a', 2] } }),
    ).toEqual({
      state: 'restarting',
      attempt: 1,
      of: 5,
      exit: { code: 1, signal: null, stderr: ['a'] },
    });
    for (const odd of [null, 'x', {}, { state: 'dancing' }]) expect(decodeStatus(odd)).toBeUndefined();
    expect(decodeReady({ lease: 'l', folder: 'file:///a' })).toBeUndefined();
  });
});

describe('a descriptor in a manifest', () => {
  it('gets its defaults, and is passed over where it cannot be used', () => {
    const read = readDescriptor('a.b', { id: 'x', label: 'X', languages: ['x'], command: [{ path: 'x' }] });
    expect(read).toMatchObject({
      extensionId: 'a.b',
      settings: [],
      schemes: ['file', 'untitled'],
      requiresTrust: false,
    });
    for (const odd of [
      null,
      1,
      {},
      { id: 'x', label: 'X', languages: [] },
      { id: 1, label: 'X', languages: ['x'] },
    ]) {
      expect(readDescriptor('a.b', odd)).toBeUndefined();
    }
  });
});

describe('registrations of a server', () => {
  const folders = () => ['file:///home/a b'];

  it('make room for an id that is used twice, also under another method (T062)', () => {
    const gone: string[] = [];
    const registrations = new Registrations({
      folders,
      unregister: (method, id) => gone.push(`${method} ${id}`),
    });
    registrations.admit({ registrations: [{ id: '1', method: 'textDocument/hover' }] });
    registrations.admit({ registrations: [{ id: '1', method: 'textDocument/completion' }] });
    expect(gone).toEqual(['textDocument/hover 1']);
    registrations.forget(['1']);
    registrations.admit({ registrations: [{ id: '1', method: 'textDocument/hover' }] });
    expect(gone).toHaveLength(1);
  });

  it('watch the opened folders and nothing beside them', () => {
    const registrations = new Registrations({ folders, unregister: () => {} });
    const relative = (baseUri: unknown) => ({ globPattern: { baseUri, pattern: '**' } });
    const watchers = [
      { globPattern: '**/*.go' },
      relative('file:///home/a%20b'),
      relative({ uri: 'file:///home/a%20b/sub', name: 'b' }),
      relative('file:///home/a%20bc'),
      relative('file:///usr/lib/python3'),
    ];
    const method = 'workspace/didChangeWatchedFiles';
    const {
      registrations: [admitted],
    } = registrations.admit({ registrations: [{ id: '1', method, registerOptions: { watchers } }] });
    expect(admitted?.registerOptions).toEqual({ watchers: watchers.slice(0, 3) });
  });
});

describe('markdown of a server', () => {
  it('loads no image from elsewhere, and keeps those it brings', () => {
    expect(withoutRemoteImages('a ![x](https://e.org/p.png) b')).toBe('a [x](https://e.org/p.png) b');
    expect(withoutRemoteImages('![x](<http://e.org/a b>)')).toBe('[x](<http://e.org/a b>)');
    expect(withoutRemoteImages('![x][ref]\n\n[ref]: https://e.org/p.png')).toBe(
      '[x][ref]\n\n[ref]: https://e.org/p.png',
    );
    expect(withoutRemoteImages('![x](//e.org/p.png)')).toBe('[x](//e.org/p.png)');
    const own = '![Baseline](data:image/svg+xml;base64,AAAA)';
    expect(withoutRemoteImages(own)).toBe(own);
  });
});

describe('the dialect of ESLint', () => {
  const folder = { uri: 'file:///home/a%20b', name: 'a b' };

  it('names settings as its server does', () => {
    const section = {
      enable: true,
      probe: ['typescript'],
      codeActionsOnSave: { mode: 'problems', rules: null },
      format: { enable: true },
      rules: { customizations: [{ rule: 'x', severity: 'off' }] },
      useFlatConfig: null,
      run: 'onType',
    };
    expect(eslintSettings(section, { languageId: 'typescript', folder })).toMatchObject({
      validate: 'probe',
      codeActionOnSave: { mode: 'problems' },
      format: true,
      rulesCustomizations: [{ rule: 'x', severity: 'off' }],
      run: 'onType',
      workspaceFolder: folder,
    });
  });

  it('checks what is listed, probes the rest, and neither when it is off', () => {
    const validate = (section: unknown, languageId = 'vue') =>
      eslintSettings(section, { languageId, folder })['validate'];
    expect(validate({ validate: ['vue'], probe: [] })).toBe('on');
    expect(validate({ validate: [{ language: 'vue' }] })).toBe('on');
    expect(validate({ probe: ['vue'] })).toBe('probe');
    expect(validate({ probe: [] })).toBe('off');
    expect(validate({ enable: false, validate: ['vue'] })).toBe('off');
    expect(validate(null)).toBe('off');
  });

  it('finds its working directory in the opened folder', () => {
    const directory = (entry: unknown) =>
      eslintSettings({ workingDirectories: [entry] }, { languageId: 'vue', folder })['workingDirectory'];
    expect(directory({ mode: 'auto' })).toEqual({ mode: 'auto' });
    expect(directory('./web')).toEqual({ directory: '/home/a b/web' });
    expect(directory({ directory: 'web', '!cwd': true })).toEqual({
      directory: '/home/a b/web',
      '!cwd': true,
    });
  });
});

describe('JSON schemas of extensions', () => {
  it('are found from the extension’s folder, for files anywhere or at a path', () => {
    const contributions = [
      { fileMatch: 'package.json', url: './schemas/p.json' },
      {
        fileMatch: ['/.vscode/settings.json', '%APP_SETTINGS_HOME%/settings.json', '!x.json'],
        url: 'vscode://schemas/settings',
      },
      { fileMatch: '%MACHINE_SETTINGS_HOME%/settings.json', url: 'vscode://schemas/machine' },
      { fileMatch: 'a.json' },
      'odd',
    ];
    expect(schemaAssociations(contributions, 'file:///ext/')).toEqual([
      { fileMatch: ['/package.json'], uri: 'file:///ext/schemas/p.json' },
      {
        fileMatch: ['/.vscode/settings.json', '/User/settings.json', '!x.json'],
        uri: 'vscode://schemas/settings',
      },
    ]);
  });
});

describe('diagnostics that a server published', () => {
  it('are cleared on close, unless the server reports on files nobody opened (A-34)', () => {
    const pushed = new PushedDiagnostics();
    pushed.opened('file:///a');
    pushed.published('file:///a', 2);
    pushed.published('file:///b', 0);
    expect(pushed.clearsOnClose).toBe(true);
    pushed.published('file:///b', 1);
    expect(pushed.clearsOnClose).toBe(false);
  });
});

describe('a socket that does not open', () => {
  const ask = (status: number) => {
    const urls: string[] = [];
    const fetch = (url: unknown) => {
      urls.push(String(url));
      return Promise.resolve(new Response(null, { status }));
    };
    return whyRefused('ws://host/relay/lsp/x?lease=1', fetch).then((why) => [why, ...urls]);
  };

  it('was refused where the server answers, and lost where nobody does', async () => {
    expect(await ask(426)).toEqual(['refused', 'http://host/relay/lsp/x?lease=1']);
    expect((await ask(401))[0]).toBe('signedOut');
    expect((await ask(502))[0]).toBe('away');
    expect(await whyRefused('ws://host/', () => Promise.reject(new Error('down')))).toBe('away');
  });
});

describe('text for people', () => {
  it('reads in Markdown as it was written', () => {
    expect(asMarkdown('a *b* <c> kotlin-lsp\n`npm ci`')).toBe('a \\*b\\* \\<c\\> kotlin\\-lsp  \n`npm ci`');
  });

  it('is broken between words, and never inside one (KI-49)', () => {
    expect(wrapped('one two three\nfour', 8)).toEqual(['one two', 'three', 'four']);
    expect(wrapped(`a ${'x'.repeat(300)} b`, 8)).toEqual(['a', 'x'.repeat(300), 'b']);
    expect(wrapped('', 8)).toEqual([]);
  });
});
