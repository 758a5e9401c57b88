import { mkdtemp, rename, rm, stat } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import type { Catalog } from '../catalog/catalog.ts';
import { readExtension } from '../catalog/extensionReader.ts';
import { packedLimits, type PackedLimits } from '../catalog/packed/packedLimits.ts';
import { unpack } from '../catalog/packed/unpack.ts';
import { titleOf, type BootExtension } from '../protocol/boot.ts';
import type { OwnExtension } from '../protocol/extensionInstall.ts';
import { copyFolder } from './copyFolder.ts';
import { InstallError } from './installError.ts';
import type { InstalledRecord } from './installedRecord.ts';
import { makeFolders } from '../makeFolders.ts';

export interface ExtensionInstallerOptions {
  /** The user's own folder of extensions. */
  readonly folder: string;
  readonly record: InstalledRecord;
  readonly catalog: Pick<Catalog, 'extensions' | 'pathOf'>;
  readonly limits?: PackedLimits;
}

/** What was installed. */
export interface Installed {
  readonly id: string;
  readonly version: string;
}

/**
 * Adds extensions to the user's own folder, and removes them. A new one appears there in one step, or not at all;
 * whoever watches the folder takes it up.
 */
export class ExtensionInstaller {
  readonly #options: ExtensionInstallerOptions;
  #turn: Promise<unknown> = Promise.resolve();

  constructor(options: ExtensionInstallerOptions) {
    this.#options = options;
  }

  /** @throws Error with a sentence for the user; nothing is left of it then */
  installPacked(archive: string, signal: AbortSignal): Promise<Installed> {
    const { limits = packedLimits } = this.#options;
    return this.#install((scratch) => unpack(archive, scratch, limits, signal), signal);
  }

  /** Copies an extension's folder. @throws Error with a sentence for the user; nothing is left of it then */
  installFolder(folder: string, signal: AbortSignal): Promise<Installed> {
    const { limits = packedLimits } = this.#options;
    return this.#install((scratch) => copyFolder(folder, scratch, limits, signal), signal);
  }

  /** The extensions that `remove` would take. */
  async own(): Promise<readonly OwnExtension[]> {
    const { folder, record, catalog } = this.#options;
    const all = catalog.extensions().map(async (extension): Promise<readonly OwnExtension[]> => {
      const path = catalog.pathOf(extension.id);
      if (!path?.startsWith(folder + sep)) return [];
      const isDroppedIn = !(await record.has(relative(folder, path)));
      return [
        { id: extension.id, title: titleOf(extension), version: versionOf(extension), path, isDroppedIn },
      ];
    });
    return (await Promise.all(all)).flat();
  }

  /** @throws InstallError when there is no such extension in the user's own folder */
  remove(id: string): Promise<void> {
    return this.#inTurn(async () => {
      const found = (await this.own()).find((own) => own.id === id);
      if (!found) {
        throw new InstallError(`${id} is not in ${this.#options.folder}, so it is not deleted from here.`);
      }
      await this.#forget(relative(this.#options.folder, found.path));
    });
  }

  async #install(fill: (scratch: string) => Promise<void>, signal: AbortSignal): Promise<Installed> {
    const { folder } = this.#options;
    await makeFolders(folder);
    // Hidden from whoever reads the folder, and on the same disk.
    const scratch = await mkdtemp(join(folder, '.installing-'));
    try {
      await fill(scratch);
      signal.throwIfAborted();
      const installed = await usable(scratch);
      await this.#inTurn(() => this.#place(scratch, installed));
      return installed;
    } catch (error) {
      await rm(scratch, { recursive: true, force: true });
      throw error;
    }
  }

  /** Two pages may install, or remove, the same extension at the same time. */
  #inTurn<T>(work: () => Promise<T>): Promise<T> {
    const turn = this.#turn.then(work);
    // One that fails must not keep the next from its turn.
    this.#turn = turn.catch(() => undefined);
    return turn;
  }

  async #place(scratch: string, { id, version }: Installed): Promise<void> {
    const { folder, record } = this.#options;
    const name = `${id}-${version}`;
    const target = join(folder, name);
    const isThere = await exists(target);
    if (isThere && !(await record.has(name))) {
      throw new InstallError(`${target} is there already, and was not installed from here. Remove it first.`);
    }
    // First, so that whatever fails from here on leaves nothing that passes for something put there by hand.
    await record.add(name);
    if (isThere) await this.#delete(target);
    await rename(scratch, target);
    await this.#removeFormer(id, name);
  }

  /** Other versions of it that were installed from here, whether or not the catalog knows them already. */
  async #removeFormer(id: string, name: string): Promise<void> {
    const { folder, record } = this.#options;
    const others = (await record.all()).filter((other) => other !== name && other.startsWith(`${id}-`));
    for (const other of others) {
      // The id of another extension may begin in the same way.
      const { extension } = await readExtension(join(folder, other), 'user');
      if (extension?.boot.id === id) await this.#forget(other);
    }
  }

  /** @param name relative to the user's folder */
  async #forget(name: string): Promise<void> {
    await this.#delete(join(this.#options.folder, name));
    await this.#options.record.remove(name);
  }

  /** Out of sight in one step, then for good. */
  async #delete(path: string): Promise<void> {
    const trash = await mkdtemp(join(this.#options.folder, '.removing-'));
    try {
      await rename(path, join(trash, 'extension'));
    } catch (error) {
      // The catalog may not have noticed yet that it is gone.
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    }
    await rm(trash, { recursive: true, force: true, maxRetries: 3 });
  }
}

/** @throws InstallError when it could not be loaded */
async function usable(folder: string): Promise<Installed> {
  const { extension, faults } = await readExtension(folder, 'user');
  const [fault] = faults;
  if (extension) return { id: extension.boot.id, version: versionOf(extension.boot) };
  const place = fault
    ? [fault.file, fault.line, fault.column].filter((part) => part !== undefined).join(':')
    : '';
  throw new InstallError(
    `This is no extension that can be used. ${place}: ${fault?.message ?? 'it has no name.'}`,
  );
}

function versionOf({ manifest }: BootExtension): string {
  // Part of the folder's name.
  return String(manifest['version'])
    .replaceAll(/[^\w.+-]/g, '_')
    .slice(0, 100);
}

function exists(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  );
}
