import type { FileStat } from '../../protocol/files.ts';
import { placeOf } from '../containment.ts';
import type { FileOperations } from '../fileOperations.ts';
import { FileError } from '../fileError.ts';
import { listOf, statOf, statToRead } from '../fileStat.ts';
import type { Folders } from '../folders.ts';
import type { ReadGrants } from '../readGrants.ts';
import type { ChannelHandlers } from './channelHandlers.ts';

type FileMethods =
  | 'files/stat'
  | 'files/list'
  | 'files/createFolder'
  | 'files/delete'
  | 'files/rename'
  | 'files/copy';

export function fileHandlers(
  folders: Folders,
  operations: FileOperations,
  grants: ReadGrants,
): Pick<ChannelHandlers, FileMethods> {
  const at = (uri: string) => placeOf(uri, folders);
  return {
    'files/stat': ({ uri }) => stat(uri, folders, grants),
    'files/list': async ({ uri }) => listOf(at(uri)),
    'files/createFolder': async ({ uri }) => {
      await operations.createFolder(at(uri));
      return null;
    },
    'files/delete': async ({ uri, recursive }) => {
      await operations.delete(at(uri), recursive);
      return null;
    },
    'files/rename': async ({ from, to, overwrite }) => {
      await operations.rename(at(from), at(to), overwrite);
      return null;
    },
    'files/copy': async ({ from, to, overwrite }) => {
      await operations.copy(at(from), at(to), overwrite);
      return null;
    },
  };
}

/** In the folders, or a file outside them that a language server pointed at: its content is at `/outside`. */
async function stat(uri: string, folders: Folders, grants: ReadGrants): Promise<FileStat> {
  try {
    return await statOf(placeOf(uri, folders));
  } catch (error) {
    if (!(error instanceof FileError) || error.code !== 'outside') throw error;
    const granted = grants.allowed(uri);
    if (granted === undefined) throw error;
    return statToRead(granted);
  }
}
