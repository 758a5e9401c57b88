import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { BootExtension, ManifestFault } from '../protocol/boot.ts';
import type { Catalog, LanguageServerEntry } from './catalog.ts';
import { readExtension, type Placed, type ReadExtension, type Source } from './extensionReader.ts';

/** A folder whose folders are extensions. */
export interface ExtensionSource {
  readonly folder: string;
  readonly source: Source;
}

/**
 * The catalog as read from disk. Where two extensions claim one extension id, language server id or debug type,
 * the first one has it: in the order of the sources, and by folder name within one. So what is dropped in cannot
 * take the place of what ships.
 */
export class ExtensionCatalog implements Catalog {
  readonly #sources: readonly ExtensionSource[];
  #state: State = emptyState;

  private constructor(sources: readonly ExtensionSource[]) {
    this.#sources = sources;
  }

  static async open(sources: readonly ExtensionSource[]): Promise<ExtensionCatalog> {
    const catalog = new ExtensionCatalog(sources);
    await catalog.reload();
    return catalog;
  }

  /** Reads everything again. @returns whether anything is different now. */
  async reload(): Promise<boolean> {
    const reads = (await Promise.all(this.#sources.map(readSource))).flat();
    const next = combine(reads);
    const isSame = summary(next) === summary(this.#state);
    if (!isSame) this.#state = next;
    return !isSame;
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

  folderOf(extensionId: string): string | undefined {
    return this.#state.folders.get(extensionId);
  }
}

interface State {
  readonly extensions: readonly BootExtension[];
  readonly faults: readonly ManifestFault[];
  readonly languageServers: ReadonlyMap<string, LanguageServerEntry>;
  readonly folders: ReadonlyMap<string, string>;
}

const emptyState: State = { extensions: [], faults: [], languageServers: new Map(), folders: new Map() };

async function readSource({ folder, source }: ExtensionSource): Promise<ReadExtension[]> {
  let entries;
  try {
    entries = await readdir(folder, { withFileTypes: true });
  } catch (error) {
    // No such folder, no extensions: the user's own one is made when somebody needs it.
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    const message = `the folder cannot be read: ${error instanceof Error ? error.message : String(error)}.`;
    return [{ faults: [{ extension: folder, file: '', message }] }];
  }
  const folders = entries.filter(
    (entry) => (entry.isDirectory() || entry.isSymbolicLink()) && !entry.name.startsWith('.'),
  );
  const packed = entries.filter(({ name }) => name.endsWith('.vsix')).map(({ name }) => isPacked(name));
  const names = folders.map(({ name }) => name).sort();
  return [...(await Promise.all(names.map((name) => readExtension(join(folder, name), source)))), ...packed];
}

function isPacked(name: string): ReadExtension {
  const message =
    'packed extensions are not read. Unpack its folder "extension" here, under a name of its own.';
  return { faults: [{ extension: name, file: name, message }] };
}

function combine(reads: readonly ReadExtension[]): State {
  const faults = reads.flatMap((read) => read.faults);
  const extensions: BootExtension[] = [];
  const folders = new Map<string, string>();
  const languageServers = new Map<string, LanguageServerEntry>();
  const debugTypes = new Map<string, string>();
  for (const { extension } of reads) {
    if (!extension) continue;
    const { boot, folder } = extension;
    const first = folders.get(boot.id);
    if (first !== undefined) {
      faults.push({
        extension: boot.id,
        file: 'package.json',
        message: `${folder} is not loaded, since ${first} is an extension of the same name. Remove one of them.`,
      });
      continue;
    }
    folders.set(boot.id, folder);
    const clash = (kind: string, id: string, owner: string, { index, line }: Placed<unknown>, key: string) =>
      faults.push({
        extension: boot.id,
        file: 'package.json',
        key,
        ...(line !== undefined && { line }),
        message: `the ${kind} "${id}" of ${owner} is used instead, since it came first (entry ${index + 1} here). Give this one another name.`,
      });
    const servers = extension.languageServers.filter((placed) => {
      const { descriptor } = placed;
      const owner = languageServers.get(descriptor.id)?.extensionId;
      if (owner !== undefined)
        return void clash(
          'language server',
          descriptor.id,
          owner,
          placed,
          `contributes.languageServers[${placed.index}].id`,
        );
      languageServers.set(descriptor.id, { descriptor, extensionId: boot.id, extensionPath: folder });
      return true;
    });
    const adapters = extension.debugAdapters.filter((placed) => {
      const { type } = placed.descriptor;
      const owner = debugTypes.get(type);
      if (owner !== undefined)
        return void clash(
          'debug adapter',
          type,
          owner,
          placed,
          `contributes.debugAdapters[${placed.index}].type`,
        );
      debugTypes.set(type, boot.id);
      return true;
    });
    extensions.push({
      ...boot,
      manifest: withOnly(boot.manifest, { languageServers: servers, debugAdapters: adapters }),
    });
  }
  return { extensions, faults, languageServers, folders };
}

/** The manifest without the descriptors that are broken or that another extension has: no client is to start for them. */
function withOnly(
  manifest: Record<string, unknown>,
  kept: Record<string, readonly Placed<unknown>[]>,
): Record<string, unknown> {
  const contributes = manifest['contributes'];
  if (typeof contributes !== 'object' || contributes === null) return manifest;
  const entries = Object.entries(contributes).map(([key, value]: [string, unknown]) => {
    const placed = kept[key];
    return [key, placed && Array.isArray(value) ? placed.map(({ index }) => value[index] as unknown) : value];
  });
  return { ...manifest, contributes: Object.fromEntries(entries) as object };
}

function summary({ extensions, faults }: State): string {
  return JSON.stringify([extensions.map(({ location }) => location), faults]);
}
