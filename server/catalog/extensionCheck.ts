import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import type { BootExtension, ManifestFault } from '../protocol/boot.ts';
import { combine } from './combine.ts';
import type { ReadExtension } from './extensionReader.ts';
import { PackedCache } from './packed/packedCache.ts';
import { SourceReader, type ExtensionSource } from './sourceReader.ts';

export interface CheckedExtension {
  /** Undefined where nothing of it can be used. */
  readonly extension?: BootExtension;
  readonly faults: readonly ManifestFault[];
}

/**
 * What is wrong with one extension, a folder or a `.vsix` file, as if it were dropped in beside others.
 *
 * @param others where the extensions are that it would meet
 * @throws Error with a sentence for the user when there is no such file
 */
export async function checkExtension(
  path: string,
  others: readonly ExtensionSource[],
): Promise<CheckedExtension> {
  const absolute = resolve(path);
  const stats = await stat(absolute).catch(() => undefined);
  if (!stats) throw new Error(`${path} does not exist. Name an extension's folder or .vsix file.`);
  const cache = await mkdtemp(join(tmpdir(), 'mooring-check-'));
  try {
    const reader = new SourceReader(new PackedCache(join(cache, 'packed')));
    const read = await reader.readOne({ path: absolute, isPacked: !stats.isDirectory() }, 'user');
    const met = (await Promise.all(others.map((source) => reader.read(source)))).flat();
    return outcome(read, met);
  } finally {
    await rm(cache, { recursive: true, force: true });
  }
}

function outcome(read: ReadExtension, met: readonly ReadExtension[]): CheckedExtension {
  // What was read of it last comes last, as what is dropped in does.
  const known = new Set(combine(met).faults.map((fault) => JSON.stringify(fault)));
  const { faults, extensions } = combine([...met.filter(({ path }) => path !== read.path), read]);
  const extension = extensions.find(({ id, source }) => source === 'user' && id === read.extension?.boot.id);
  return {
    ...(extension && { extension }),
    faults: faults.filter((fault) => !known.has(JSON.stringify(fault))),
  };
}
