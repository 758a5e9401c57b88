import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { languageServerSchema, type LanguageServerContribution } from '../../server/protocol/descriptor.ts';

interface Setting {
  readonly type?: string | readonly string[];
  readonly enum?: readonly unknown[];
  readonly enumDescriptions?: readonly string[];
  readonly default?: unknown;
  readonly description?: string;
  readonly markdownDescription?: string;
}

interface Manifest {
  readonly name: string;
  readonly publisher: string;
  readonly engines: { readonly vscode: string };
  readonly browser?: string;
  readonly capabilities: {
    readonly untrustedWorkspaces: {
      readonly supported: boolean | 'limited';
      readonly restrictedConfigurations?: readonly string[];
    };
  };
  readonly contributes: {
    readonly languageServers?: readonly LanguageServerContribution[];
    readonly configuration?: Configuration | readonly Configuration[];
    readonly jsonValidation?: readonly { readonly url: string }[];
    readonly languages?: readonly { readonly configuration?: string }[];
    readonly grammars?: readonly { readonly path: string }[];
  };
}

interface Configuration {
  readonly properties: Readonly<Record<string, Setting>>;
}

const root = new URL('../../extensions/', import.meta.url);
const names = readdirSync(root);

function read(name: string, file: string): unknown {
  return JSON.parse(readFileSync(new URL(`${name}/${file}`, root), 'utf8'));
}

function manifest(name: string): Manifest {
  return read(name, 'package.json') as Manifest;
}

function settings({ contributes: { configuration } }: Manifest): [string, Setting][] {
  return [configuration ?? []].flat().flatMap(({ properties }) => Object.entries(properties));
}

function has(name: string, file: string): boolean {
  return existsSync(fileURLToPath(new URL(`${name}/${file}`, root)));
}

describe('the manifests of the product’s own extensions', () => {
  const descriptors = names.flatMap((name) => manifest(name).contributes.languageServers ?? []);

  it('hold descriptors that the schema accepts, with ids of their own', () => {
    for (const descriptor of descriptors) expect(() => languageServerSchema.parse(descriptor)).not.toThrow();
    expect(new Set(descriptors.map(({ id }) => id)).size).toBe(descriptors.length);
  });

  it('serve every language the product ships', () => {
    const languages = new Set(descriptors.flatMap((descriptor) => descriptor.languages));
    const shipped =
      'typescript typescriptreact javascript javascriptreact python html css scss less json jsonc yaml shellscript dockerfile markdown go rust c cpp kotlin';
    for (const language of shipped.split(' ')) expect(languages).toContain(language);
  });

  it('say what to do when a server is not found, and bring the modules they name (A-29)', () => {
    for (const { guidance, command } of descriptors) {
      expect(guidance).toMatch(/^%.+%$/);
      for (const candidate of command) {
        if (!('module' in candidate) || candidate.module.startsWith('./')) continue;
        expect(
          existsSync(fileURLToPath(new URL(`../node_modules/${candidate.module}`, root))),
          candidate.module,
        ).toBe(true);
      }
    }
  });

  it.each(names)('%s: has a README, its files, and its texts in package.nls.json', (name) => {
    const { contributes } = manifest(name);
    const files = [
      ...(contributes.jsonValidation ?? []).map(({ url }) => url),
      ...(contributes.grammars ?? []).map(({ path }) => path),
      ...(contributes.languages ?? []).flatMap(({ configuration }) => configuration ?? []),
    ];
    for (const file of ['README.md', 'package.nls.json', ...files]) expect(has(name, file), file).toBe(true);
    const used = [...JSON.stringify(manifest(name)).matchAll(/"%([^%"]+)%"/g)].map(([, key]) => key);
    expect(new Set(used)).toEqual(new Set(Object.keys(read(name, 'package.nls.json') as object)));
  });

  it.each(names)('%s: every setting has a description and a default of its type', (name) => {
    expect(settings(manifest(name)).flatMap(([key, setting]) => faults(key, setting))).toEqual([]);
  });

  it.each(names)('%s: restricts in an untrusted folder only settings that it declares', (name) => {
    const declared = settings(manifest(name)).map(([key]) => key);
    const { restrictedConfigurations = [] } = manifest(name).capabilities.untrustedWorkspaces;
    for (const key of restrictedConfigurations) expect(declared).toContain(key);
  });

  it('let a server ask for every setting that its extension declares', () => {
    for (const name of names) {
      const own = manifest(name);
      const sections = (own.contributes.languageServers ?? []).flatMap(
        (descriptor) => descriptor.settings ?? [],
      );
      for (const [key] of settings(own)) {
        if (key.startsWith('mooring.')) continue;
        expect(
          sections.some((section) => key === section || key.startsWith(`${section}.`)),
          key,
        ).toBe(true);
      }
    }
  });

  it('declare every setting once', () => {
    const keys = names.flatMap((name) => settings(manifest(name)).map(([key]) => key));
    expect(keys.filter((key, index) => keys.indexOf(key) !== index)).toEqual([]);
  });
});

function faults(key: string, setting: Setting): string[] {
  const { enum: values, enumDescriptions, default: preset, type } = setting;
  const found: string[] = [];
  if (!/^%.+%$/.test(setting.description ?? setting.markdownDescription ?? ''))
    found.push(`${key}: no description`);
  if (enumDescriptions && enumDescriptions.length !== values?.length)
    found.push(`${key}: descriptions of other values`);
  const fits = values
    ? values.includes(preset)
    : preset === undefined || [type].flat().includes(kindOf(preset, type));
  if (!fits) found.push(`${key}: a default of another type`);
  return found;
}

/** The JSON Schema type of a value, as one of the types it is declared with. */
function kindOf(value: unknown, types: Setting['type']): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  if (Number.isInteger(value) && [types].flat().includes('integer')) return 'integer';
  return typeof value;
}
