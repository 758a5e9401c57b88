import { readdir, readFile, realpath } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type { BootExtension, ManifestFault } from '../protocol/boot.ts';
import type { DebugAdapterDescriptor, LanguageServerDescriptor } from '../protocol/descriptor.ts';
import { readDebugAdapters, readLanguageServers } from './descriptorReader.ts';
import { fingerprint } from './fingerprint.ts';
import { findJsonProblem, lineOf, showPath, type JsonPath } from './jsonPosition.ts';
import { localize, readNlsTexts, type NlsTexts } from './nls.ts';
import { problemWithEntry, problemWithFile, referencedFiles } from './referencedFiles.ts';

export type Source = BootExtension['source'];

/** An extension's folder, read. */
export interface ReadExtension {
  /** Undefined where nothing of it can be used. */
  readonly extension?: {
    readonly boot: BootExtension;
    /** Real path. */
    readonly folder: string;
    readonly languageServers: readonly Placed<LanguageServerDescriptor>[];
    readonly debugAdapters: readonly Placed<DebugAdapterDescriptor>[];
  };
  readonly faults: readonly ManifestFault[];
}

/** A descriptor with its place, for faults that only show when extensions are put together. */
export interface Placed<T> {
  readonly descriptor: T;
  readonly index: number;
  readonly line?: number;
}

/** Reads one extension folder. Whatever is wrong with it is among the faults; it never throws. */
export async function readExtension(path: string, source: Source): Promise<ReadExtension> {
  const reader = new ExtensionReader(basename(path), source);
  try {
    return await reader.read(path);
  } catch (error) {
    reader.fault(
      'package.json',
      `it cannot be read: ${error instanceof Error ? error.message : String(error)}.`,
    );
    return { faults: reader.faults };
  }
}

class ExtensionReader {
  readonly faults: ManifestFault[] = [];
  readonly #source: Source;
  #name: string;
  #text = '';

  constructor(name: string, source: Source) {
    this.#name = name;
    this.#source = source;
  }

  async read(path: string): Promise<ReadExtension> {
    const folder = await realpath(path);
    const files = await readdir(folder);
    if (!files.includes('package.json')) {
      this.fault(
        'package.json',
        'it is missing, so this folder is no extension. Remove the folder, or add the file.',
      );
      return { faults: this.faults };
    }
    this.#text = await readFile(join(folder, 'package.json'), 'utf8');
    const raw = this.#parse('package.json', this.#text);
    const id = raw && this.#identify(raw);
    if (!raw || id === undefined) return { faults: this.faults };
    this.#name = id;
    const texts = files.includes('package.nls.json')
      ? await this.#texts(join(folder, 'package.nls.json'))
      : new Map<string, string>();
    const manifest = await this.#usable(
      localized(raw, texts, (key, name) =>
        this.#keyFault(key, `"%${name}%" has no text in package.nls.json.`),
      ),
      folder,
    );
    const contributes = asRecord(manifest['contributes']) ?? {};
    const languageServers = readLanguageServers(contributes);
    const debugAdapters = readDebugAdapters(contributes);
    for (const { path, message } of [...languageServers.faults, ...debugAdapters.faults])
      this.#keyFault(path, message);
    const boot: BootExtension = {
      id,
      location: `/extensions/${id}/${encodeURIComponent(String(manifest['version']))}-${await this.#fingerprint(folder)}`,
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
    return {
      extension: {
        boot,
        folder,
        languageServers: languageServers.entries.map((entry) => this.#place(entry, 'languageServers')),
        debugAdapters: debugAdapters.entries.map((entry) => this.#place(entry, 'debugAdapters')),
      },
      faults: this.faults,
    };
  }

  fault(file: string, message: string, more: { key?: string; line?: number } = {}): void {
    this.faults.push({ extension: this.#name, file, ...more, message });
  }

  #keyFault(path: JsonPath, message: string): void {
    const line = lineOf(this.#text, path);
    this.fault('package.json', message, { key: showPath(path), ...(line !== undefined && { line }) });
  }

  #parse(file: string, text: string): Record<string, unknown> | undefined {
    try {
      const json = asRecord(JSON.parse(text));
      if (!json) this.fault(file, 'it must hold an object.', { line: 1 });
      return json;
    } catch {
      // Node tells no line; find it.
      const { line, column, reason } = findJsonProblem(text);
      this.fault(file, `it is not valid JSON: at column ${column}, ${reason}.`, { line });
      return undefined;
    }
  }

  async #texts(file: string): Promise<NlsTexts> {
    return readNlsTexts(this.#parse('package.nls.json', await readFile(file, 'utf8')));
  }

  /** `publisher.name`, by VS Code's rules for both; without a publisher VS Code says "undefined_publisher". */
  #identify({ name, publisher }: Record<string, unknown>): string | undefined {
    for (const [key, value] of [
      ['name', name],
      ['publisher', publisher ?? 'undefined_publisher'],
    ] as const) {
      if (typeof value === 'string' && /^[a-z0-9_][a-z0-9_.-]*$/i.test(value)) continue;
      this.#keyFault(
        [key],
        `"${key}" must be letters, digits, dashes, dots and underscores (no "@scope/"), not ${JSON.stringify(value) ?? 'left out'}.`,
      );
      return undefined;
    }
    return `${String(publisher ?? 'undefined_publisher')}.${String(name)}`.toLowerCase();
  }

  /** The manifest without what cannot work here: entry points that are missing or only for Node. */
  async #usable(manifest: Record<string, unknown>, folder: string): Promise<Record<string, unknown>> {
    const { main, browser, activationEvents, ...rest } = manifest;
    const usable: Record<string, unknown> = {
      version: '0.0.0',
      publisher: 'undefined_publisher',
      engines: { vscode: '*' },
      ...rest,
    };
    if (typeof browser === 'string') {
      const problem = await problemWithEntry(folder, browser);
      if (problem)
        this.#keyFault(
          ['browser'],
          `${problem.replace(/\.$/, '')}, so its code does not run; what it declares works.`,
        );
      else Object.assign(usable, { browser, ...(activationEvents !== undefined && { activationEvents }) });
    } else if (main !== undefined) {
      this.#keyFault(
        ['main'],
        'its code needs Node and there is no "browser" entry, so it does not run in the browser; what it declares works.',
      );
    }
    // VS Code's own were unpacked by the build, which leaves out what is not needed.
    if (this.#source !== 'vscode') await this.#checkFiles(usable, folder);
    return usable;
  }

  async #checkFiles(manifest: Record<string, unknown>, folder: string): Promise<void> {
    const files = referencedFiles(manifest);
    const problems = await Promise.all(files.map(({ file }) => problemWithFile(folder, file)));
    problems.forEach((problem, index) => problem && this.#keyFault(files[index]?.path ?? [], problem));
  }

  async #fingerprint(folder: string): Promise<string> {
    return fingerprint(folder);
  }

  #place<T>({ index, descriptor }: { index: number; descriptor: T }, key: string): Placed<T> {
    const line = lineOf(this.#text, ['contributes', key, index]);
    return { index, descriptor, ...(line !== undefined && { line }) };
  }
}

function localized(
  raw: Record<string, unknown>,
  texts: NlsTexts,
  missing: (path: JsonPath, key: string) => void,
): Record<string, unknown> {
  return asRecord(localize(raw, texts, missing)) ?? raw;
}

function asRecord(value: unknown): Record<string, unknown> | undefined {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Record<string, unknown>)
    : undefined;
}

function optional<K extends string>(key: K, value: string | undefined): { [P in K]?: string } {
  return (value === undefined ? {} : { [key]: value }) as { [P in K]?: string };
}
