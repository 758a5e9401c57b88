import { once } from 'node:events';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { request, type IncomingMessage, type OutgoingHttpHeaders } from 'node:http';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import {
  createMessageConnection,
  type CancellationTokenSource,
  type MessageConnection,
} from 'vscode-jsonrpc';
import { toSocket, WebSocketMessageReader, WebSocketMessageWriter } from 'vscode-ws-jsonrpc';
import { WebSocket } from 'ws';
import { openFolder } from '../../server/files/folders.ts';
import type { Log } from '../../server/broker/log.ts';
import type { ChannelNotifications, ChannelRequests } from '../../server/protocol/files.ts';
import { startServer, type MooringServer, type ServerOptions } from '../../server/server.ts';

export interface WorldOptions extends Partial<ServerOptions> {
  /** Relative path to content. A path that ends with a slash is a folder. */
  readonly files?: Readonly<Record<string, string | Uint8Array>>;
  /** Name of the opened folder. */
  readonly name?: string;
}

export interface Answer {
  readonly status: number;
  readonly headers: IncomingMessage['headers'];
  readonly bytes: Buffer;
  readonly text: string;
}

/** A server in this process with a folder and a data folder of its own. `await using` ends and removes all of it. */
export class ServerWorld implements AsyncDisposable {
  readonly server: MooringServer;
  /** Real path of the opened folder. */
  readonly folder: string;
  readonly folderId: string;
  /** Real path of the folder that holds the opened folder, the data folder, and what must stay out of reach. */
  readonly root: string;
  readonly dataDir: string;
  readonly lines: string[];
  readonly #sockets = new Set<WebSocket>();

  private constructor(root: string, folder: string, server: MooringServer, lines: string[]) {
    this.root = root;
    this.folder = folder;
    this.folderId = openFolder(folder).id;
    this.dataDir = join(root, 'data');
    this.server = server;
    this.lines = lines;
  }

  static async start({ files = {}, name = 'folder', ...options }: WorldOptions = {}): Promise<ServerWorld> {
    const root = realpathSync(mkdtempSync(join(tmpdir(), 'mooring-server-')));
    const folder = join(root, name);
    mkdirSync(folder);
    for (const [path, content] of Object.entries(files)) write(join(folder, path), content);
    const lines: string[] = [];
    try {
      const server = await startServer({
        folder,
        port: 0,
        dataDir: join(root, 'data'),
        log: memoryLog(lines),
        ...options,
      });
      return new ServerWorld(root, folder, server, lines);
    } catch (error) {
      rmSync(root, { recursive: true, force: true });
      throw error;
    }
  }

  /** `localhost:<port>`, what browsers send as Host. */
  get host(): string {
    return `localhost:${this.server.port}`;
  }

  get origin(): string {
    return `http://${this.host}`;
  }

  /** `mooring.localhost:<port>`, where webviews have origins of their own. */
  get workbenchHost(): string {
    return `mooring.localhost:${this.server.port}`;
  }

  /** The host of one of them. */
  get webviewHost(): string {
    return `${'0123456789abcdefghijklmnopqrstuv'.repeat(2).slice(0, 52)}.${this.workbenchHost}`;
  }

  get bearer(): { authorization: string } {
    return { authorization: `Bearer ${this.server.token}` };
  }

  path(...names: string[]): string {
    return join(this.folder, ...names);
  }

  uri(...names: string[]): string {
    return pathToFileURL(this.path(...names)).href;
  }

  /** Path of a file's content on the server. */
  contentPath(...names: string[]): string {
    return `/files/${this.folderId}/${names.map(encodeURIComponent).join('/')}`;
  }

  /** A request as written: nothing in the path is normalized, and no header is added but Host, unless it is "". */
  send(
    method: string,
    path: string,
    headers: OutgoingHttpHeaders = {},
    body?: string | Uint8Array,
  ): Promise<Answer> {
    return new Promise((resolve, reject) => {
      const sent = request({
        host: '127.0.0.1',
        port: this.server.port,
        method,
        path,
        headers: headersWithHost(this.host, headers),
        setHost: false,
        agent: false,
      });
      sent.once('error', reject);
      sent.once('response', (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.once('error', reject);
        response.once('end', () => {
          const bytes = Buffer.concat(chunks);
          resolve({
            status: response.statusCode ?? 0,
            headers: response.headers,
            bytes,
            text: String(bytes),
          });
        });
      });
      sent.end(body);
    });
  }

