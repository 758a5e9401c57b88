import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { describe, expect, it } from 'vitest';
import { eventually, fixture, isAlive, RelayWorld, type Client, type Wire } from './relayWorld.ts';

const continuity = { continuity: true };
setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

/** Bytes of what is still in use. */
function heapInUse(): number {
  collectGarbage();
  return process.memoryUsage().heapUsed;
}

const capabilities = { textDocument: { publishDiagnostics: {} } };

describe('A page that comes back', () => {
  it('finds the same process, initialized once, and its own lease (KC-01, KC-02)', async () => {
    const log = 'messages.jsonl';
    await using world = await RelayWorld.start({ servers: [fixture('logsMessages')], policy: continuity });
    const first = await world.page('logsmessages');
    const { lease, pid } = (await first.method('mooring/ready')).params;
    first.open('file:///a.txt', 'unsaved');
    await first.hover();
    first.socket.terminate();
    const second = await world.page('logsmessages', `?lease=${lease}`);
    expect((await second.method('mooring/ready')).params).toMatchObject({
      lease,
      pid,
      resumed: true,
      epoch: 2,
    });
    second.open('file:///a.txt', 'unsaved and more');
    await second.hover();
    const messages = readFileSync(join(world.folder, log), 'utf8')
      .trim()
      .split('\n')
      .map((line): Wire => JSON.parse(line));
    const count = (method: string): number => messages.filter((message) => message.method === method).length;
    expect([count('initialize'), count('initialized'), count('textDocument/didClose')]).toEqual([1, 1, 1]);
    const opened = messages
      .filter(({ method }) => method === 'textDocument/didOpen')
      .map(({ params }) => params.textDocument);
    expect(opened.map(({ text, version }) => [text, version])).toEqual([
      ['unsaved', 1],
      ['unsaved and more', 2],
    ]);
  });

  it('ten times with a cut at a random moment, finds the same process each time (T014)', async () => {
    await using world = await RelayWorld.start({ servers: [fixture('good')], policy: continuity });
    let page = await world.page('good');
    const { lease, pid } = (await page.method('mooring/ready')).params;
    for (let cut = 1; cut <= 10; cut++) {
      void page.hover();
      page.open(`file:///${cut}.txt`);
      if (cut % 2) await page.hover();
      page.socket.terminate();
      page = await world.connect('good', `?lease=${lease}&epoch=${cut}`);
      void page.request('initialize', { processId: null, rootUri: null, capabilities: {} });
      expect((await page.method('mooring/ready')).params).toMatchObject({ lease, pid });
      page.notify('initialized');
    }
    expect((await page.hover()).result).toEqual({ contents: 'hover' });
    const seen: Wire[] = await page.result('fixture/seen');
    expect(seen.filter((item) => item === 'initialized' || item.initialize)).toHaveLength(2);
  });

  it('twice at once shares nothing: the second window has a process of its own (KC-04, KC-10, KC-45)', async () => {
    await using world = await RelayWorld.start({ servers: [fixture('good')], policy: continuity });
    const window = await world.page('good');
    const { lease } = (await window.method('mooring/ready')).params;
    const duplicate = await world.page('good', `?lease=${lease}`);
    expect(await duplicate.result('fixture/pid')).not.toBe(await window.result('fixture/pid'));
    await duplicate.request('mooring/release', { reason: 'stop' });
    expect((await window.hover()).result).toEqual({ contents: 'hover' });
  });

  it('twice, with the same file unlike in each, has each text known to a server of its own (T045)', async () => {
    await using world = await RelayWorld.start({ servers: [fixture('good')], policy: continuity });
    const uri = 'file:///same.txt';
    const windows = await Promise.all(['one', 'two'].map(() => world.page('good')));
    for (const [index, window] of windows.entries()) window.open(uri, `text of ${index}`);
    const opened = async (window: Client | undefined): Promise<string[]> => {
      const seen: Wire[] = await window?.result('fixture/seen');
      return seen.flatMap(({ didOpen }) => (didOpen ? [didOpen.text] : []));
    };
    expect(await Promise.all(windows.map(opened))).toEqual([['text of 0'], ['text of 1']]);
    await windows[0]?.close(1000);
    expect(await opened(windows[1])).toEqual(['text of 1']);
    const seen: Wire[] = await windows[1]?.result('fixture/seen');
    expect(seen.filter((item) => item.didClose)).toEqual([]);
  });

  it('after its server was killed meanwhile is told so, and has the next one at once (KC-14, T015)', async () => {
    await using world = await RelayWorld.start({
      servers: [fixture('good')],
      policy: { ...continuity, restartDelays: [20] },
    });
    const first = await world.page('good');
    const { lease, pid } = (await first.method('mooring/ready')).params;
    await first.close(1001);
    process.kill(pid, 'SIGKILL');
    await eventually(
      () => world.lines.some(({ fields }) => 'to' in fields && fields.to === 'dormant'),
      'dead',
    );
    const next = await world.page('good', `?lease=${lease}`);
    expect((await next.status('restarting')).params).toMatchObject({
      exit: { signal: 'SIGKILL' },
      attempt: 1,
    });
    const { params: ready } = await next.method('mooring/ready');
    expect(ready).toMatchObject({ lease, resumed: false });
    expect(isAlive(ready.pid)).toBe(true);
    expect((await next.hover()).result).toEqual({ contents: 'hover' });
  });

  it(
    'of 8 leases and 500 comings and goings leaves no process, no socket, and no memory behind (T014, T031)',
    { timeout: 120_000 },
    async () => {
      const servers = Array.from({ length: 8 }, (_, index) => fixture('good', { id: `good${index}` }));
      await using world = await RelayWorld.start({ servers, policy: continuity });
      const leases = await Promise.all(
        servers.map(async ({ id }) => {
          const page = await world.page(id);
          const { lease, pid } = (await page.method('mooring/ready')).params;
          await page.close();
          return { id, lease, pid };
        }),
      );
      let before = 0;
      for (let cycle = 0; cycle < 500; cycle++) {
        const { id, lease, pid } = leases[cycle % 8] ?? { id: '', lease: '', pid: 0 };
        const page: Client = await world.page(id, `?lease=${lease}`);
        expect((await page.method('mooring/ready')).params.pid).toBe(pid);
        page.open('file:///a.txt', 'x'.repeat(10_000));
        await page.hover();
        await page.close(cycle % 3 ? 1001 : 1000);
        // What this test wrote down itself is not the relay's.
        world.lines.length = 0;
        if (cycle === 100) before = heapInUse();
      }
      expect(heapInUse()).toBeLessThan(1.1 * before);
      await eventually(() => world.openSockets === 0, 'no socket is open');
      expect((await world.leases()).leases).toHaveLength(8);
      expect(leases.every(({ pid }) => isAlive(pid))).toBe(true);
      await world.relay.stop();
      expect(leases.some(({ pid }) => isAlive(pid))).toBe(false);
    },
  );

  it('too slow to read is sent away and takes its lease up again; its server was never held up (KC-33, T010)', async () => {
    await using world = await RelayWorld.start({
      servers: [fixture('floods'), fixture('good')],
      policy: { ...continuity, slowPageTime: 1_000 },
    });
    const other = await world.page('good');
    const page = await world.page('floods');
    const { lease, pid } = (await page.method('mooring/ready')).params;
    page.send({ id: 'flood', method: 'fixture/flood', params: { mebibytes: 200 } });
    page.socket.pause();
    await eventually(
      () => world.lines.some(({ message }) => message === 'Lost a page'),
      'it was given up',
      15_000,
    );
    expect((await other.hover()).result).toEqual({ contents: 'hover' });
    const back = await world.page('floods', `?lease=${lease}`);
    expect((await back.method('mooring/ready')).params).toMatchObject({ pid, resumed: true });
    await eventually(() => readFolder(world).includes('flooded'), 'the server has written all', 15_000);
    expect((await back.hover()).result).toEqual({ contents: 'hover' });
  });
});

