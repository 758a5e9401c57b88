import type { BootExtension, ManifestFault } from '../protocol/boot.ts';
import type { DebugAdapterEntry, LanguageServerEntry } from './catalog.ts';
import { dependencyFaults } from './dependencies.ts';
import type { Placed, ReadExtension } from './extensionReader.ts';
import { preferred } from './precedence.ts';

/** All extensions, put together. */
export interface CatalogState {
  readonly extensions: readonly BootExtension[];
  readonly faults: readonly ManifestFault[];
  readonly languageServers: ReadonlyMap<string, LanguageServerEntry>;
  readonly debugAdapters: ReadonlyMap<string, DebugAdapterEntry>;
  /** Real paths by extension id. */
  readonly folders: ReadonlyMap<string, string>;
  /** Where they lie in their sources, by extension id. */
  readonly paths: ReadonlyMap<string, string>;
}

export const emptyState: CatalogState = {
  extensions: [],
  faults: [],
  languageServers: new Map(),
  debugAdapters: new Map(),
  folders: new Map(),
  paths: new Map(),
};

type Extension = NonNullable<ReadExtension['extension']>;

/**
 * Settles who has what: an extension id goes by `preferred`, a language server id or debug type to the first that
 * claims it.
 */
export function combine(reads: readonly ReadExtension[]): CatalogState {
  const faults = reads.flatMap((read) => read.faults);
  const { chosen, passedOver, paths } = choose(reads);
  const languageServers = new Map<string, LanguageServerEntry>();
  const debugAdapters = new Map<string, DebugAdapterEntry>();
  const extensions = chosen.map((extension): BootExtension => {
    const { boot, folder } = extension;
    const servers = extension.languageServers.filter(({ descriptor, index }) => {
      const owner = languageServers.get(descriptor.id)?.extensionId;
      if (owner !== undefined) {
        faults.push(
          clash(extension, ['languageServers', index, 'id'], `language server "${descriptor.id}"`, owner),
        );
        return false;
      }
      languageServers.set(descriptor.id, { descriptor, extensionId: boot.id, extensionPath: folder });
      return true;
    });
    const adapters = extension.debugAdapters.filter(({ descriptor, index }) => {
      const owner = debugAdapters.get(descriptor.type)?.extensionId;
      if (owner !== undefined) {
        faults.push(
          clash(extension, ['debugAdapters', index, 'type'], `debug adapter "${descriptor.type}"`, owner),
        );
        return false;
      }
      debugAdapters.set(descriptor.type, { descriptor, extensionId: boot.id, extensionPath: folder });
      return true;
    });
    return {
      ...boot,
      manifest: withOnly(boot.manifest, { languageServers: servers, debugAdapters: adapters }),
    };
  });
  const folders = new Map(chosen.map(({ boot, folder }) => [boot.id, folder]));
  faults.push(...passedOver, ...dependencyFaults(chosen));
  return { extensions, faults, languageServers, debugAdapters, folders, paths };
}

function choose(reads: readonly ReadExtension[]): Choice {
  const byId = new Map<string, [Rival, ...Rival[]]>();
  for (const { path, extension } of reads) {
    if (!extension) continue;
    const rival = { path, extension, version: String(extension.boot.manifest['version']) };
    const rivals = byId.get(extension.boot.id);
    if (rivals) rivals.push(rival);
    else byId.set(extension.boot.id, [rival]);
  }
  const passedOver: ManifestFault[] = [];
  const paths = new Map<string, string>();
  const chosen = [...byId.values()].map((rivals) => {
    const best = preferred(rivals);
    paths.set(best.extension.boot.id, best.path);
    passedOver.push(...rivals.filter((rival) => rival !== best).map((rival) => passOver(rival, best)));
    return best.extension;
  });
  return { chosen, passedOver, paths };
}

interface Choice {
  readonly chosen: readonly Extension[];
  readonly passedOver: readonly ManifestFault[];
  readonly paths: ReadonlyMap<string, string>;
}

interface Rival {
  readonly path: string;
  readonly extension: Extension;
  readonly version: string;
}

function passOver({ path, version, extension }: Rival, best: Rival): ManifestFault {
  const why = version === best.version ? 'is found first' : `is of version ${best.version}`;
  const message = `${path} (version ${version}) is not loaded, since ${best.path} has the same name and ${why}. Nothing is wrong with that; remove one of them to be rid of this notice.`;
  return extension.addFault(['name'], message, 'warning');
}

function clash(
  { addFault }: Extension,
  [list, index, key]: readonly [string, number, string],
  what: string,
  owner: string,
): ManifestFault {
  const message = `the ${what} of ${owner} is used instead, since it came first (entry ${index + 1} here). Give this one another name.`;
  return addFault(['contributes', list, index, key], message, 'error');
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
