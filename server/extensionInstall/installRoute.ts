import { createWriteStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Log } from '../broker/log.ts';
import { packedLimits } from '../catalog/packed/packedLimits.ts';
import { placeOf, targetOf } from '../files/containment.ts';
import type { Folders } from '../files/folders.ts';
import { sendJson } from '../http/answers.ts';
import type { HttpRoute } from '../http/route.ts';
import { installPath, type InstallLine } from '../protocol/extensionInstall.ts';
import type { ExtensionInstaller, Installed } from './extensionInstaller.ts';
import { InstallError, sentenceOf } from './installError.ts';
import type { Registry } from './registry.ts';

export interface InstallRouteOptions {
  readonly installer: ExtensionInstaller;
  /** Undefined: the server was told of none. */
  readonly registry: Registry | undefined;
  readonly folders: Folders;
  readonly log: Log;
}

type Progress = (message: string) => void;
type Work = (
  request: IncomingMessage,
  url: URL,
  signal: AbortSignal,
  progress: Progress,
) => Promise<Installed>;

/** Adding and removing extensions: see protocol/extensionInstall.ts. */
export function installRoute(options: InstallRouteOptions): HttpRoute {
  const { installer, registry, log } = options;
  const posts: Readonly<Record<string, Work>> = {
    packed: (request, _url, signal, progress) => installUpload(request, signal, progress, installer),
    folder: async (_request, url, signal, progress) => {
      const folder = await targetOf(placeOf(url.searchParams.get('uri') ?? '', options.folders));
      progress('Copying the folder…');
      return installer.installFolder(folder, signal);
    },
    registry: (_request, url, signal, progress) =>
      installFromRegistry(url.searchParams.get('id') ?? '', signal, progress, options),
  };
  return {
    methods: ['GET', 'POST', 'DELETE'],
    prefix: installPath,
    handle: async (request, response, url) => {
      const what = url.pathname.slice(installPath.length + 1);
      const key = `${request.method} ${what}`;
      try {
        const work = request.method === 'POST' && Object.hasOwn(posts, what) ? posts[what] : undefined;
        if (work)
          return await answerInLines(request, response, log, (signal, progress) =>
            work(request, url, signal, progress),
          );
        if (key === 'GET own') return sendJson(response, 200, await installer.own());
        if (key === 'DELETE own') {
          const id = url.searchParams.get('id') ?? '';
          await installer.remove(id);
          log.info({ extension: id }, 'Removed an extension');
          return sendJson(response, 200, {});
        }
        if (key === 'GET search') {
          const query = url.searchParams.get('query') ?? '';
          return sendJson(response, 200, await known(registry).search(query, goneSignal(response)));
        }
      } catch (error) {
        const isTold = error instanceof InstallError;
        if (!isTold) log.error({ request: key, error: String(error) }, 'A request about extensions failed');
        return sendJson(response, isTold ? 409 : 500, { error: 'extensions', message: sentenceOf(error) });
      }
      sendJson(response, 404, { error: 'not-found', message: `There is no ${key.slice(0, 100)} here.` });
    },
  };
}

async function answerInLines(
  request: IncomingMessage,
  response: ServerResponse,
  log: Log,
  work: (signal: AbortSignal, progress: Progress) => Promise<Installed>,
): Promise<void> {
  const gone = goneSignal(response);
  response.writeHead(200, { 'content-type': 'application/x-ndjson', 'cache-control': 'no-store' });
  const write = (line: InstallLine) => response.write(`${JSON.stringify(line)}\n`);
  try {
    const { id, version } = await work(gone, (message) => write({ kind: 'progress', message }));
    log.info({ extension: id, version }, 'Installed an extension');
    write({ kind: 'done', id, version });
  } catch (error) {
    log.info({ reason: sentenceOf(error) }, 'Did not install an extension');
    write({ kind: 'failed', message: sentenceOf(error) });
  }
  // What was not read of the body is of no use.
  request.resume();
  response.end();
}

/** Aborted when nobody waits for the answer any more. */
function goneSignal(response: ServerResponse): AbortSignal {
  const gone = new AbortController();
  response.once('close', () => gone.abort());
  return gone.signal;
}

async function installUpload(
  request: IncomingMessage,
  signal: AbortSignal,
  progress: Progress,
  installer: ExtensionInstaller,
): Promise<Installed> {
  return withScratch(async (file) => {
    await pipeline(
      request,
      atMost(packedLimits.archiveBytes),
      createWriteStream(file, { flags: 'wx', mode: 0o600 }),
      { signal },
    );
    progress('Unpacking…');
    return installer.installPacked(file, signal);
  });
}

async function installFromRegistry(
  id: string,
  signal: AbortSignal,
  progress: Progress,
  { registry, installer }: InstallRouteOptions,
): Promise<Installed> {
  const from = known(registry);
  return withScratch(async (file) => {
    progress('Fetching it from the registry…');
    let told = 0;
    await from.download(id, file, signal, (bytes) => {
      if (bytes - told < 1024 * 1024) return;
      told = bytes;
      progress(`Fetched ${Math.round(bytes / 1024 / 1024)} MiB…`);
    });
    progress('Unpacking…');
    return installer.installPacked(file, signal);
  });
}

function known(registry: Registry | undefined): Registry {
  if (registry) return registry;
  throw new InstallError(
    'No registry of extensions is configured. Start the server with --extensions-registry <address>.',
  );
}

async function withScratch<T>(use: (file: string) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'mooring-install-'));
  try {
    return await use(join(folder, 'extension.vsix'));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

function atMost(limit: number): Transform {
  let bytes = 0;
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      bytes += chunk.length;
      if (bytes > limit)
        done(new InstallError(`The file is larger than the ${limit / 1024 / 1024} MiB that are taken.`));
      else done(null, chunk);
    },
  });
}
