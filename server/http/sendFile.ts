import { constants } from 'node:fs';
import { open } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { pipeline } from 'node:stream/promises';
import { etagOf } from '../files/etag.ts';
import type { CompressedFiles } from './compressedFiles.ts';

/**
 * Answers with a file's bytes, or 304. Headers that are set already stay. `Last-Modified` and `ETag` are those of
 * the bytes that are sent, whatever happens to the path meanwhile.
 *
 * @param path a real path: a link in its place is not followed
 * @param compressed sends it compressed where the browser takes that and it is worth it
 * @returns false, with nothing sent, when it is no regular file
 * @throws NodeJS.ErrnoException when it cannot be opened
 */
export async function sendFile(
  request: IncomingMessage,
  response: ServerResponse,
  path: string,
  compressed?: CompressedFiles,
): Promise<boolean> {
  // Without O_NONBLOCK opening a pipe would wait for somebody to write to it.
  await using handle = await open(path, constants.O_RDONLY | constants.O_NONBLOCK | constants.O_NOFOLLOW);
  const stat = await handle.stat({ bigint: true });
  if (!stat.isFile()) return false;
  const size = Number(stat.size);
  const plain = etagOf(stat);
  if (compressed) response.appendHeader('vary', 'Accept-Encoding');
  const coding = compressed?.codingFor(request.headers['accept-encoding'], size);
  // Other bytes need another strong tag (RFC 9110 §8.8.3.3).
  const etag = coding ? plain.replace(/"$/, `-${coding}"`) : plain;
  response.setHeader('etag', etag);
  response.setHeader('last-modified', stat.mtime.toUTCString());
  if (isKnown(request.headers['if-none-match'], etag)) {
    response.writeHead(304).end();
    return true;
  }
  if (compressed && coding) {
    const body = await compressed.body(path, plain, coding, () => handle.readFile());
    response.writeHead(200, { 'content-encoding': coding, 'content-length': body.length });
    response.end(request.method === 'HEAD' ? undefined : body);
    return true;
  }
  response.writeHead(200, { 'content-length': size });
  if (request.method === 'HEAD' || stat.size === 0n) {
    response.end();
    return true;
  }
  // No more than was announced, should it grow meanwhile.
  const end = size - 1;
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