describe('typescript-language-server, which publishes no version,', () => {
  it(
    'shows no error that was fixed on disk meanwhile, and one that is there without typing (KC-03, T026)',
    { timeout: 60_000 },
    async () => {
      const server = {
        id: 'typescript',
        label: 'TypeScript',
        languages: ['typescript'],
        command: [{ module: 'typescript-language-server/lib/cli.mjs' }],
        args: ['--stdio'],
        initializationOptions: {
          disableAutomaticTypingAcquisition: true,
          tsserver: { useSyntaxServer: 'never' },
        },
      };
      await using world = await RelayWorld.start({ servers: [server], policy: continuity });
      writeFileSync(join(world.folder, 'tsconfig.json'), '{}');
      const uri = (name: string): string => pathToFileURL(join(world.folder, name)).href;
      const bad = 'export const n: number = "x";\n';
      const good = 'export const n: number = 1;\n';
      const open = (page: Client, name: string, text: string): void =>
        page.notify('textDocument/didOpen', {
          textDocument: { uri: uri(name), languageId: 'typescript', version: 1, text },
        });
      const problems = (page: Client, name: string): Wire[] =>
        page.messages
          .filter(
            ({ method, params }) => method === 'textDocument/publishDiagnostics' && params.uri === uri(name),
          )
          .map(({ params }) => params.diagnostics.length);
      const first = await world.connect('typescript');
      first.answerRequests();
      await first.initialize({ capabilities });
      const { lease, pid } = (await first.method('mooring/ready')).params;
      open(first, 'a.ts', bad);
      open(first, 'b.ts', good);
      await first.until(({ params }) => params?.uri === uri('a.ts') && params.diagnostics.length > 0);
      await first.close(1001);
      const second = await world.connect('typescript', `?lease=${lease}`);
      second.answerRequests();
      await second.initialize({ capabilities });
      expect((await second.method('mooring/ready')).params).toMatchObject({ pid, resumed: true });
      open(second, 'a.ts', good);
      open(second, 'b.ts', bad);
      await second.result('mooring/synced');
      await second.until(({ params }) => params?.uri === uri('b.ts') && params.diagnostics.length > 0);
      await second.until(({ params }) => params?.uri === uri('a.ts'));
      expect(problems(second, 'a.ts').every((count) => count === 0)).toBe(true);
    },
  );
});

function readFolder(world: RelayWorld): string {
  try {
    return `flooded ${readFileSync(join(world.folder, 'flooded'), 'utf8')}`;
  } catch {
    // Not written yet.
    return '';
  }
}
