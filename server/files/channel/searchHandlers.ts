import { stat } from 'node:fs/promises';
import { name, placeOf, targetOf } from '../containment.ts';
import { FileError, toFileError } from '../fileError.ts';
import type { Folders } from '../folders.ts';
import { searchFiles } from '../search/fileSearch.ts';
import { searchText } from '../search/textSearch.ts';
import type { ChannelHandlers, ChannelPeer } from './channelHandlers.ts';

/** So many searches of one page run at once. */
const searchLimit = 20;

export function searchHandlers(
  peer: ChannelPeer,
  folders: Folders,
): Pick<ChannelHandlers, 'search/text' | 'search/files'> {
  let running = 0;
  const run = async <T>(search: () => Promise<T>, signal: AbortSignal): Promise<T> => {
    if (running >= searchLimit) {
      throw new FileError('io', `${searchLimit} searches run already. Wait for one of them, then try again.`);
    }
    running++;
    try {
      const result = await search();
      signal.throwIfAborted();
      return result;
    } finally {
      running--;
    }
  };
  return {
    'search/text': async ({ search, uri, query }, signal) => {
      const folder = await folderAt(uri, folders);
      const found = async (matches: Parameters<Parameters<typeof searchText>[0]['found']>[0]) => {
        peer.notify('search/matches', { search, matches });
        await peer.drained();
      };
      return run(() => searchText({ folder, query, signal, found }), signal);
    },
    'search/files': async ({ uri, query }, signal) => {
      const folder = await folderAt(uri, folders);
      return run(() => searchFiles({ folder, query, signal }), signal);
    },
  };
}

/** Results are told by real paths, which below an opened folder's own path are the ones that the page knows. */
async function folderAt(uri: string, folders: Folders): Promise<string> {
  const place = placeOf(uri, folders);
  const path = await targetOf(place);
  const stats = await stat(path).catch((error: unknown) => {
    throw toFileError(error, name(place));
  });
  if (!stats.isDirectory())
    throw new FileError('not-a-folder', `${name(place)} is not a folder to search in.`);
  return path;
}
