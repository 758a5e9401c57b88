import type { BootExtension, ManifestFault } from '../protocol/boot.ts';
import type { Catalog, DebugAdapterEntry, LanguageServerEntry } from './catalog.ts';
import { combine, emptyState, type CatalogState } from './combine.ts';
import type { ReadExtension } from './extensionReader.ts';
import { PackedCache } from './packed/packedCache.ts';
import { SourceReader, type ExtensionSource } from './sourceReader.ts';

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
  readonly #reader: SourceReader;
  #state: CatalogState = emptyState;
  /** What counts, by path. */
  #reads: ReadonlyMap<string, ReadExtension> = new Map();

  private constructor(sources: readonly ExtensionSource[], reader: SourceReader) {
    this.#sources = sources;
    this.#reader = reader;
  }

  /** @param cacheFolder where packed extensions are unpacked */
  static async open(sources: readonly ExtensionSource[], cacheFolder: string): Promise<ExtensionCatalog> {
    const catalog = new ExtensionCatalog(sources, new SourceReader(new PackedCache(cacheFolder)));
    await catalog.reload();
    return catalog;
  }

  /** Reads everything again. @param isPatient something happened there just now, and more may follow */
  async reload({ isPatient = false } = {}): Promise<Reload> {
    const found = (await Promise.all(this.#sources.map((source) => this.#reader.read(source)))).flat();
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

  /** Real paths of the folders that lie elsewhere, and are here by a link. */
  linkedFolders(): readonly string[] {
    const all = [...this.#reads.values()].map(({ linkedTo }) => linkedTo);
    return [...new Set(all.filter((folder) => folder !== undefined))];
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

  pathOf(extensionId: string): string | undefined {
    return this.#state.paths.get(extensionId);
  }

  folderOf(extensionId: string): string | undefined {
    return this.#state.folders.get(extensionId);
  }
}

function isSame(read: ReadExtension, before: ReadExtension | undefined): boolean {
  return before?.isIncomplete === true && JSON.stringify(read.faults) === JSON.stringify(before.faults);
}

function summary({ extensions, faults }: CatalogState): string {
  return JSON.stringify([extensions.map(({ location }) => location), faults]);
}
