/**
 * What the relay costs: the same client, in one run, straight on stdio, through a relay that only splits frames,
 * through ours, and through the forward loop of `vscode-ws-jsonrpc`. The ways take turns, so that what else the
 * machine does falls on all of them.
 */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'esbuild';
import { connectRelay, connectStdio, type Peer } from './peers.ts';

const ways = ['stdio', 'frames only', 'mooring', 'vscode-ws-jsonrpc'] as const;
type Way = (typeof ways)[number];

export interface Figures {
  /** Milliseconds of one small request and its answer, one at a time. */
  readonly roundTripP50: number;
  readonly roundTripP95: number;
  /** Small requests a second, 64 under way. */
  readonly perSecond: number;
  /** Milliseconds from a request to the last byte of its 5 MB answer. */
  readonly largeP50: number;
  /** Milliseconds from the first byte of a request of 1 MB to its answer. */
  readonly upwardP50: number;
}

export interface Target {
  readonly name: string;
  readonly limit: string;
  readonly reached: number;
  readonly holds: boolean;
}

export interface Report {
  readonly title: string;
  readonly figures: Readonly<Record<Way, Figures>>;
  readonly targets: readonly Target[];
  /** For people. */
  readonly text: string;
}

const rounds = 7;
const smallRequests = 1_500;
const pipelined = 12_000;
const window = 64;
const largeRequests = 6;
const largeBytes = 5 * 1024 * 1024;
const upwardRequests = 6;

/** @param root Mooring's own folder. */
export async function run(root = process.cwd()): Promise<Report> {
  const { echoServer, relays } = await bundle(root);
  const peers = new Map<Way, Client>();
  for (const way of ways) {
    const relay = relays.get(way);
    const peer = relay === undefined ? await connectStdio(echoServer) : await connectRelay(relay, echoServer);
    peers.set(way, new Client(peer));
  }
  const samples = new Map(ways.map((way) => [way, emptySamples()]));
  for (const client of peers.values()) await client.warmUp();
  for (let round = 0; round < rounds; round++) {
    for (const [way, client] of inTurn(peers, round))
      await client.measure(samples.get(way) ?? emptySamples());
  }
  for (const client of peers.values()) await client.close();
  return report(samples);
}

interface Samples {
  readonly roundTrip: number[];
  readonly perSecond: number[];
  readonly large: number[];
  readonly upward: number[];
}

function emptySamples(): Samples {
  return { roundTrip: [], perSecond: [], large: [], upward: [] };
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

  async measure(samples: Samples): Promise<void> {
    for (let count = 0; count < smallRequests; count++) {
      samples.roundTrip.push(await this.#timed('textDocument/hover', smallParams));
    }
    const before = performance.now();
    await this.#pipeline(pipelined);
    samples.perSecond.push(pipelined / ((performance.now() - before) / 1000));
    for (let count = 0; count < largeRequests; count++) {
      samples.large.push(await this.#timed('textDocument/completion', `{"bytes":${largeBytes}}`));
    }
    for (let count = 0; count < upwardRequests; count++) {
      samples.upward.push(await this.#timed('workspace/executeCommand', upwardParams));
    }
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

async function bundle(root: string): Promise<{ echoServer: string; relays: ReadonlyMap<Way, string> }> {
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
    echoServer: file(sources.echoServer),
    relays: new Map<Way, string>([
      ['frames only', file(sources.floor)],
      ['mooring', file(sources.mooring)],
      ['vscode-ws-jsonrpc', file(sources.forward)],
    ]),
  };
}

/** Each round begins with another way. */
function inTurn<Key, Value>(map: ReadonlyMap<Key, Value>, round: number): [Key, Value][] {
  const all = [...map];
  const first = round % all.length;
  return [...all.slice(first), ...all.slice(0, first)];
}

function report(samples: ReadonlyMap<Way, Samples>): Report {
  const figures = Object.fromEntries([...samples].map(([way, all]) => [way, summarize(all)])) as Record<
    Way,
    Figures
  >;
  const { mooring, 'frames only': floor, 'vscode-ws-jsonrpc': forward } = figures;
  const targets = [
    target(
      'round trip, against a relay that only splits frames',
      mooring.roundTripP50 / floor.roundTripP50,
      'at most',
      1.15,
    ),
    target('5 MB answer, faster than vscode-ws-jsonrpc', forward.largeP50 / mooring.largeP50, 'at least', 5),
  ];
  return { title: 'Relay overhead', figures, targets, text: render(figures, targets) };
}

function summarize({ roundTrip, perSecond, large, upward }: Samples): Figures {
  return {
    roundTripP50: percentile(roundTrip, 0.5),
    roundTripP95: percentile(roundTrip, 0.95),
    perSecond: percentile(perSecond, 0.5),
    largeP50: percentile(large, 0.5),
    upwardP50: percentile(upward, 0.5),
  };
}

function percentile(values: readonly number[], part: number): number {
  const sorted = [...values].sort((left, right) => left - right);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? Number.NaN;
}

function target(name: string, reached: number, bound: 'at most' | 'at least', limit: number): Target {
  const holds = bound === 'at most' ? reached <= limit : reached >= limit;
  return { name, limit: `${bound} ${limit} times`, reached, holds };
}

function render(figures: Readonly<Record<Way, Figures>>, targets: readonly Target[]): string {
  const floor = figures['frames only'];
  const rows = ways.map((way) => {
    const { roundTripP50, roundTripP95, perSecond, largeP50, upwardP50 } = figures[way];
    return [
      way,
      `${(roundTripP50 * 1000).toFixed(0)} µs`,
      `${(roundTripP95 * 1000).toFixed(0)} µs`,
      ratio(roundTripP50, floor.roundTripP50),
      perSecond.toFixed(0),
      ratio(perSecond, floor.perSecond),
      `${largeP50.toFixed(1)} ms`,
      ratio(largeP50, floor.largeP50),
      `${upwardP50.toFixed(1)} ms`,
      ratio(upwardP50, floor.upwardP50),
    ];
  });
  const head = [
    '',
    'p50',
    'p95',
    '× floor',
    'messages/s',
    '× floor',
    '5 MB down',
    '× floor',
    '1 MB up',
    '× floor',
  ];
  const lines = table([head, ...rows]);
  for (const { name, limit, reached, holds } of targets) {
    lines.push(`${holds ? 'holds ' : 'MISSED'}  ${name}: ${reached.toFixed(2)} (${limit})`);
  }
  return lines.join('\n');
}

function ratio(value: number, floor: number): string {
  return (value / floor).toFixed(2);
}

function table(rows: readonly (readonly string[])[]): string[] {
  const widths = rows[0]?.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0))) ?? [];
  return rows.map((row) =>
    row
      .map((cell, column) =>
        column === 0 ? cell.padEnd(widths[column] ?? 0) : cell.padStart(widths[column] ?? 0),
      )
      .join('  '),
  );
}
