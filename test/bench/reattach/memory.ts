import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { build } from 'esbuild';
import { WebSocket } from 'ws';
import { Client } from '../../protocol/relayClient.ts';

/** Bytes of the relay's memory for each lease. */
export interface LeaseMemory {
  readonly attached: number;
  readonly detached: number;
}

const leases = 16;
const documents = 20;
const documentBytes = 50_000;

/** Leases with documents in them and requests behind them, counted while their pages are there and afterwards. */
export async function measureMemory(root: string): Promise<LeaseMemory> {
  const outdir = join(root, 'node_modules', '.cache', 'mooring-bench', String(process.pid));
  const folder = mkdtempSync(join(tmpdir(), 'mooring-bench-'));
  mkdirSync(outdir, { recursive: true });
  const outfile = join(outdir, 'memoryRelay.mjs');
  await build({
    entryPoints: [join(root, 'test/bench/reattach/memoryRelay.ts')],
    outfile,
    bundle: true,
    packages: 'external',
    platform: 'node',
    target: 'node20',
    format: 'esm',
  });
  const servers = join(root, 'test/fixtures/servers');
  const relay = spawn(process.execPath, ['--expose-gc', outfile, servers, folder], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  try {
    const lines = createInterface({ input: relay.stdout })[Symbol.asyncIterator]();
    const next = async (): Promise<number> => Number((await lines.next()).value);
    const inUse = (): Promise<number> => {
      relay.stdin.write('\n');
      return next();
    };
    const port = await next();
    // What is made once, and what grows with the first of everything.
    const first = await attachAll(port, leases);
    await Promise.all(first.map((page) => page.request('mooring/release', { reason: 'stop' })));
    await Promise.all(first.map((page) => page.closed));
    const before = await inUse();
    const pages = await attachAll(port, leases);
    const attached = await inUse();
    await Promise.all(pages.map((page) => page.close(1001)));
    const detached = await inUse();
    return { attached: (attached - before) / leases, detached: (detached - before) / leases };
  } finally {
    relay.stdin.end();
    if (relay.exitCode === null) await once(relay, 'exit');
    rmSync(folder, { recursive: true, force: true });
    rmSync(outdir, { recursive: true, force: true });
  }
}

async function attachAll(port: number, count: number): Promise<Client[]> {
  const pages: Client[] = [];
  for (let index = 0; index < count; index++) {
    const socket = new WebSocket(`ws://127.0.0.1:${port}/relay/lsp/good`, ['mooring.v1']);
    const page = new Client(socket);
    await once(socket, 'open');
    await page.initialize();
    for (let document = 0; document < documents; document++) {
      page.open(`file:///${index}/${document}.txt`, 'x'.repeat(documentBytes));
    }
    for (let request = 0; request < 50; request++) await page.hover();
    pages.push(page);
  }
  return pages;
}
