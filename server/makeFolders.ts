import { mkdir } from 'node:fs/promises';
import { dirname } from 'node:path';
import { isErrno } from './thrown.ts';

/**
 * Makes a folder, and those above it that are missing. Node's own way (`recursive`) tries without end where a file
 * system takes no new folders and calls that "not found", as /proc does.
 *
 * @param mode of the folders that are made
 * @throws an error of the system. Where a file is in the way, that comes with the first use of the folder.
 */
export async function makeFolders(path: string, mode?: number): Promise<void> {
  try {
    await make(path, mode);
  } catch (error) {
    const parent = dirname(path);
    if (!isErrno(error, 'ENOENT') || parent === path) throw error;
    await makeFolders(parent, mode);
    await make(path, mode);
  }
}

async function make(path: string, mode: number | undefined): Promise<void> {
  try {
    await mkdir(path, { ...(mode !== undefined && { mode }) });
  } catch (error) {
    if (!isErrno(error, 'EEXIST')) throw error;
  }
}
