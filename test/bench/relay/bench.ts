/**
 * What the relay costs: the same client, in one run, straight on stdio, through a relay that only splits frames,
 * through ours, and through the forward loop of `vscode-ws-jsonrpc`. The ways take turns, so that what else the
 * machine does falls on all of them.
 */
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'esbuild';
import { connectRelay, connectStdio, type Peer } from './peers.ts';
import type { Report } from '../figures.ts';
import { emptySamples, report, ways, type Samples, type Way } from './report.ts';

const blocks = 240;
const requestsInBlock = 25;
const pipelines = 8;
const pipelined = 6_000;
const window = 64;
const largeRequests = 30;
const largeBytes = 5 * 1024 * 1024;
const upwardRequests = 30;

/** @param root Mooring's own folder. */
export async function run(root = process.cwd()): Promise<Report> {
  const bundles = await bundle(root);
  const runs: Run[] = [];
  try {
    for (const way of ways) {
      const relay = bundles.relays.get(way);
      const { echoServer } = bundles;
      const peer =
        relay === undefined ? await connectStdio(echoServer) : await connectRelay(relay, echoServer);
      runs.push({ way, client: new Client(peer), samples: emptySamples() });
    }
    for (const { client } of runs) await client.warmUp();
    await inTurn(runs, blocks, ({ client, samples }) => client.measureRoundTrips(samples));
    await inTurn(runs, pipelines, ({ client, samples }) => client.measurePipeline(samples));
    await inTurn(runs, largeRequests, ({ client, samples }) => client.measureLarge(samples));
    await inTurn(runs, upwardRequests, ({ client, samples }) => client.measureUpward(samples));
  } finally {
    for (const { client } of runs) await client.close();
    rmSync(bundles.outdir, { recursive: true, force: true });
  }
  return report(runs);
}

interface Run {
  readonly way: Way;
  readonly client: Client;
  readonly samples: Samples;
}

/** Each round begins with another way, and no way goes long without its turn. */
async function inTurn(
  runs: readonly Run[],
  rounds: number,
  measure: (run: Run) => Promise<void>,
): Promise<void> {
  for (let round = 0; round < rounds; round++) {
    for (let index = 0; index < runs.length; index++) {
      const run = runs[(round + index) % runs.length];
      if (run) await measure(run);
    }
  }
}

/** The client's side of one way. */
class Client {
  readonly #peer: Peer;
  #nextId = 1;
  #onAnswer: () => void = () => {};

  constructor(peer: Peer) {
    this.#peer = peer;
    // A notification of the relay's own begins with its method; an answer has its id there.
    peer.onMessage = (message) => {
      if (message.toString('latin1', 0, 24).includes('"id"')) this.#onAnswer();
    };
  }

  async warmUp(): Promise<void> {
    await this.#ask('initialize', '{"capabilities":{}}');
    this.#peer.send('{"jsonrpc":"2.0","method":"initialized","params":{}}');
    for (let count = 0; count < 2_000; count++) await this.#ask('textDocument/hover', smallParams);
    for (let count = 0; count < 3; count++)
      await this.#ask('textDocument/completion', `{"bytes":${largeBytes}}`);
    await this.#pipeline(2_000);
  }

  async measureRoundTrips({ roundTrip }: Samples): Promise<void> {
    // The first of a block finds the caches full of the way before.
    await this.#ask('textDocument/hover', smallParams);
    const block: number[] = [];
    for (let count = 0; count < requestsInBlock; count++) {
      block.push(await this.#timed('textDocument/hover', smallParams));
    }
    roundTrip.push(block);
  }

  async measurePipeline({ perSecond }: Samples): Promise<void> {
    const before = performance.now();
    await this.#pipeline(pipelined);
    perSecond.push(pipelined / ((performance.now() - before) / 1000));
  }

  async measureLarge({ large }: Samples): Promise<void> {
    large.push(await this.#timed('textDocument/completion', `{"bytes":${largeBytes}}`));
  }

  async measureUpward({ upward }: Samples): Promise<void> {
    upward.push(await this.#timed('workspace/executeCommand', upwardParams));
  }

  close(): Promise<void> {
    return this.#peer.close();
  }

  async #timed(method: string, params: string): Promise<number> {
    const before = performance.now();
    await this.#ask(method, params);
    return performance.now() - before;
  }

  #ask(method: string, params: string): Promise<void> {
    return new Promise((resolve) => {
      this.#onAnswer = resolve;
      this.#send(method, params);
    });
  }

  #pipeline(count: number): Promise<void> {
    return new Promise((resolve) => {
      let sent = 0;
      let answered = 0;
      const more = (): void => {
        while (sent < count && sent - answered < window) {
          sent++;
          this.#send('textDocument/hover', smallParams);
        }
      };
      this.#onAnswer = () => {
        answered++;
        if (answered === count) resolve();
        else more();
      };
      more();
    });
  }

  #send(method: string, params: string): void {
    this.#peer.send(`{"jsonrpc":"2.0","id":${this.#nextId++},"method":"${method}","params":${params}}`);
  }
}

const smallParams = `{"textDocument":{"uri":"file:///home/someone/project/src/index.ts"},"position":{"line":12,"character":8},"bytes":100}`;
const upwardParams = `{"bytes":100,"text":${JSON.stringify('const a = "é";\n'.repeat(70_000).slice(0, 1_000_000))}}`;

interface Bundles {
  readonly outdir: string;
  readonly echoServer: string;
  readonly relays: ReadonlyMap<Way, string>;
}

async function bundle(root: string): Promise<Bundles> {
  // Below node_modules, so that the packages that are not bundled are found.
  const outdir = join(root, 'node_modules', '.cache', 'mooring-bench', String(process.pid));
  mkdirSync(outdir, { recursive: true });
  const sources = {
    echoServer: 'echoServer',
    floor: 'floorRelay',
    mooring: 'mooringRelay',
    forward: 'forwardRelay',
  };
  await build({
    entryPoints: Object.values(sources).map((name) => join(root, 'test/bench/relay', `${name}.ts`)),
    outdir,
    outExtension: { '.js': '.mjs' },
    bundle: true,
    packages: 'external',
    platform: 'node',
    target: 'node20',
    format: 'esm',
  });
  const file = (name: string): string => join(outdir, `${name}.mjs`);
  return {
    outdir,
    echoServer: file(sources.echoServer),
    relays: new Map<Way, string>([
      ['frames only', file(sources.floor)],
      ['mooring', file(sources.mooring)],
      ['vscode-ws-jsonrpc', file(sources.forward)],
    ]),
  };
}
