import type { ChannelRequests } from './files.ts';

type WatchRequests = Pick<ChannelRequests, 'files/watch' | 'files/unwatch'>;
type WatchParams = WatchRequests['files/watch'][0];

/** Asks the server; rejects when it refuses, or when there is no connection to it. */
type Ask = <M extends keyof WatchRequests>(
  method: M,
  params: WatchRequests[M][0],
) => Promise<WatchRequests[M][1]>;

interface Watch<Resource> {
  readonly resource: Resource;
  readonly params: WatchParams;
  /** The server's number for it, while there is one. */
  id: number | undefined;
}

/** What a page watches on the server, kept alive over reconnections. A `Resource` is what the editor calls it. */
export class KeptWatches<Resource> {
  readonly #ask: Ask;
  readonly #failed: (error: unknown) => void;
  readonly #watches = new Set<Watch<Resource>>();

  /** @param failed hears why something is not watched: it is not there, say, or there is no connection */
  constructor(ask: Ask, failed: (error: unknown) => void = () => {}) {
    this.#ask = ask;
    this.#failed = failed;
  }

  /**
   * @param begun called when the server watches it: what changed before went by unseen
   * @returns ends the watch
   */
  add(resource: Resource, params: WatchParams, begun: () => void = () => {}): () => void {
    const watch: Watch<Resource> = { resource, params, id: undefined };
    this.#watches.add(watch);
    void this.#start(watch).then(() => watch.id !== undefined && begun());
    return () => this.#stop(watch);
  }

  all(): readonly Resource[] {
    return [...this.#watches].map(({ resource }) => resource);
  }

  /** What the server calls by this number. */
  of(id: number): Resource | undefined {
    for (const watch of this.#watches) if (watch.id === id) return watch.resource;
    return undefined;
  }

  /** There is a new connection: the server knows nothing of what the one before watched. */
  async resume(): Promise<void> {
    for (const watch of this.#watches) watch.id = undefined;
    await Promise.all([...this.#watches].map((watch) => this.#start(watch)));
  }

  /** Forgets all of it; the connection ends, and with it what the server watches. */
  clear(): void {
    this.#watches.clear();
  }

  async #start(watch: Watch<Resource>): Promise<void> {
    try {
      const { watch: id } = await this.#ask('files/watch', watch.params);
      watch.id = id;
      if (!this.#watches.has(watch)) await this.#ask('files/unwatch', { watch: id });
    } catch (error) {
      // What is not there cannot change, and a new connection starts every watch again.
      this.#failed(error);
    }
  }

  #stop(watch: Watch<Resource>): void {
    this.#watches.delete(watch);
    if (watch.id === undefined) return;
    // Without a connection there is nothing left to stop.
    this.#ask('files/unwatch', { watch: watch.id }).catch(() => undefined);
  }
}
