import { constants } from 'node:fs';
import { open } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { pipeline } from 'node:stream/promises';
import { etagOf } from '../files/etag.ts';

/**
 * Answers with a file's bytes, or 304. Headers that are set already stay. `Last-Modified` and `ETag` are those of
 * the bytes that are sent, whatever happens to the path meanwhile.
 *
 * @param path a real path: a link in its place is not followed
 * @returns false, with nothing sent, when it is no regular file
 * @throws NodeJS.ErrnoException when it cannot be opened
 */
export async function sendFile(
  request: IncomingMessage,
  response: ServerResponse,
  path: string,
): Promise<boolean> {
  // Without O_NONBLOCK opening a pipe would wait for somebody to write to it.
  await using handle = await open(path, constants.O_RDONLY | constants.O_NONBLOCK | constants.O_NOFOLLOW);
  const stat = await handle.stat({ bigint: true });
  if (!stat.isFile()) return false;
  const etag = etagOf(stat);
  response.setHeader('etag', etag);
  response.setHeader('last-modified', stat.mtime.toUTCString());
  if (isKnown(request.headers['if-none-match'], etag)) {
    response.writeHead(304).end();
    return true;
  }
  response.writeHead(200, { 'content-length': Number(stat.size) });
  if (request.method === 'HEAD' || stat.size === 0n) {
    response.end();
    return true;
  }
  // No more than was announced, should it grow meanwhile.
  const end = Number(stat.size) - 1;
  const content = handle.createReadStream({ start: 0, end, autoClose: false });
  await pipeline(content, response, { end: false });
  // Should it have shrunk, the reader must not wait for the rest, nor take what came for the whole.
  if (content.bytesRead < stat.size) response.destroy();
  else response.end();
  return true;
}

/** RFC 9110 §13.1.2; a cache in between may have made the tag a weak one. */
function isKnown(header: string | undefined, etag: string): boolean {
  if (header === undefined) return false;
  return header.split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag);
}
