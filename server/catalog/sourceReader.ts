import { basename, dirname } from 'node:path';
import { readExtension, type ReadExtension, type Source } from './extensionReader.ts';
import { FaultList } from './faultList.ts';
import type { PackedCache } from './packed/packedCache.ts';
import { PackedError } from './packed/packedError.ts';
import { listSource, type Listed } from './sourceListing.ts';

/** A folder that holds extensions, as folders and as `.vsix` files. */
export interface ExtensionSource {
  readonly folder: string;
  readonly source: Source;
}

/** Reads the extensions of sources. Whatever is wrong is among the faults; it never throws. */
export class SourceReader {
  readonly #packed: PackedCache;

  constructor(packed: PackedCache) {
    this.#packed = packed;
  }

  async read({ folder, source }: ExtensionSource): Promise<ReadExtension[]> {
    let listed: readonly Listed[];
    try {
      listed = await listSource(folder);
    } catch (error) {
      // No such folder, no extensions: the user's own one is made when somebody needs it.
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
      const message = `the folder cannot be read: ${error instanceof Error ? error.message : String(error)}.`;
      const faults = new FaultList(folder, folder);
      faults.add('', message);
      return [{ path: folder, faults: faults.all, isIncomplete: false }];
    }
    return Promise.all(listed.map((one) => this.readOne(one, source)));
  }

  readOne({ path, isPacked }: Listed, source: Source): Promise<ReadExtension> {
    return isPacked ? this.#readPacked(path, source) : readExtension(path, source);
  }

  async #readPacked(path: string, source: Source): Promise<ReadExtension> {
    try {
      return await readExtension(await this.#packed.folderOf(path), source, path);
    } catch (error) {
      const isIncomplete = !(error instanceof PackedError) || error.isIncomplete;
      const faults = new FaultList(basename(path), dirname(path));
      faults.add(basename(path), error instanceof Error ? error.message : String(error), { isIncomplete });
      return { path, faults: faults.all, isIncomplete };
    }
  }
}
