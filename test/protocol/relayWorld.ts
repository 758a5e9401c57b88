import { once } from 'node:events';
import { get } from 'node:http';
import { fileURLToPath } from 'node:url';
import type { Log } from '../../server/broker/log.ts';
import type { Policy } from '../../server/broker/policy.ts';
import type { LanguageServerEntry } from '../../server/catalog/catalog.ts';
import { Installer } from '../../server/install/installer.ts';
import { Launcher } from '../../server/process/launcher.ts';
import { languageServerSchema, type LanguageServerContribution } from '../../server/protocol/descriptor.ts';
import { leasesReportSchema, type LeasesReport } from '../../server/protocol/leases.ts';
import { createRelay, type Relay } from '../../server/relay/relayRoute.ts';
import { Client } from './relayClient.ts';
import { RouteServer } from './routeServer.ts';
import { ScratchFolder } from './scratchFolder.ts';

export { Client, type Message, type Wire } from './relayClient.ts';

const fixtures = fileURLToPath(new URL('../fixtures/servers', import.meta.url));
export const productRoot = fileURLToPath(new URL('../..', import.meta.url));

/** A descriptor of a fixture server, by the name of its file. */
export function fixture(
  name: string,
  more: Partial<LanguageServerContribution> = {},
): LanguageServerContribution {
  return {
    id: name.toLowerCase(),
    label: name,
    languages: ['plaintext'],
    command: [{ module: `./${name}.mjs` }],
    ...more,
  };
}

export interface WorldOptions {
  readonly servers: readonly LanguageServerContribution[];
  readonly policy?: Partial<Policy>;
  readonly env?: Readonly<Record<string, string | undefined>>;
  readonly folderName?: string;
  /** Runs before anything is started: what lies in the folder by then. */
  readonly prepare?: (folder: string) => void;
}

export interface LogLine {
  readonly level: string;
  readonly fields: object;
  readonly message: string;
}

/** A relay behind a real HTTP server, with a folder of its own. `await using` ends all of it. */
export class RelayWorld implements AsyncDisposable {
  readonly folder: string;
  readonly folderUri: string;
  readonly folderId: string;
  /** Where what is installed on request lies. */
  readonly servers: string;
  readonly lines: LogLine[] = [];
  readonly granted: string[] = [];
  readonly relay: Relay;
  readonly #scratch: ScratchFolder;
  #routes!: RouteServer;

  private constructor(options: WorldOptions) {
    this.#scratch = new ScratchFolder(options.folderName, options.prepare);
    const { folder, folders, servers } = this.#scratch;
    this.folder = folder.realPath;
    this.folderUri = folder.uri;
    this.folderId = folder.id;
    this.servers = servers;
    const log = memoryLog(this.lines);
    const env = options.env && { env: options.env };
    const installer = new Installer({ servers, productRoot, folders, log, ...env });
    const launcher = new Launcher({ productRoot, folders, log, installer, ...env });
    const entries = new Map(options.servers.map((server) => [server.id, entryOf(server)]));
    this.relay = createRelay({
      catalog: { languageServer: (id) => entries.get(id) },
      folders,
      launcher,
      installer,
      log,
      grants: { grant: (uri) => this.granted.push(uri) },
      ...(options.policy && { policy: options.policy }),
    });
  }

  static async start(options: WorldOptions): Promise<RelayWorld> {
    const world = new RelayWorld(options);
    world.#routes = await RouteServer.start(world.relay.routes, world.relay.httpRoutes);
    return world;
  }

  /** Sockets that the relay has with pages. */
  get openSockets(): number {
    return this.#routes.openSockets;
  }

  get origin(): string {
    return this.#routes.origin;
  }

  /** What `GET /leases` says, checked against its type. */
  async leases(): Promise<LeasesReport> {
    const answer = await fetch(`http://${this.origin}/leases`);
    return leasesReportSchema.parse(await answer.json());
  }

  /** An open socket to a server, `mooring.v1` offered. */
  async connect(server: string, query = '', protocols = ['mooring.v1']): Promise<Client> {
    const socket = this.#routes.socket(`/relay/lsp/${server}${query}`, protocols);
    const client = new Client(socket);
    await once(socket, 'open');
    return client;
  }

  /** A page that has said `initialize` and `initialized`. */
  async page(server: string, query = ''): Promise<Client> {
    const client = await this.connect(server, query);
    await client.initialize();
    return client;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.relay.stop();
    this.#routes[Symbol.dispose]();
    this.#scratch[Symbol.dispose]();
  }
}

/** Collects what is logged; MOORING_TEST_LOG shows it too. */
export function memoryLog(lines: LogLine[]): Log {
  const write = (level: string) => (fields: object, message: string) => {
    lines.push({ level, fields, message });
    if (process.env['MOORING_TEST_LOG']) console.error(level, message, JSON.stringify(fields));
  };
  return { debug: write('debug'), info: write('info'), warn: write('warn'), error: write('error') };
}

function entryOf(server: LanguageServerContribution): LanguageServerEntry {
  const descriptor = languageServerSchema.parse(server);
  return { descriptor, extensionId: 'test.fixtures', extensionPath: fixtures };
}

/** How an upgrade is answered, as it is sent: nothing in the path is normalized. */
export function upgrade(
  origin: string,
  path: string,
): Promise<{ status: number | undefined; body: unknown }> {
  const [host, port] = origin.split(':');
  return new Promise((resolve, reject) => {
    const headers = {
      connection: 'Upgrade',
      upgrade: 'websocket',
      'sec-websocket-version': '13',
      'sec-websocket-key': 'AAAAAAAAAAAAAAAAAAAAAA==',
    };
    get({ host, port, path, headers }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('end', () =>
        resolve({ status: response.statusCode, body: JSON.parse(Buffer.concat(chunks).toString()) }),
      );
    }).on('error', reject);
  });
}

export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    // ESRCH: that is the answer.
    return false;
  }
}

/** Waits for a condition that no event announces. */
export async function eventually(
  condition: () => boolean | Promise<boolean>,
  what: string,
  timeout = 8_000,
): Promise<void> {
  const end = performance.now() + timeout;
  while (!(await condition())) {
    if (performance.now() > end) throw new Error(`Not within ${timeout} ms: ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}

const quick = { restartDelays: [30, 30, 30, 30, 30] };

/** A world with the faulty server and a sound one, whose page must not notice anything. */
export async function worldWith(name: string, policy = {}): Promise<{ world: RelayWorld; other: Client }> {
  const world = await RelayWorld.start({
    servers: [fixture(name), fixture('good')],
    policy: { ...quick, ...policy },
  });
  return { world, other: await world.page('good') };
}

export async function expectServed(other: Client): Promise<void> {
  const { result } = await other.hover();
  if (result?.contents !== 'hover') throw new Error('Another page is not served any more');
}
