import { realpath, stat } from 'node:fs/promises';
import { join, sep } from 'node:path';
import { lookup } from 'mrmime';
import type { Catalog } from '../catalog/catalog.ts';
import { sendJson } from './answers.ts';
import { CompressedFiles } from './compressedFiles.ts';
import type { HttpRoute } from './route.ts';
import { contentPolicy } from './securityHeaders.ts';
import { sendFile } from './sendFile.ts';
import { decodeSegment } from './urlSegment.ts';

/**
 * Files of extensions, `/extensions/<id>/<version>-<hash>/<path>`. Whatever is not a file inside the extension's
 * own folder is 404, by whichever spelling it is asked for; but for what is lent to each of them.
 *
 * @param lent absolute paths by the name under which every extension has the file
 */
export function extensionRoute(
  catalog: Pick<Catalog, 'extensions' | 'folderOf'>,
  lent: ReadonlyMap<string, string> = new Map(),
): HttpRoute {
  const compressed = new CompressedFiles();
  return {
    methods: ['GET', 'HEAD'],
    prefix: '/extensions',
    handle: async (request, response, url) => {
      const [, , id = '', version = '', ...segments] = url.pathname.split('/');
      const file =
        (await fileOf(catalog, decodeSegment(id), segments.map(decodeSegment))) ??
        lent.get(segments.join('/'));
      if (!file) {
        return sendJson(response, 404, {
          error: 'not-found',
          message: `No extension has a file ${url.pathname.slice(0, 300)}.`,
        });
      }
      const isCurrent = catalog
        .extensions()
        .some(({ location }) => location === `/extensions/${id}/${version}`);
      const type = lookup(file) ?? 'application/octet-stream';
      response.setHeader('content-type', isText(type) ? `${type}; charset=utf-8` : type);
      // A page of an earlier state may still ask for files by the old address.
      response.setHeader('cache-control', isCurrent ? 'private, max-age=31536000, immutable' : 'no-cache');
      if (/html|xml|svg/.test(type)) response.setHeader('content-security-policy', contentPolicy);
      await sendFile(request, response, file, isText(type) ? compressed : undefined);
    },
  };
}

async function fileOf(
  catalog: Pick<Catalog, 'folderOf'>,
  id: string | undefined,
  segments: readonly (string | undefined)[],
): Promise<string | undefined> {
  const folder = id === undefined ? undefined : catalog.folderOf(id);
  if (!folder || !segments.every(isName)) return undefined;
  try {
    // A link inside the extension may lead anywhere.
    const file = await realpath(join(folder, ...segments));
    return file.startsWith(folder + sep) && (await stat(file)).isFile() ? file : undefined;
  } catch {
    // Not there, or not for us: both are "no such file".
    return undefined;
  }
}

/** What one segment of a path says, or undefined where that is no name of a file. */
function isName(segment: string | undefined): segment is string {
  return segment !== undefined && !['', '.', '..'].includes(segment) && !/[/\\\0]/.test(segment);
}

function isText(type: string): boolean {
  return type.startsWith('text/') || /json|javascript|xml/.test(type);
}
