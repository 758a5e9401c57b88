import type { Browser } from 'playwright-core';
import { launchChromium } from './chromium.ts';
import { CuttableProxy } from './cuttableProxy.ts';
import { fixtureExtension } from './fixtureExtension.ts';
import { MooringServer } from './mooringServer.ts';
import { ServerJournal } from './serverJournal.ts';
import { Workbench } from './workbench.ts';
import { Workspace, type Files } from './workspace.ts';

/** A workbench whose way to its server leads through a proxy, and whose server can be restarted behind it. */
export class DistantWorkbench implements AsyncDisposable {
  readonly workspace: Workspace;
  readonly journal: ServerJournal;
  readonly #releases: (() => unknown)[] = [];
  readonly #flags: string[];
  #server: MooringServer | undefined;
  #proxy: CuttableProxy | undefined;
  #browser: Browser | undefined;
  #workbench: Workbench | undefined;

  private constructor(files: Files, servers: readonly string[]) {
    this.workspace = Workspace.of(files);
    this.#releases.push(() => this.workspace[Symbol.dispose]());
    this.journal = new ServerJournal(this.workspace);
    this.#flags = fixtureExtension(
      this.workspace,
      servers.map((id) => this.journal.server(id)),
    );
  }

  /** @param servers one language each, whose files end like its server is called; all write one journal. */
  static async open(files: Files, servers: readonly string[] = ['continuous']): Promise<DistantWorkbench> {
    const world = new DistantWorkbench(files, servers);
    try {
      await world.#open();
      return world;
    } catch (error) {
      await world[Symbol.asyncDispose]();
      throw error;
    }
  }

  async #open(): Promise<void> {
    const proxy = await CuttableProxy.start(() => this.port);
    this.#proxy = proxy;
    this.#releases.push(() => proxy[Symbol.asyncDispose]());
    this.#flags.push('--allow-host', `mooring.localhost:${proxy.port}`);
    const server = await MooringServer.start({ folder: this.workspace.folder, flags: this.#flags });
    this.#server = server;
    this.#releases.push(() => server[Symbol.asyncDispose]());
    const browser = await launchChromium();
    this.#browser = browser;
    this.#releases.push(() => browser.close());
    this.#workbench = await Workbench.open(browser, this.url);
  }

  get server(): MooringServer {
    return started(this.#server);
  }

  get proxy(): CuttableProxy {
    return started(this.#proxy);
  }

  get browser(): Browser {
    return started(this.#browser);
  }

  get workbench(): Workbench {
    return started(this.#workbench);
  }

  get port(): number {
    return this.server.port;
  }

  /** The server's address by way of the proxy. */
  get url(): string {
    return this.server.url.replace(`:${this.port}/`, `:${this.proxy.port}/`);
  }

  /** Ends the server, and returns what starts another one in its place, with the same token. */
  async stopServer(signal?: NodeJS.Signals): Promise<() => Promise<void>> {
    const { home } = this.server;
    await this.server.stop(signal);
    return async () => {
      const flags = [...this.#flags, '--port', `${this.port}`];
      const server = await MooringServer.start({
        folder: this.workspace.folder,
        flags,
        env: { HOME: home },
      });
      this.#server = server;
      this.#releases.push(() => server[Symbol.asyncDispose]());
    };
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const release of this.#releases.splice(0).reverse()) await release();
  }
}

function started<T>(part: T | undefined): T {
  if (part === undefined) throw new Error('The distant workbench is not open.');
  return part;
}
