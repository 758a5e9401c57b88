import { createHash } from 'node:crypto';
import { homedir } from 'node:os';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { Catalog } from '../catalog/catalog.ts';
import type { Folder } from '../files/folders.ts';
import type { Boot } from '../protocol/boot.ts';
import type { HttpRoute } from './route.ts';

export interface BootOptions {
  readonly version: string;
  readonly folder: Folder;
  readonly catalog: Pick<Catalog, 'extensions' | 'faults'>;
  readonly hasRegistry: boolean;
}

/** `GET /api/boot`. Compressed once for each state of the catalog. */
export function bootRoute(options: BootOptions): HttpRoute {
  let known: { readonly of: readonly unknown[]; readonly answer: Promise<Answer> } | undefined;
  return {
    methods: ['GET', 'HEAD'],
    prefix: '/api/boot',
    handle: async (request, response) => {
      const of = options.catalog.extensions();
      if (known?.of !== of) known = { of, answer: answer(bootOf(options)) };
      const { plain, packed, etag } = await known.answer;
      response.setHeader('etag', etag);
      response.setHeader('cache-control', 'no-cache');
      response.appendHeader('vary', 'Accept-Encoding');
      if (request.headers['if-none-match'] === etag) return void response.writeHead(304).end();
      const isPacked = /\bgzip\b/.test(String(request.headers['accept-encoding'] ?? ''));
      const body = isPacked ? packed : plain;
      response.writeHead(200, {
        'content-type': 'application/json; charset=utf-8',
        'content-length': body.length,
        ...(isPacked && { 'content-encoding': 'gzip' }),
      });
      response.end(request.method === 'HEAD' ? undefined : body);
    },
  };
}

interface Answer {
  readonly plain: Buffer;
  readonly packed: Buffer;
  readonly etag: string;
}

async function answer(boot: Boot): Promise<Answer> {
  const plain = Buffer.from(JSON.stringify(boot));
  const etag = `"${createHash('sha256').update(plain).digest('base64url').slice(0, 22)}"`;
  return { plain, packed: await promisify(gzip)(plain, { level: 6 }), etag };
}

function bootOf({ version, folder, catalog, hasRegistry }: BootOptions): Boot {
  return {
    version,
    folder: { id: folder.id, name: folder.name, uri: folder.uri },
    home: pathToFileURL(homedir()).href,
    platform: platforms[process.platform] ?? 'linux',
    extensions: catalog.extensions(),
    faults: catalog.faults(),
    hasRegistry,
  };
}

const platforms: Partial<Record<NodeJS.Platform, Boot['platform']>> = { darwin: 'mac', win32: 'windows' };
