import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import type { IncomingMessage } from 'node:http';
import { delimiter, join } from 'node:path';
import { json } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import type { DebugPolicy } from '../../server/broker/debug/debugPolicy.ts';
import type { DebugAdapterEntry } from '../../server/catalog/catalog.ts';
import { Installer } from '../../server/install/installer.ts';
import { AdapterLauncher } from '../../server/process/adapterLauncher.ts';
import type { KeptSession } from '../../server/protocol/debug.ts';
import { debugAdapterSchema, type DebugAdapterContribution } from '../../server/protocol/descriptor.ts';
import { createDebugRelay, type DebugRelay } from '../../server/relay/debugRoute.ts';
import { DebugClient } from './debugClient.ts';
import { processesStartedWith, type ProcessInfo } from '../harness/processes.ts';
import { memoryLog, productRoot, type LogLine } from './relayWorld.ts';
import { RouteServer } from './routeServer.ts';
import { ScratchFolder } from './scratchFolder.ts';

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
  /** Folder of the extension that declares the adapters; without it, that of the fixtures. */
  readonly extensionPath?: string;
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
  readonly #scratch: ScratchFolder;
  #routes!: RouteServer;

  private constructor(options: DebugWorldOptions) {
    this.#scratch = new ScratchFolder();
    const { root, folder, folders, servers } = this.#scratch;
    this.root = root;
    this.folder = folder.realPath;
    this.folderId = folder.id;
    this.servers = servers;
    const log = memoryLog(this.lines);
    const { env = process.env, path: first, policy, listenTime } = options;
    const PATH = [...(first === undefined ? [] : [first]), env['PATH']].join(delimiter);
    const marked = { ...env, PATH, [markName]: root };
    const installer = new Installer({ servers, productRoot, folders, log, env: marked });
    const entries = new Map(
      options.adapters.map((contribution) => [
        contribution.type,
        entryOf(contribution, options.extensionPath ?? fixtures),
      ]),
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
  }

  static async start(options: DebugWorldOptions): Promise<DebugWorld> {
    const world = new DebugWorld(options);
    world.#routes = await RouteServer.start([world.relay.route], world.relay.httpRoutes);
    return world;
  }

  get origin(): string {
    return this.#routes.origin;
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
    const socket = this.#routes.socket(`/relay/dap/${type}${query}`);
    const client = new DebugClient(socket);
    await once(socket, 'open');
    return client;
  }

  /** HTTP status and body of a socket that is refused. */
  async refusal(type: string, query: string): Promise<{ readonly status: number; readonly message: string }> {
    const socket = this.#routes.socket(`/relay/dap/${type}${query}`);
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
    this.#routes[Symbol.dispose]();
    this.#scratch[Symbol.dispose]();
  }
}

function entryOf(contribution: DebugAdapterContribution, extensionPath: string): DebugAdapterEntry {
  const { env = [] } = contribution;
  const descriptor = debugAdapterSchema.parse({ ...contribution, env: [...env, markName] });
  return { descriptor, extensionId: 'test.fixtures', extensionPath };
}
