import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A search for this is answered with the beginning of an answer, and then the connection breaks. */
export const brokenOff = 'broken-off';

/** A registry with as much of Open VSX's interface as is used, and a few extensions in it. */
export class FixtureRegistry implements AsyncDisposable {
  readonly address: string;
  readonly #server: Server;

  private constructor(server: Server) {
    this.#server = server;
    this.address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  }

  /** @param archives by id, `publisher.name` */
  static async start(archives: Readonly<Record<string, Uint8Array>>): Promise<FixtureRegistry> {
    const entries = Object.keys(archives).map((id) => {
      const [namespace = '', name = ''] = id.split('.');
      return { namespace, name, version: '1.0.0', displayName: `The ${name}`, description: `About ${name}.` };
    });
    const server = createServer((request, response) => {
      const url = new URL(request.url ?? '/', 'http://localhost');
      const json = (status: number, body: unknown) => {
        response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
      };
      if (url.pathname === '/api/-/search') {
        const query = url.searchParams.get('query') ?? '';
        if (query === brokenOff) {
          response.writeHead(200, { 'content-length': 1_000 }).write('{ "extensions": [');
          return void setImmediate(() => response.destroy());
        }
        return json(200, { offset: 0, extensions: entries.filter(({ name }) => name.includes(query)) });
      }
      const [, kind, namespace, name] = url.pathname.split('/');
      const archive = archives[`${namespace}.${name}`];
      if (!archive) return json(404, { error: 'not found' });
      if (kind === 'api') return json(200, { files: { download: `/files/${namespace}/${name}/1.0.0.vsix` } });
      response.writeHead(200, { 'content-type': 'application/octet-stream' }).end(archive);
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    return new FixtureRegistry(server);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#server.closeAllConnections();
    this.#server.close();
    await once(this.#server, 'close');
  }
}
