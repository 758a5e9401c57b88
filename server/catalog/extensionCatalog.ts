import { basename, dirname } from 'node:path';
import type { BootExtension, ManifestFault } from '../protocol/boot.ts';
import type { Catalog, DebugAdapterEntry, LanguageServerEntry } from './catalog.ts';
import { combine, emptyState, type CatalogState } from './combine.ts';
import { readExtension, type ReadExtension, type Source } from './extensionReader.ts';
import { FaultList } from './faultList.ts';
import { PackedCache } from './packed/packedCache.ts';
import { PackedError } from './packed/packedError.ts';
import { listSource, type Listed } from './sourceListing.ts';

/** A folder that holds extensions, as folders and as `.vsix` files. */
export interface ExtensionSource {
  readonly folder: string;
  readonly source: Source;
}

export interface Reload {
  /** Something is different now. */
  readonly isChanged: boolean;
  /** Something looks as if it was being copied, and counts as it was before until a less patient reading. */
  readonly isHeld: boolean;
}

/**
 * The catalog as read from disk. Nothing in the sources is ever written or deleted. Who has an id that several
 * extensions claim is settled in `combine`.
 */
export class ExtensionCatalog implements Catalog {
  readonly #sources: readonly ExtensionSource[];
  readonly #packed: PackedCache;
  #state: CatalogState = emptyState;
  /** What counts, by path. */
  #reads: ReadonlyMap<string, ReadExtension> = new Map();

  private constructor(sources: readonly ExtensionSource[], packed: PackedCache) {
    this.#sources = sources;
    this.#packed = packed;
  }

  /** @param cacheFolder where packed extensions are unpacked */
  static async open(sources: readonly ExtensionSource[], cacheFolder: string): Promise<ExtensionCatalog> {
    const catalog = new ExtensionCatalog(sources, new PackedCache(cacheFolder));
    await catalog.reload();
    return catalog;
  }

  /** Reads everything again. @param isPatient something happened there just now, and more may follow */
  async reload({ isPatient = false } = {}): Promise<Reload> {
    const found = (await Promise.all(this.#sources.map((source) => this.#read(source)))).flat();
    let isHeld = false;
    const reads = found.flatMap((read) => {
      const before = this.#reads.get(read.path);
      if (!isPatient || !read.isIncomplete || isSame(read, before)) return [read];
      isHeld = true;
      return before ? [before] : [];
    });
    this.#reads = new Map(reads.map((read) => [read.path, read]));
    const next = combine(reads);
    const isChanged = summary(next) !== summary(this.#state);
    if (isChanged) this.#state = next;
    return { isChanged, isHeld };
  }

  extensions(): readonly BootExtension[] {
    return this.#state.extensions;
  }

  faults(): readonly ManifestFault[] {
    return this.#state.faults;
  }

  languageServer(id: string): LanguageServerEntry | undefined {
    return this.#state.languageServers.get(id);
  }

  debugAdapter(type: string): DebugAdapterEntry | undefined {
    return this.#state.debugAdapters.get(type);
  }

  debugAdapters(): readonly DebugAdapterEntry[] {
    return [...this.#state.debugAdapters.values()];
  }

  folderOf(extensionId: string): string | undefined {
    return this.#state.folders.get(extensionId);
  }

  async #read({ folder, source }: ExtensionSource): Promise<ReadExtension[]> {
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
    return Promise.all(
      listed.map(({ path, isPacked }) =>
        isPacked ? this.#readPacked(path, source) : readExtension(path, source),
      ),
    );
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

function isSame(read: ReadExtension, before: ReadExtension | undefined): boolean {
  return before?.isIncomplete === true && JSON.stringify(read.faults) === JSON.stringify(before.faults);
}

function summary({ extensions, faults }: CatalogState): string {
  return JSON.stringify([extensions.map(({ location }) => location), faults]);
}
