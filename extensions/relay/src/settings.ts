import { isRecord } from './json.ts';

/** What the editor knows about settings. Keys are dotted. */
export interface SettingsSource {
  /** The value in force at a dotted key, declared defaults included. */
  read(key: string): unknown;
  /** Whether somebody gave the key a value (as against its declared default). */
  isSet(key: string): boolean;
}

/** What stands for `${extensionUri}` and `${folderUri}` in a descriptor's defaults. */
export interface Placeholders {
  readonly extensionUri: string;
  readonly folderUri: string;
}

/**
 * The settings one language server may see: the sections its descriptor lists, declared defaults included, with
 * the descriptor's `defaults` for keys nobody has set.
 */
export class ServerSettings {
  readonly #sections: readonly string[];
  readonly #defaults: readonly (readonly [key: string, value: unknown])[];

  constructor(
    sections: readonly string[],
    defaults: Readonly<Record<string, unknown>>,
    placeholders: Placeholders,
  ) {
    this.#sections = sections;
    this.#defaults = Object.entries(defaults).map(([key, value]) => [key, fill(value, placeholders)]);
  }

  /** Answer to one item of `workspace/configuration`. Never null: servers crash on it. */
  answer(section: string | undefined, source: SettingsSource): unknown {
    const key = section ? section : this.#sections[0];
    if (key === undefined) return {};
    if (this.#lists(key)) return this.#read(key, source);
    return at(this.all(source), path(key)) ?? {};
  }

  /** All sections as one object, the way `workspace/didChangeConfiguration` carries them. */
  all(source: SettingsSource): Record<string, unknown> {
    const result: Record<string, unknown> = {};
    for (const section of this.#sections) put(result, path(section), this.#read(section, source));
    return result;
  }

  #lists(key: string): boolean {
    return this.#sections.some((section) => key === section || key.startsWith(`${section}.`));
  }

  #read(key: string, source: SettingsSource): unknown {
    let value = clone(source.read(key));
    for (const [name, preset] of this.#defaults) {
      if (name !== key && !name.startsWith(`${key}.`)) continue;
      const keys = name === key ? [] : path(name.slice(key.length + 1));
      if (!source.isSet(name)) value = withValue(value, keys, preset);
      // Entries of an object stand beside those that the user gave.
      else if (isRecord(preset)) value = withValue(value, keys, { ...preset, ...record(at(value, keys)) });
    }
    return value ?? {};
  }
}

function withValue(value: unknown, keys: readonly string[], preset: unknown): unknown {
  if (keys.length === 0) return preset;
  const target = record(value);
  put(target, keys, preset);
  return target;
}

function record(value: unknown): Record<string, unknown> {
  return isRecord(value) ? value : {};
}

function put(target: Record<string, unknown>, keys: readonly string[], value: unknown): void {
  const [first, ...rest] = keys;
  if (first === undefined) return;
  if (rest.length === 0) {
    target[first] = value;
    return;
  }
  const inner = target[first];
  const next = isRecord(inner) ? inner : {};
  target[first] = next;
  put(next, rest, value);
}

function at(value: unknown, keys: readonly string[]): unknown {
  return keys.reduce<unknown>((inner, key) => (isRecord(inner) ? inner[key] : undefined), value);
}

/** `[yaml]` and the like are one key, dots or not. */
function path(key: string): readonly string[] {
  return key.startsWith('[') ? [key] : key.split('.');
}

/** Configuration objects are read-only proxies: what goes over the wire is a plain copy. */
function clone(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(clone);
  if (!isRecord(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, clone(item)]));
}

function fill(value: unknown, placeholders: Placeholders): unknown {
  if (typeof value === 'string') return fillText(value, placeholders);
  if (Array.isArray(value)) return value.map((item) => fill(item, placeholders));
  if (!isRecord(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [fillText(key, placeholders), fill(item, placeholders)]),
  );
}

function fillText(value: string, { extensionUri, folderUri }: Placeholders): string {
  return value.replaceAll('${extensionUri}', extensionUri).replaceAll('${folderUri}', folderUri);
}
