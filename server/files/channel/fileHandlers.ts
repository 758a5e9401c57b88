import { placeOf } from '../containment.ts';
import type { FileOperations } from '../fileOperations.ts';
import { listOf, statOf } from '../fileStat.ts';
import type { Folders } from '../folders.ts';
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
): Pick<ChannelHandlers, FileMethods> {
  const at = (uri: string) => placeOf(uri, folders);
  return {
    'files/stat': async ({ uri }) => statOf(at(uri)),
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
