import { readdir, readFile, realpath, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type { BootExtension, ManifestFault } from '../protocol/boot.ts';
import type { DebugAdapterDescriptor, LanguageServerDescriptor } from '../protocol/descriptor.ts';
import { readDebugAdapters, readLanguageServers } from './descriptorReader.ts';
import { readName } from './extensionName.ts';
import { FaultList } from './faultList.ts';
import { fingerprint } from './fingerprint.ts';
import { findJsonProblem, type JsonPath } from './jsonPosition.ts';
import { checkContributions, checkFiles } from './manifestChecks.ts';
import { wellShaped } from './manifestShape.ts';
import { localize, readNlsTexts, type NlsTexts } from './nls.ts';
import { problemWithEntry } from './referencedFiles.ts';

export type Source = BootExtension['source'];

/** Real ones have less than a tenth of it. */
const manifestBytes = 4 * 1024 * 1024;

/** An extension's folder, read. */
export interface ReadExtension {
  /** The folder or packed extension, as it lies in its source. */
  readonly path: string;
  /** Real path of the folder, where that lies elsewhere. */
  readonly linkedTo?: string;
  /** Undefined where nothing of it can be used. */
  readonly extension?: {
    readonly boot: BootExtension;
    /** Real path. */
    readonly folder: string;
    readonly languageServers: readonly Placed<LanguageServerDescriptor>[];
    readonly debugAdapters: readonly Placed<DebugAdapterDescriptor>[];
    /** Adds a fault of a key that only shows when extensions are put together. */
    readonly addFault: (
      path: JsonPath,
      message: string,
      severity: ManifestFault['severity'],
    ) => ManifestFault;
  };
  readonly faults: readonly ManifestFault[];
  /** The faults may be those of a folder that is being copied. */
  readonly isIncomplete: boolean;
}

/** A descriptor with its place in the manifest's list. */
export interface Placed<T> {
  readonly descriptor: T;
  readonly index: number;
}

/**
 * Reads one extension folder. Whatever is wrong with it is among the faults; it never throws.
 *
 * @param path where it lies, or for a packed one where it was unpacked
 * @param origin the packed extension
 */
export async function readExtension(path: string, source: Source, origin = path): Promise<ReadExtension> {
  const folder = await realpath(path).catch(() => path);
  const link = folder !== path && origin === path ? { linkedTo: folder } : {};
  try {
    const faults = new FaultList(basename(origin), folder);
    return { ...(await new ExtensionReader(folder, source, faults).read(origin)), ...link };
  } catch (error) {
    const faults = new FaultList(basename(origin), path);
    faults.add('package.json', `it cannot be read: ${reasonOf(error)}.`, { isIncomplete: true });
    return { path: origin, faults: faults.all, isIncomplete: true, ...link };
  }
}

function reasonOf(error: unknown): string {
  // Of the stack, which lists in lists in lists exhaust.
  if (error instanceof RangeError) return 'it is nested too deeply';
  return error instanceof Error ? error.message : String(error);
}

class ExtensionReader {
  readonly #folder: string;
  readonly #source: Source;
  readonly #faults: FaultList;

  constructor(folder: string, source: Source, faults: FaultList) {
    this.#folder = folder;
    this.#source = source;
    this.#faults = faults;
  }

  async read(path: string): Promise<ReadExtension> {
    const extension = await this.#extension();
    const { all: faults, isIncomplete } = this.#faults;
    return { path, faults, isIncomplete, ...(extension && { extension }) };
  }

  async #extension(): Promise<ReadExtension['extension']> {
    const files = await readdir(this.#folder);
    if (!files.includes('package.json')) {
      const message = 'it is missing, so this folder is no extension. Remove the folder, or add the file.';
      this.#faults.add('package.json', message, { isIncomplete: true });
      return undefined;
    }
    const raw = await this.#json('package.json', (text) => (this.#faults.manifest = text));
    if (!raw) return undefined;
    const name = readName(raw);
    if ('key' in name) {
      this.#faults.addKey([name.key], name.message);
      return undefined;
    }
    this.#faults.extension = name.id;
    const texts = await this.#texts(files);
    const named = wellShaped({ ...raw, name: name.name, publisher: name.publisher }, this.#faults);
    const manifest = await this.#usable(this.#localized(named, texts));
    const contributes = asRecord(manifest['contributes']) ?? {};
    const languageServers = readLanguageServers(contributes);
    const debugAdapters = readDebugAdapters(contributes);
    for (const { path, message } of [...languageServers.faults, ...debugAdapters.faults])
      this.#faults.addKey(path, message);
    return {
      boot: await this.#boot(name.id, manifest, files),
      folder: this.#folder,
      languageServers: languageServers.entries,
      debugAdapters: debugAdapters.entries,
      addFault: (path, message, severity) => this.#lateFault(path, message, severity),
    };
  }

  async #boot(
    id: string,
    manifest: Record<string, unknown>,
    files: readonly string[],
  ): Promise<BootExtension> {
    const hash = await fingerprint(this.#folder);
    return {
      id,
      location: `/extensions/${id}/${encodeURIComponent(String(manifest['version']))}-${hash}`,
      manifest,
      ...optional(
        'readme',
        files.find((file) => /^readme(\.md|\.txt)?$/i.test(file)),
      ),
      ...optional(
        'changelog',
        files.find((file) => /^changelog(\.md|\.txt)?$/i.test(file)),
      ),
      source: this.#source,
    };
  }

  #lateFault(path: JsonPath, message: string, severity: ManifestFault['severity']): ManifestFault {
    const { all } = this.#faults;
    this.#faults.addKey(path, message, { severity });
    const fault = all.pop();
    if (!fault) throw new Error('Bug: a fault that was added is not there.');
    return fault;
  }

  async #json(
    file: string,
    use: (text: string) => void = () => {},
  ): Promise<Record<string, unknown> | undefined> {
    const path = join(this.#folder, file);
    const stats = await stat(path);
    // A pipe would be waited for without end, and what is larger would go to every page.
    if (!stats.isFile() || stats.size > manifestBytes) {
      const what = stats.isFile() ? `it is larger than ${manifestBytes / 1024 / 1024} MiB` : 'it is no file';
      this.#faults.add(file, `${what}, so it is not read.`);
      return undefined;
    }
    const text = await readFile(path, 'utf8');
    use(text);
    try {
      const json = asRecord(JSON.parse(text));
      if (!json) this.#faults.add(file, 'it must hold an object.', { line: 1, column: 1 });
      return json;
    } catch {
      // Node tells no line; find it.
      const { line, column, reason } = findJsonProblem(text);
      this.#faults.add(file, `it is not valid JSON: ${reason}.`, { line, column, isIncomplete: true });
      return undefined;
    }
  }

  /** Those of the workbench's language, which is English; the others are looked at, since their author cannot. */
  async #texts(files: readonly string[]): Promise<NlsTexts> {
    const translations = files.filter((file) => /^package\.nls\..+\.json$/.test(file));
    await Promise.all(translations.map((file) => this.#json(file)));
    return readNlsTexts(
      files.includes('package.nls.json') ? await this.#json('package.nls.json') : undefined,
    );
  }

  #localized(raw: Record<string, unknown>, texts: NlsTexts): Record<string, unknown> {
    const missing = (path: JsonPath, key: string) =>
      this.#faults.addKey(path, `"%${key}%" has no text in package.nls.json.`, { severity: 'warning' });
    return asRecord(localize(raw, texts, missing)) ?? raw;
  }

  /** The manifest without what cannot work here: entry points that are missing or only for Node. */
  async #usable(manifest: Record<string, unknown>): Promise<Record<string, unknown>> {
    const { main, browser, activationEvents, ...rest } = manifest;
    const usable: Record<string, unknown> = { version: '0.0.0', engines: { vscode: '*' }, ...rest };
    if (typeof browser === 'string') {
      const problem = await problemWithEntry(this.#folder, browser);
      if (problem) {
        const message = `${problem.message.replace(/\.$/, '')}, so its code does not run; what it declares works.`;
        this.#faults.addKey(['browser'], message, { isIncomplete: problem.isMissing });
      } else Object.assign(usable, { browser, ...(activationEvents !== undefined && { activationEvents }) });
    } else if (main !== undefined) {
      const message =
        'its code needs Node and there is no "browser" entry, so it does not run in the browser; what it declares works.';
      this.#faults.addKey(['main'], message, { severity: 'warning' });
    }
    // VS Code's own were unpacked by the build, which leaves out what is not needed.
    if (this.#source === 'vscode') return usable;
    checkContributions(usable, this.#faults);
    await checkFiles(this.#folder, usable, this.#faults);
    return usable;
  }
}

function asRecord(value: unknown): Record<string, unknown> | undefined {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Record<string, unknown>)
    : undefined;
}

function optional<K extends string>(key: K, value: string | undefined): { [P in K]?: string } {
  return (value === undefined ? {} : { [key]: value }) as { [P in K]?: string };
}
