import type { IncomingMessage, ServerResponse } from 'node:http';
import type { HttpRoute } from '../http/route.ts';
import { sendFile } from '../http/sendFile.ts';
import { contentPolicy } from '../http/securityHeaders.ts';
import { checkFolder, name, placeBelow, targetOf, type Place } from './containment.ts';
import type { ContentWriter } from './contentWriter.ts';
import { FileError, toFileError } from './fileError.ts';
import { sendFailure } from './fileFailureAnswer.ts';
import type { Folders } from './folders.ts';

/** Content of files, `/files/<folderId>/<relative path>`: see protocol/files.ts. */
export function contentRoute(folders: Folders, writer: ContentWriter): HttpRoute {
  return {
    methods: ['GET', 'HEAD', 'PUT'],
    prefix: '/files',
    handle: async (request, response, url) => {
      try {
        const place = placeOfUrl(url, folders);
        if (request.method === 'PUT') await put(request, response, place, writer);
        else await get(request, response, place);
      } catch (error) {
        if (!(error instanceof FileError)) throw error;
        sendFailure(request, response, error);
      }
    },
  };
}

function placeOfUrl(url: URL, folders: Folders): Place {
  const [, , id = '', ...segments] = url.pathname.split('/');
  const folder = folders.find(id);
  if (!folder)
    throw new FileError('not-found', 'This folder is not open here. Reload the page, or open the folder.');
  return placeBelow(folder, segments.join('/'));
}

async function get(request: IncomingMessage, response: ServerResponse, place: Place): Promise<void> {
  const path = await targetOf(place);
  // Never as what it is: a page of the user's project must not run with this origin's powers.
  response.setHeader('content-type', 'application/octet-stream');
  response.setHeader('content-security-policy', contentPolicy);
  response.setHeader('cache-control', 'private, no-cache');
  try {
    if (await sendFile(request, response, path)) return;
  } catch (error) {
    if (response.headersSent) throw error;
    await checkFolder(place.folder);
    throw toFileError(error, name(place));
  }
  throw new FileError('is-a-folder', `${name(place)} is a folder, or something else that has no content.`);
}

async function put(
  request: IncomingMessage,
  response: ServerResponse,
  place: Place,
  writer: ContentWriter,
): Promise<void> {
  const { etag, isNew } = await writer.write(place, request);
  response.writeHead(isNew ? 201 : 200, { etag, 'content-length': 0, 'cache-control': 'no-store' }).end();
}
