import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { fixture, RelayWorld, upgrade } from './relayWorld.ts';

const missing = { command: [{ path: 'no-such-language-server' }] };

describe('The relay’s address', () => {
  it.each([
    ['/relay/lsp/nope', 404, 'unknown-server'],
    ['/relay/lsp/', 400, 'no-server'],
    ['/relay/lsp', 400, 'no-server'],
    ['/relay/lsp/%E0%A4%A', 400, 'no-server'],
    ['/relay/lsp/good/more', 404, 'unknown-server'],
    ['/relay/lsp/good?folder=nope', 404, 'unknown-folder'],
  ])(
    '%s is refused before the upgrade with %i and a reason, and starts nothing (A-13, KI-P01, T102)',
    async (path, status, error) => {
      await using world = await RelayWorld.start({ servers: [fixture('good')] });
      const answer = await upgrade(world.origin, path);
      expect(answer.status).toBe(status);
      expect(answer.body).toMatchObject({ error, message: expect.stringMatching(/.{10,}\.$/) });
      expect(world.lines).toEqual([]);
      const page = await world.page('good', `?folder=${world.folderId}`);
      expect((await page.hover()).result).toEqual({ contents: 'hover' });
    },
  );

  it('echoes mooring.v1 where it is offered, and serves a client that knows nothing of it', async () => {
    await using world = await RelayWorld.start({ servers: [fixture('good')] });
    const ours = await world.connect('good');
    expect(ours.socket.protocol).toBe('mooring.v1');
    const plain = await world.connect('good', '', []);
    expect(plain.socket.protocol).toBe('');
    expect((await plain.initialize()).result.capabilities.hoverProvider).toBe(true);
    expect((await plain.hover()).result).toEqual({ contents: 'hover' });
    expect((await plain.request('shutdown')).result).toBeNull();
    plain.notify('exit');
    expect(await plain.closed).toBe(1000);
  });
});

describe('A close code tells why there is no language server:', () => {
  it('4007 with guidance when it is not found and there is no installer (A-29, T040, KI-03)', async () => {
    const server = fixture('missing', { ...missing, guidance: 'Install it with your package manager.' });
    await using world = await RelayWorld.start({ servers: [server, fixture('good')] });
    const page = await world.connect('missing');
    const { params } = await page.status('failed');
    expect(params).toEqual({
      state: 'failed',
      reason: 'missing was not found: no-such-language-server is not on PATH.',
      guidance: 'Install it with your package manager.',
    });
    expect(await page.closed).toBe(4007);
    expect((await (await world.page('good')).hover()).result).toEqual({ contents: 'hover' });
  });

  it('4001 when it can be installed on request (A-14)', async () => {
    const server = fixture('missing', { ...missing, install: { npm: 'missing@1.0.0' } });
    await using world = await RelayWorld.start({ servers: [server] });
    expect(await (await world.connect('missing')).closed).toBe(4001);
  });

  it('4008 when it cannot be started, with the details in the status only (KI-28)', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'mooring-broken-'));
    const file = join(folder, 'server');
    writeFileSync(file, '#!/no/such/interpreter\n', { mode: 0o755 });
    const server = fixture('broken', { command: [{ path: file, probe: [] }] });
    await using world = await RelayWorld.start({ servers: [server, fixture('good')] });
    const page = await world.connect('broken');
    page.socket.on('close', (_, reason) => expect(String(reason)).toBe(''));
    expect(await page.closed).toBe(4008);
    expect((await page.status('failed')).params.reason).toMatch(/^broken could not be started: /);
    rmSync(folder, { recursive: true });
    expect((await (await world.page('good')).hover()).result).toEqual({ contents: 'hover' });
  });

  it('4008 when the system does not take its arguments, and others are served', async () => {
    // Longer than any system takes them.
    const server = fixture('wordy', {
      command: [{ module: './good.mjs' }],
      args: ['x'.repeat(8 * 1024 * 1024)],
    });
    await using world = await RelayWorld.start({ servers: [server, fixture('good')] });
    const page = await world.connect('wordy');
    const { params } = await page.status('failed');
    expect(params.reason).toMatch(/^wordy could not be started: .*E2BIG/);
    expect(await page.closed).toBe(4008);
    expect((await (await world.page('good')).hover()).result).toEqual({ contents: 'hover' });
  });

  it('4002 when the folder is gone', async () => {
    await using world = await RelayWorld.start({ servers: [fixture('good')] });
    rmSync(world.folder, { recursive: true });
    expect(await (await world.connect('good')).closed).toBe(4002);
  });

  it('4005 when every place is taken, and by whom (KI-27)', async () => {
    await using world = await RelayWorld.start({ servers: [fixture('good')], policy: { leases: 2 } });
    const first = await world.page('good');
    await world.page('good');
    const refused = await world.connect('good');
    expect((await refused.status('failed')).params.reason).toBe(
      'All 2 places for language servers are taken: good, good. Stop one, or close a window.',
    );
    expect(await refused.closed).toBe(4005);
    expect((await first.hover()).result).toEqual({ contents: 'hover' });
    await first.close();
    expect((await (await world.page('good')).hover()).result).toEqual({ contents: 'hover' });
  });

  it('1001 when the server stops, and nothing it started is left', async () => {
    const world = await RelayWorld.start({ servers: [fixture('good')] });
    await using _ = world;
    const page = await world.page('good');
    const pid = await page.result('fixture/pid');
    const stopped = world.relay.stop();
    expect(await page.closed).toBe(1001);
    await stopped;
    expect(() => process.kill(pid, 0)).toThrow();
  });
});

describe('What a language server points at', () => {
  it('becomes readable when it lies outside the folder', async () => {
    const server = fixture('locates');
    await using world = await RelayWorld.start({ servers: [server] });
    const page = await world.page('locates');
    const inside = `${world.folderUri}/a.txt`;
    const outside = 'file:///usr/lib/python3/typing.pyi';
    await page.result('textDocument/definition', [
      { uri: inside },
      { targetUri: outside },
      { uri: 'untitled:1' },
    ]);
    expect(world.granted).toEqual([outside]);
    await page.result('textDocument/hover', [{ uri: 'file:///etc/passwd' }]);
    expect(world.granted).toEqual([outside]);
  });
});
