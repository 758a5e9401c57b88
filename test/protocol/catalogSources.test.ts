import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ExtensionCatalog } from '../../server/catalog/extensionCatalog.ts';
import { vsix } from '../harness/zip.ts';
import { ServerWorld, write } from './serverWorld.ts';

let root: string;
beforeEach(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), 'sources-')));
});
afterEach(() => rmSync(root, { recursive: true }));

const manifest = (name: string, more: object = {}) => ({
  name,
  publisher: 'test',
  version: '1.0.0',
  engines: { vscode: '^1.91.0' },
  ...more,
});
const place = (path: string, more: object = {}) =>
  write(join(root, path, 'package.json'), JSON.stringify(manifest('x', more), null, 2));
type Named = readonly ['product' | 'user', string];
const open = (...sources: readonly Named[]) =>
  ExtensionCatalog.open(
    sources.map(([source, folder]) => ({ source, folder: join(root, folder) })),
    join(root, 'cache'),
  );

describe('of several extensions with one id', () => {
  const chosen = async (...sources: readonly Named[]) => {
    const catalog = await open(...sources);
    const [extension] = catalog.extensions();
    return `${extension?.source} ${String(extension?.manifest['version'])}`;
  };

  it('the newest is loaded, by the rules of versions and not of text', async () => {
    place('a/x-1', { version: '9.0.0' });
    place('a/x-2', { version: '10.0.0' });
    place('a/x-3', { version: '10.0.0-beta.1' });
    place('a/x-4', { version: 'latest' });
    writeFileSync(join(root, 'a/x.vsix'), vsix(manifest('x', { version: '9.9.9' })));
    expect(await chosen(['user', 'a'])).toBe('user 10.0.0');
  });

  it('what ships stays, unless what is dropped in is newer', async () => {
    place('product/x', { version: '1.1.0' });
    place('old/x', { version: '1.0.9' });
    place('same/x', { version: '1.1.0' });
    place('new/x', { version: '1.1.1' });
    expect(await chosen(['product', 'product'], ['user', 'old'])).toBe('product 1.1.0');
    expect(await chosen(['product', 'product'], ['user', 'same'])).toBe('product 1.1.0');
    expect(await chosen(['product', 'product'], ['user', 'new'])).toBe('user 1.1.1');
  });

  it('the others are named with the reason, and nothing is deleted (T111)', async () => {
    place('a/first', { version: '1.0.0' });
    place('a/second', { version: '2.0.0' });
    place('b/third', { version: '2.0.0' });
    const catalog = await open(['user', 'a'], ['user', 'b']);
    expect(catalog.faults().map(({ severity, line, message }) => `${severity} ${line}: ${message}`)).toEqual([
      expect.stringMatching(
        /^warning 2: .*\/first \(version 1\.0\.0\) is not loaded.*second has the same name and is of version 2\.0\.0/,
      ),
      expect.stringMatching(
        /^warning 2: .*\/third \(version 2\.0\.0\) is not loaded.*second has the same name and is found first/,
      ),
    ]);
    rmSync(join(root, 'a/second'), { recursive: true });
    expect(await catalog.reload()).toMatchObject({ isChanged: true });
    expect(catalog.folderOf('test.x')).toBe(join(root, 'b/third'));
  });
});

describe('names with a scope', () => {
  it('stay two extensions where the name is the same, and load from folders of scopes (T111)', async () => {
    write(join(root, 'a/@tide/lang/package.json'), JSON.stringify(manifest('@tide/lang')));
    write(join(root, 'a/@moon/lang/package.json'), JSON.stringify(manifest('@moon/lang')));
    write(join(root, 'a/lang/package.json'), JSON.stringify(manifest('lang')));
    const catalog = await open(['user', 'a']);
    expect(catalog.faults()).toEqual([]);
    expect(catalog.extensions().map(({ id, manifest }) => `${id} ${String(manifest['name'])}`)).toEqual([
      'test.moon-lang moon-lang',
      'test.tide-lang tide-lang',
      'test.lang lang',
    ]);
  });
});

