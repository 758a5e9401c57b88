import { constants } from 'node:fs';
import { copyFile, mkdir, opendir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { PackedLimits } from '../catalog/packed/packedLimits.ts';
import { InstallError } from './installError.ts';

/** What no extension needs: a repository's history, and links to programs. */
const leftOut: ReadonlySet<string> = new Set(['.git', '.bin']);

/**
 * Copies an extension's folder, by the same limits as hold for packed ones.
 *
 * @param to a folder that is there and empty
 * @throws InstallError with a sentence for the user; what was copied by then stays
 */
export async function copyFolder(
  from: string,
  to: string,
  limits: PackedLimits,
  signal: AbortSignal,
): Promise<void> {
  let entries = 0;
  let bytes = 0;
  await copy(from, to);

  async function copy(source: string, target: string): Promise<void> {
    for await (const entry of await opendir(source)) {
      signal.throwIfAborted();
      if (leftOut.has(entry.name)) continue;
      const [path, place] = [join(source, entry.name), join(target, entry.name)];
      if (++entries > limits.entries)
        throw tooLarge(`it holds more than ${limits.entries} files and folders`);
      if (entry.isDirectory()) {
        await mkdir(place);
        await copy(path, place);
        continue;
      }
      if (!entry.isFile())
        throw new InstallError(
          `${path} is a link or something else that is no file, so the folder is not copied.`,
        );
      bytes += (await stat(path)).size;
      if (bytes > limits.totalBytes)
        throw tooLarge(`it is larger than ${limits.totalBytes / 1024 / 1024} MiB`);
      await copyFile(path, place, constants.COPYFILE_EXCL);
    }
  }
}

function tooLarge(reason: string): InstallError {
  return new InstallError(`The folder is not copied, since ${reason}.`);
}
