import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync } from 'node:fs';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { json } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { WebSocket } from 'ws';
import type { DebugPolicy } from '../../server/broker/debug/debugPolicy.ts';
import type { DebugAdapterEntry } from '../../server/catalog/catalog.ts';
import { Folders, openFolder } from '../../server/files/folders.ts';
import { Installer } from '../../server/install/installer.ts';
import { AdapterLauncher } from '../../server/process/adapterLauncher.ts';
import type { KeptSession } from '../../server/protocol/debug.ts';
import { debugAdapterSchema, type DebugAdapterContribution } from '../../server/protocol/descriptor.ts';
import { createDebugRelay, type DebugRelay } from '../../server/relay/debugRoute.ts';
import { DebugClient } from './debugClient.ts';
import { processesStartedWith, type ProcessInfo } from '../harness/processes.ts';
import { memoryLog, productRoot, serve, type LogLine } from './relayWorld.ts';

const fixtures = fileURLToPath(new URL('../fixtures/adapters', import.meta.url));

/** In the environment of all that the adapters of a world start. */
const markName = 'TEST_WORLD';

/** A descriptor of a fixture adapter, by the name of its file. */
export function adapter(
  name: string,
  more: Partial<DebugAdapterContribution> = {},
): DebugAdapterContribution {
  return { type: name, command: [{ module: `./${name}.mjs` }], pathAttributes: ['program', 'cwd'], ...more };
}

/** The same, over a port. */
export function portAdapter(
  name: string,
  more: Partial<DebugAdapterContribution> = {},
): DebugAdapterContribution {
  return adapter(name, { transport: 'port', sessions: 'many', args: ['${port}'], ...more });
}

export interface DebugWorldOptions {
  readonly adapters: readonly DebugAdapterContribution[];
  /** Without `continuity` a session ends with its page. */
  readonly policy?: Partial<DebugPolicy>;
  readonly env?: Readonly<Record<string, string | undefined>>;
  readonly listenTime?: number;
  /** A folder in front of PATH. */
  readonly path?: string;
}

/** A relay for debugging behind a real HTTP server, with a folder of its own. `await using` ends all of it. */
export class DebugWorld implements AsyncDisposable {
  /** Real path of the opened folder. */
  readonly folder: string;
  readonly folderId: string;
  /** Real path of the folder that holds the opened one. */
  readonly root: string;
  /** Where it installs what is asked for. */
  readonly servers: string;
  readonly lines: LogLine[] = [];
  readonly relay: DebugRelay;
  readonly #http: Server;
  readonly #sockets = new Set<WebSocket>();

  private constructor(options: DebugWorldOptions) {
    this.root = realpathSync(mkdtempSync(join(tmpdir(), 'mooring-debug-')));
    const path = join(this.root, 'folder');
    mkdirSync(path);
    const folder = openFolder(path);
    this.folder = folder.realPath;
    this.folderId = folder.id;
    const folders = new Folders([folder]);
    const log = memoryLog(this.lines);
    const { env = process.env, path: first, policy, listenTime } = options;
    const PATH = [...(first === undefined ? [] : [first]), env['PATH']].join(delimiter);
    this.servers = join(this.root, 'servers');
    const marked = { ...env, PATH, [markName]: this.root };
    const installer = new Installer({ servers: this.servers, productRoot, folders, log, env: marked });
    const entries = new Map(
      options.adapters.map((contribution) => [contribution.type, entryOf(contribution)]),
    );
    this.relay = createDebugRelay({
      catalog: { debugAdapter: (type) => entries.get(type) },
      folders,
      log,
      launcher: new AdapterLauncher({
        productRoot,
        folders,
        log,
        installer,
        env: marked,
        ...(listenTime !== undefined && { listenTime }),
      }),
      installer,
      policy: { continuity: false, ...policy },
    });
    this.#http = serve([this.relay.route], createServer(), [this.relay.httpRoute]);
  }

  static async start(options: DebugWorldOptions): Promise<DebugWorld> {
    const world = new DebugWorld(options);
    world.#http.listen(0, '127.0.0.1');
    await once(world.#http, 'listening');
    return world;
  }

  get origin(): string {
    return `127.0.0.1:${(this.#http.address() as AddressInfo).port}`;
  }

  path(...names: string[]): string {
    return join(this.folder, ...names);
  }

  read(name: string): string {
    return readFileSync(this.path(name), 'utf8');
  }

  /** What its adapters have started and is not gone, in whatever process group. */
  processes(): readonly ProcessInfo[] {
    return processesStartedWith(`${markName}=${this.root}`);
  }

  async connect(type: string, query = ''): Promise<DebugClient> {
    const socket = new WebSocket(`ws://${this.origin}/relay/dap/${type}${query}`, ['mooring.v1']);
    this.#sockets.add(socket);
    const client = new DebugClient(socket);
    await once(socket, 'open');
    return client;
  }

  /** HTTP status and body of a socket that is refused. */
  async refusal(type: string, query: string): Promise<{ readonly status: number; readonly message: string }> {
    const socket = new WebSocket(`ws://${this.origin}/relay/dap/${type}${query}`, ['mooring.v1']);
    const [, response] = (await once(socket, 'unexpected-response')) as [unknown, IncomingMessage];
    const { message } = (await json(response)) as { message: string };
    return { status: response.statusCode ?? 0, message };
  }

  /** What the relay says of sessions of before. */
  async kept(...keys: readonly string[]): Promise<readonly KeptSession[]> {
    const query = new URLSearchParams(keys.map((key) => ['session', key]));
    const response = await fetch(`http://${this.origin}/api/debug-sessions?${query}`);
    return (await response.json()) as readonly KeptSession[];
  }

  /** A client whose `initialize` is answered. */
  async session(type: string, query = ''): Promise<DebugClient> {
    const client = await this.connect(type, query);
    await client.result('initialize', { adapterID: type, linesStartAt1: true, pathFormat: 'path' });
    return client;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.relay.stop();
    for (const socket of this.#sockets) socket.terminate();
    this.#http.closeAllConnections();
    this.#http.close();
    rmSync(this.root, { recursive: true, force: true });
  }
}

function entryOf(contribution: DebugAdapterContribution): DebugAdapterEntry {
  const { env = [] } = contribution;
  const descriptor = debugAdapterSchema.parse({ ...contribution, env: [...env, markName] });
  return { descriptor, extensionId: 'test.fixtures', extensionPath: fixtures };
}
