import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { DebugAdapterAvailability } from '../../server/protocol/debug.ts';
import { DebugClient } from './debugClient.ts';
import { adapter, DebugWorld } from './debugWorld.ts';
import { upgrade } from './relayWorld.ts';
import { ServerWorld, write } from './serverWorld.ts';

const missing = { command: [{ path: 'no-such-debug-adapter' }] };

describe('The address of the relay for debugging', () => {
  it.each([
    ['/relay/dap/nope', 404, 'unknown-debug-type'],
    ['/relay/dap/', 400, 'no-debug-type'],
    ['/relay/dap', 400, 'no-debug-type'],
    ['/relay/dap/%E0%A4%A', 400, 'no-debug-type'],
    ['/relay/dap/good/more', 404, 'unknown-debug-type'],
    ['/relay/dap/good?folder=nope', 404, 'unknown-folder'],
    ['/relay/dap/good?parent=nope', 404, 'unknown-session'],
  ])(
    '%s is refused before the upgrade with %i and a reason, and starts nothing (A-53, T102)',
    async (path, status, error) => {
      await using world = await DebugWorld.start({ adapters: [adapter('good')] });
      const answer = await upgrade(world.origin, path);
      expect(answer.status).toBe(status);
      expect(answer.body).toMatchObject({ error, message: expect.stringMatching(/.{10,}\.$/) });
      expect(world.lines).toEqual([]);
      const client = await world.session('good', `?folder=${world.folderId}`);
      expect((await client.result('evaluate', { expression: 'on' })).result).toBe('on');
    },
  );
});

describe('A close code tells why there is no debug adapter:', () => {
  it('4007 with guidance when it is not found, which is the answer to initialize too (A-54)', async () => {
    const descriptor = adapter('missing', { ...missing, guidance: 'Install it with your package manager.' });
    await using world = await DebugWorld.start({ adapters: [descriptor, adapter('good')] });
    const client = await world.connect('missing');
    const reason = 'missing was not found: no-such-debug-adapter is not on PATH.';
    const answer = await client.request('initialize', {});
    expect(answer).toMatchObject({ success: false, message: reason });
    expect((await client.event('mooring/failed')).body).toEqual({
      reason,
      guidance: 'Install it with your package manager.',
    });
    expect(await client.closed).toBe(4007);
    expect(client.messages.some(({ event }) => event === 'mooring/ready')).toBe(false);
    const other = await world.session('good');
    expect((await other.result('evaluate', { expression: 'on' })).result).toBe('on');
  });

  it('also to a page that asks nothing', async () => {
    await using world = await DebugWorld.start({ adapters: [adapter('missing', missing)] });
    const client = await world.connect('missing');
    await client.event('mooring/failed');
    expect(await client.closed).toBe(4007);
  });

  it('4001 when it can be installed on request', async () => {
    const descriptor = adapter('missing', { ...missing, install: { npm: 'missing@1.0.0' } });
    await using world = await DebugWorld.start({ adapters: [descriptor] });
    expect(await (await world.connect('missing')).closed).toBe(4001);
  });

  it('4008 when it cannot be started', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'mooring-broken-'));
    const file = join(folder, 'adapter');
    writeFileSync(file, '#!/no/such/interpreter\n', { mode: 0o755 });
    const descriptor = adapter('broken', { command: [{ path: file, probe: [] }] });
    await using world = await DebugWorld.start({ adapters: [descriptor] });
    const client = await world.connect('broken');
    expect((await client.event('mooring/failed')).body.reason).toMatch(/^broken could not be started: /);
    expect(await client.closed).toBe(4008);
    rmSync(folder, { recursive: true });
  });

  it('4002 when the folder is gone', async () => {
    await using world = await DebugWorld.start({ adapters: [adapter('good')] });
    rmSync(world.folder, { recursive: true });
    expect(await (await world.connect('good')).closed).toBe(4002);
  });

  it('4009 when the page sends no text, and the adapter ends', async () => {
    await using world = await DebugWorld.start({ adapters: [adapter('good')] });
    const client = await world.session('good');
    client.socket.send(Buffer.from([1, 2, 3]));
    expect(await client.closed).toBe(4009);
  });
});

describe('The debug adapters that Mooring describes itself', () => {
  it('are all listed, each as there or with what to do about it (A-54)', async () => {
    await using world = await ServerWorld.start();
    const listed = JSON.parse((await world.get('/api/debug-adapters')).text) as DebugAdapterAvailability[];
    expect(listed.map(({ type }) => type).sort()).toEqual(['debugpy', 'go', 'native', 'pwa-node']);
    for (const { state, label, reason, guidance } of listed) {
      if (state === 'available') continue;
      expect(reason).toMatch(new RegExp(`^${label} was not found: .+\\.$`));
      expect(guidance).toMatch(/\w{3,}/);
    }
  });
});

describe('A debug adapter that somebody’s extension describes', () => {
  it('is relayed by the server as it runs, and its availability is known before (A-53, A-54)', async () => {
    await using world = await ServerWorld.start();
    const extension = join(world.root, 'extensions/toy');
    const manifest = {
      name: 'toy',
      publisher: 'test',
      version: '1.0.0',
      contributes: {
        debuggers: [{ type: 'toy', label: 'Toy' }],
        debugAdapters: [
          {
            type: 'toy',
            label: 'Toy',
            command: [{ module: './toy.mjs' }],
            runtime: { path: 'node', probe: ['-p', '6 * 7'] },
          },
          { type: 'absent', guidance: 'Build it.', ...missing },
          { type: 'noPort', transport: 'port', ...missing },
          { type: 'manyOnStdio', sessions: 'many', ...missing },
        ],
      },
    };
    write(join(extension, 'package.json'), JSON.stringify(manifest));
    write(join(extension, 'toy.mjs'), toy);
    await world.server.stop();
    await using running = await ServerWorld.start({ extensionsDirs: [join(world.root, 'extensions')] });

    const listed = JSON.parse((await running.get('/api/debug-adapters')).text) as DebugAdapterAvailability[];
    expect(listed.filter(({ type }) => ['toy', 'absent'].includes(type))).toEqual([
      {
        type: 'toy',
        label: 'Toy',
        state: 'available',
        command: join(extension, 'toy.mjs'),
        version: '1.0.0',
        runtime: '42',
      },
      {
        type: 'absent',
        label: 'absent',
        state: 'not_found',
        reason: 'absent was not found: no-such-debug-adapter is not on PATH.',
        guidance: 'Build it.',
      },
    ]);
    const [toyAlone, ...others] = JSON.parse(
      (await running.get('/api/debug-adapters?type=toy')).text,
    ) as DebugAdapterAvailability[];
    expect([toyAlone?.type, others]).toEqual(['toy', []]);
    const boot = JSON.parse((await running.get('/api/boot')).text);
    const faults = boot.faults.map(({ message }: { message: string }) => message).join('\n');
    expect(faults).toContain('the port must be passed as "${port}"');
    expect(faults).toContain('several sessions need the transport "port"');

    const socket = running.socket('/relay/dap/toy');
    const client = new DebugClient(socket);
    await once(socket, 'open');
    expect((await client.result('initialize', {})).toy).toBe(true);
    await running.server.stop();
    expect(await client.closed).toBe(1001);
  });
});

const toy = `process.stdin.once('data', () => {
  const body = JSON.stringify({ seq: 1, type: 'response', request_seq: 1, success: true, command: 'initialize', body: { toy: true } });
  process.stdout.write('Content-Length: ' + body.length + '\\r\\n\\r\\n' + body);
});
process.stdin.on('end', () => process.exit(0));
`;
