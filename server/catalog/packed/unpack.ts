import { createWriteStream } from 'node:fs';
import { mkdir, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { openPromise, type Entry, type ZipFile } from 'yauzl';
import { PackedError } from './packedError.ts';
import type { PackedLimits } from './packedLimits.ts';

/** The part of a `.vsix` that is the extension; beside it lies what only a marketplace reads. */
const prefix = 'extension/';
/** APPNOTE 4.4.15 and POSIX: the upper half of the external attributes is a file mode. */
const typeMask = 0o170000;
const symbolicLink = 0o120000;

/**
 * Unpacks the extension of a `.vsix` into a folder that is new and empty. Nothing is written outside of it, and no
 * link is made.
 *
 * @throws PackedError with a sentence for the user; what was written by then stays
 */
export async function unpack(
  archive: string,
  folder: string,
  limits: PackedLimits,
  signal?: AbortSignal,
): Promise<void> {
  const { size } = await stat(archive);
  if (size > limits.archiveBytes) throw tooLarge(`it is larger than ${mebibytes(limits.archiveBytes)}`);
  const zip = await open(archive);
  try {
    if (zip.entryCount > limits.entries) throw tooLarge(`it holds more than ${limits.entries} entries`);
    const unpacking = new Unpacking({ zip, folder, limits, size });
    for await (const entry of zip.eachEntry()) {
      signal?.throwIfAborted();
      await unpacking.take(entry);
    }
    unpacking.isComplete();
  } catch (error) {
    if (error instanceof PackedError || signal?.aborted) throw error;
    throw new PackedError(`it cannot be unpacked: ${reasonOf(error)}.`, { isIncomplete: true, cause: error });
  } finally {
    zip.close();
  }
}

interface UnpackingOptions {
  readonly zip: ZipFile;
  readonly folder: string;
  readonly limits: PackedLimits;
  /** Of the archive, in bytes. */
  readonly size: number;
}

class Unpacking {
  readonly #options: UnpackingOptions;
  /** By lower-case path: some disks take names that differ in case for the same. */
  readonly #written = new Set<string>();
  #total = 0;
  #hasManifest = false;

  constructor(options: UnpackingOptions) {
    this.#options = options;
  }

  async take(entry: Entry): Promise<void> {
    const { limits } = this.#options;
    // Names that lead elsewhere were refused when the entry was read; a folder is made for what lies in it.
    const name = entry.fileName;
    if (name.includes('\0')) throw new PackedError('a name in it holds a null byte.');
    if (!name.startsWith(prefix) || name.endsWith('/')) return;
    if (((entry.externalFileAttributes >>> 16) & typeMask) === symbolicLink)
      throw new PackedError(`${JSON.stringify(name)} in it is a link, which packed extensions may not hold.`);
    if (entry.isEncrypted()) throw new PackedError('it is encrypted.');
    if (entry.uncompressedSize > limits.fileBytes)
      throw tooLarge(`${JSON.stringify(name)} in it is larger than ${mebibytes(limits.fileBytes)}`);
    await this.#write(entry, name.slice(prefix.length));
    if (name === `${prefix}package.json`) this.#hasManifest = true;
  }

  /** @throws PackedError when there was no extension in it */
  isComplete(): void {
    if (!this.#hasManifest)
      throw new PackedError('it holds no extension/package.json, so it is no packed extension.');
  }

  async #write(entry: Entry, path: string): Promise<void> {
    const { zip, folder } = this.#options;
    const target = join(folder, path);
    if (this.#written.has(target.toLowerCase()))
      throw new PackedError(`${JSON.stringify(entry.fileName)} is in it twice.`);
    this.#written.add(target.toLowerCase());
    await mkdir(dirname(target), { recursive: true });
    const isProgram = ((entry.externalFileAttributes >>> 16) & 0o111) !== 0;
    const content = await zip.openReadStreamPromise(entry);
    await pipeline(
      content,
      this.#counted(),
      createWriteStream(target, { flags: 'wx', mode: isProgram ? 0o755 : 0o644 }),
    );
  }

  /** Counts what really comes: an archive may say less than it holds. */
  #counted(): Transform {
    const { limits, size } = this.#options;
    const most = Math.min(limits.totalBytes, limits.freeBytes + size * limits.ratio);
    return new Transform({
      transform: (chunk: Buffer, _encoding, done) => {
        this.#total += chunk.length;
        if (this.#total > most) done(tooLarge('unpacked it is far larger than a packed extension may be'));
        else done(null, chunk);
      },
    });
  }
}

async function open(archive: string): Promise<ZipFile> {
  try {
    return await openPromise(archive, { autoClose: false, lazyEntries: true, strictFileNames: true });
  } catch (error) {
    throw new PackedError(`it is no zip archive: ${reasonOf(error)}.`, { isIncomplete: true, cause: error });
  }
}

function tooLarge(reason: string): PackedError {
  return new PackedError(`${reason}, so it is not unpacked.`);
}

function mebibytes(bytes: number): string {
  return `${bytes / 1024 / 1024} MiB`;
}

function reasonOf(error: unknown): string {
  return (error instanceof Error ? error.message : String(error)).replace(/\.$/, '');
}
