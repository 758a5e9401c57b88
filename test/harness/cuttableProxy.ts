import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net';

/** A way to the server that can be cut, or fall silent as a network does while a machine sleeps. */
export class CuttableProxy implements AsyncDisposable {
  readonly port: number;
  readonly #server: Server;
  readonly #pairs: Set<readonly [Socket, Socket]>;
  #refuses = false;
  /** What begins with a request for this path waits. */
  #held: { readonly path: string; readonly waiting: (() => void)[] } | undefined;

  private constructor(server: Server, pairs: Set<readonly [Socket, Socket]>) {
    this.#server = server;
    this.#pairs = pairs;
    this.port = (server.address() as AddressInfo).port;
  }

  /** @param target the port to go to; asked for each connection, so that it may be known later. */
  static async start(target: () => number): Promise<CuttableProxy> {
    const pairs = new Set<readonly [Socket, Socket]>();
    const server = createServer((near) => {
      if (proxy.#refuses) return void near.destroy();
      const far = connect(target(), '127.0.0.1');
      const pair = [near, far] as const;
      pairs.add(pair);
      near.once('data', (head: Buffer) => {
        const forward = (): void => {
          far.write(head);
          near.pipe(far).pipe(near);
        };
        if (proxy.#held === undefined || !head.toString('latin1').startsWith(`GET ${proxy.#held.path}`))
          return forward();
        proxy.#held.waiting.push(forward);
      });
      for (const socket of pair) {
        // Who is cut off sees an error; that is what we are here for.
        socket.on('error', () => undefined);
        socket.on('close', () => {
          pairs.delete(pair);
          for (const other of pair) other.destroy();
        });
      }
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const proxy = new CuttableProxy(server, pairs);
    return proxy;
  }

  get connections(): number {
    return this.#pairs.size;
  }

  /** Ends every connection at once. */
  cut(): void {
    for (const pair of this.#pairs) for (const socket of pair) socket.destroy();
  }

  /** Ends every connection, and each new one at once. */
  refuse(): void {
    this.#refuses = true;
    this.cut();
  }

  accept(): void {
    this.#refuses = false;
  }

  /** Lets new connections that ask for this path wait until `letGo`. */
  hold(path: string): void {
    this.#held = { path, waiting: [] };
  }

  /** Whether something waits. */
  get holds(): boolean {
    return (this.#held?.waiting.length ?? 0) > 0;
  }

  letGo(): void {
    const waiting = this.#held?.waiting ?? [];
    this.#held = undefined;
    for (const forward of waiting) forward();
  }

  /** The connections there are lead nowhere from now on, and neither end is told. New ones work. */
  fallSilent(): void {
    for (const [near, far] of this.#pairs) {
      near.unpipe(far);
      far.unpipe(near);
      for (const socket of [near, far]) socket.resume();
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.cut();
    await new Promise<void>((resolve) => this.#server.close(() => resolve()));
  }
}