  /** The same with the token. */
  get(path: string, headers: OutgoingHttpHeaders = {}): Promise<Answer> {
    return this.send('GET', path, { ...this.bearer, ...headers });
  }

  put(path: string, body: string | Uint8Array, headers: OutgoingHttpHeaders = {}): Promise<Answer> {
    return this.send('PUT', path, { ...this.bearer, ...headers }, body);
  }

  /** A socket that may be refused: wait for `open`, `unexpected-response` or `error`. */
  socket(path: string, headers: OutgoingHttpHeaders = this.bearer, protocols: string[] = []): WebSocket {
    const socket = new WebSocket(`ws://127.0.0.1:${this.server.port}${path}`, protocols, {
      headers: { host: this.host, ...headers },
    });
    socket.on('error', () => {});
    this.#sockets.add(socket);
    return socket;
  }

  /** Status and body with which an upgrade is refused; 101 when it is not. */
  async upgrade(
    path: string,
    headers: OutgoingHttpHeaders,
    protocols: string[] = [],
  ): Promise<{ status: number; text: string; protocol: string }> {
    const socket = this.socket(path, headers, protocols);
    return new Promise((resolve, reject) => {
      socket.once('open', () => {
        resolve({ status: 101, text: '', protocol: socket.protocol });
        socket.terminate();
      });
      socket.once('unexpected-response', (_request, response: IncomingMessage) => {
        let text = '';
        response.on('data', (chunk: Buffer) => (text += String(chunk)));
        response.once('end', () => resolve({ status: response.statusCode ?? 0, text, protocol: '' }));
      });
      socket.once('error', reject);
    });
  }

  async channel(): Promise<ChannelClient> {
    const socket = this.socket('/channel');
    await once(socket, 'open');
    return new ChannelClient(socket);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const socket of this.#sockets) socket.terminate();
    await this.server.stop();
    rmSync(this.root, { recursive: true, force: true });
  }
}

function headersWithHost(host: string, headers: OutgoingHttpHeaders): OutgoingHttpHeaders {
  const { host: given = host, ...rest } = headers;
  return given === '' ? rest : { host: given, ...rest };
}

interface Seen {
  readonly method: PropertyKey;
  readonly params: unknown;
}

type RequestMap<R> = { readonly [M in keyof R]: readonly [params: unknown, result: unknown] };

/** A page's end of `/channel`, or of another socket like it. */
export class ChannelClient<R extends RequestMap<R> = ChannelRequests, N = ChannelNotifications> {
  readonly socket: WebSocket;
  readonly seen: Seen[] = [];
  readonly #connection: MessageConnection;

  constructor(socket: WebSocket) {
    this.socket = socket;
    const wrapped = toSocket(socket as never);
    this.#connection = createMessageConnection(
      new WebSocketMessageReader(wrapped),
      new WebSocketMessageWriter(wrapped),
    );
    this.#connection.onError(() => {});
    this.#connection.onNotification((method, params) => void this.seen.push({ method, params }));
    this.#connection.listen();
  }

  request<M extends keyof R & string>(
    method: M,
    params: R[M][0],
    cancel?: CancellationTokenSource,
  ): Promise<R[M][1]> {
    return cancel
      ? this.#connection.sendRequest(method, params, cancel.token)
      : this.#connection.sendRequest(method, params);
  }

  /** The code of the failure, or what came instead. */
  async failure<M extends keyof R & string>(method: M, params: R[M][0]): Promise<unknown> {
    return this.request(method, params).catch(
      (error: { data?: { code?: string }; code?: number }) => error.data?.code ?? error.code,
    );
  }

  of<M extends keyof N>(method: M): N[M][] {
    return this.seen.flatMap((seen) => (seen.method === method ? [seen.params as N[M]] : []));
  }
}

export function write(path: string, content: string | Uint8Array = ''): void {
  if (path.endsWith('/')) return void mkdirSync(path, { recursive: true });
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, content);
}

function memoryLog(lines: string[]): Log {
  const at = (level: string) => (fields: object, message: string) => {
    lines.push(`${level} ${message} ${JSON.stringify(fields)}`);
    if (process.env['MOORING_TEST_LOG']) console.error(lines.at(-1));
  };
  return { debug: at('debug'), info: at('info'), warn: at('warn'), error: at('error') };
}