describe('faults of a manifest', () => {
  const faultsOf = async (contributes: object, files: Record<string, string> = {}, more: object = {}) => {
    place('a/x', { contributes, ...more });
    for (const [name, content] of Object.entries(files)) write(join(root, 'a/x', name), content);
    return (await open(['user', 'a']))
      .faults()
      .map(({ severity, file, line, key, message }) => `${severity} ${file}:${line} ${key}: ${message}`);
  };

  it('name a contribution that nothing reads, and the one that is meant', async () => {
    expect(await faultsOf({ languageServer: [], grammar: [], 'tide.tables': [] })).toEqual([
      expect.stringMatching(
        /^warning package\.json:\d+ contributes\.languageServer: .*Is "languageServers" meant/,
      ),
      expect.stringMatching(/^warning package\.json:\d+ contributes\.grammar: .*Is "grammars" meant/),
      expect.stringMatching(/^info package\.json:\d+ contributes\.tide\.tables: unknown contribution/),
    ]);
  });

  it('name a word of a command that no system takes', async () => {
    const command = [{ path: 'tide' }];
    const languages = ['x'];
    expect(
      await faultsOf({
        languageServers: [
          { id: 'a', label: 'A', languages, command, args: ['--stdio', '\0'] },
          { id: 'b', label: 'B', languages, command: [{ path: 'ti\0de' }] },
        ],
      }),
    ).toEqual([
      expect.stringMatching(
        /^error .* contributes\.languageServers\[0\]\.args\[1\]: leave out null characters/,
      ),
      expect.stringMatching(
        /^error .* contributes\.languageServers\[1\]\.command\[0\]\.path: leave out null characters/,
      ),
    ]);
  });

  it('tell line and column in the files that it names, which may have comments', async () => {
    expect(
      await faultsOf(
        {
          languages: [{ id: 'x', configuration: './language-configuration.json' }],
          grammars: [{ language: 'x', scopeName: 'source.x', path: './x.tmLanguage' }],
          snippets: [{ language: 'x', path: './snippets/x.code-snippets' }],
        },
        {
          'language-configuration.json': '// fine\n{ "comments": {}, }',
          'x.tmLanguage': '<?xml version="1.0"?><plist/>',
          'snippets/x.code-snippets': '{\n  "a": {\n}',
        },
      ),
    ).toEqual([expect.stringMatching(/^error snippets\/x\.code-snippets:3 undefined: it is not valid JSON/)]);
  });

  it('name a translation that is no JSON, and a dependency that is not there', async () => {
    expect(
      await faultsOf(
        {},
        { 'package.nls.de.json': '{', 'package.nls.json': '{}' },
        { extensionDependencies: ['test.gone'] },
      ),
    ).toEqual([
      expect.stringMatching(/^error package\.nls\.de\.json:1/),
      expect.stringMatching(
        /^warning package\.json:\d+ extensionDependencies\[0\]: .*"test\.gone", which is not here/,
      ),
    ]);
  });

  it('name a link that leads out of the folder', async () => {
    mkdirSync(join(root, 'a/x'), { recursive: true });
    write(join(root, 'secret.json'), '{}');
    symlinkSync(join(root, 'secret.json'), join(root, 'a/x/theme.json'));
    expect(await faultsOf({ themes: [{ label: 'X', path: './theme.json' }] })).toEqual([
      expect.stringMatching(/themes\[0\]\.path: "\.\/theme\.json" leads outside/),
    ]);
  });
});

describe('the opened folder', () => {
  it('adds no extension and no server, whatever lies in it (T101)', async () => {
    const evil = JSON.stringify(
      manifest('evil', {
        contributes: {
          languageServers: [
            { id: 'evil', label: 'Evil', languages: ['plaintext'], command: [{ module: './evil.mjs' }] },
          ],
        },
      }),
    );
    const folders = [
      '.',
      'extensions/evil',
      '.mooring/extensions/evil',
      '.vscode/extensions/evil',
      'node_modules/evil',
    ];
    await using world = await ServerWorld.start({
      files: {
        ...Object.fromEntries(folders.map((folder) => [`${folder}/package.json`, evil])),
        '.vscode/settings.json': '{ "mooring.extensionsDir": "extensions" }',
      },
    });
    const boot = await world.get('/api/boot');
    expect(boot.text).not.toContain('test.evil');
    expect(boot.text).toContain('mooring.relay');
  });
});
