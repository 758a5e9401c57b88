import {
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  mkdirSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ExtensionCatalog } from '../../server/catalog/extensionCatalog.ts';
import { PackedCache } from '../../server/catalog/packed/packedCache.ts';
import { pruneCache } from '../../server/catalog/packed/pruneCache.ts';
import { packedLimits } from '../../server/catalog/packed/packedLimits.ts';
import { vsix, zip, type ZipEntry } from '../harness/zip.ts';

let root: string;
let archive: string;
let cacheFolder: string;
beforeEach(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), 'packed-')));
  archive = join(root, 'tide.vsix');
  cacheFolder = join(root, 'data/cache');
});
afterEach(() => rmSync(root, { recursive: true }));

const manifest = { name: 'tide', publisher: 'test', version: '1.2.3', engines: { vscode: '^1.91.0' } };

describe('a packed extension', () => {
  it('is loaded like a folder, from a cache that is named after its content', async () => {
    writeFileSync(
      archive,
      vsix(
        {
          ...manifest,
          contributes: {
            languages: [{ id: 'tide', extensions: ['.tide'] }],
            languageServers: [
              { id: 'tide', label: 'Tide', languages: ['tide'], command: [{ module: './server.mjs' }] },
            ],
          },
        },
        { 'readme.md': '# Tide', 'server.mjs': '', 'bin/tide': { content: '#!/bin/sh\n', mode: 0o100755 } },
      ),
    );
    const catalog = await open();
    expect(catalog.faults()).toEqual([]);
    expect(catalog.extensions()).toMatchObject([{ id: 'test.tide', readme: 'readme.md', source: 'user' }]);
    const folder = catalog.folderOf('test.tide') ?? '';
    expect(folder.startsWith(cacheFolder)).toBe(true);
    expect(catalog.languageServer('tide')).toMatchObject({ extensionPath: folder });
    expect(readFileSync(join(folder, 'readme.md'), 'utf8')).toBe('# Tide');
    expect(statSync(join(folder, 'bin/tide')).mode & 0o777).toBe(0o755);
    expect(statSync(join(folder, 'server.mjs')).mode & 0o111).toBe(0);

    // The same content elsewhere, and a second server: the same folder. Nothing is left of the work.
    expect((await open()).folderOf('test.tide')).toBe(folder);
    writeFileSync(join(root, 'copy.vsix'), readFileSync(archive));
    expect(await new PackedCache(cacheFolder).folderOf(join(root, 'copy.vsix'))).toBe(folder);
    expect(readdirSync(cacheFolder)).toHaveLength(1);
  });

  it('is unpacked once when several servers come upon it at the same time', async () => {
    writeFileSync(archive, vsix(manifest, { 'a.txt': 'a'.repeat(100_000) }));
    const folders = await Promise.all(
      Array.from({ length: 5 }, () => new PackedCache(cacheFolder).folderOf(archive)),
    );
    expect(new Set(folders).size).toBe(1);
    expect(readdirSync(cacheFolder)).toHaveLength(1);
  });

  it('is unpacked again when somebody emptied the cache, and newly when it is replaced', async () => {
    writeFileSync(archive, vsix(manifest));
    const catalog = await open();
    const first = catalog.extensions()[0]?.location;
    rmSync(cacheFolder, { recursive: true });
    expect(await catalog.reload()).toMatchObject({ isHeld: false });
    expect(existsSync(join(catalog.folderOf('test.tide') ?? '', 'package.json'))).toBe(true);
    writeFileSync(archive, vsix({ ...manifest, version: '1.3.0' }));
    expect(await catalog.reload()).toEqual({ isChanged: true, isHeld: false });
    expect(catalog.extensions()[0]?.location).not.toBe(first);
    expect(catalog.extensions()[0]?.manifest).toMatchObject({ version: '1.3.0' });
  });

  it('is reported with the folder and the flag when it cannot be unpacked there, and the others load', async () => {
    writeFileSync(archive, vsix(manifest));
    mkdirSync(join(root, 'moon'));
    writeFileSync(join(root, 'moon/package.json'), JSON.stringify({ ...manifest, name: 'moon' }));
    writeFileSync(join(root, 'data'), 'a file where the folder of the cache would be');
    const catalog = await open();
    expect(catalog.faults().map(({ message }) => message)).toEqual([
      expect.stringMatching(/data\/cache cannot be written: .*Make that folder writable.*--data-dir/),
    ]);
    expect(catalog.extensions().map(({ id }) => id)).toEqual(['test.moon']);
  });

  it('is reported when it is none, and the others load', async () => {
    writeFileSync(archive, vsix(manifest));
    writeFileSync(join(root, 'a-text.vsix'), 'not a zip');
    writeFileSync(join(root, 'b-half.vsix'), vsix({ ...manifest, name: 'half' }).subarray(0, 200));
    writeFileSync(join(root, 'c-other.vsix'), zip([['package.json', '{}']]));
    writeFileSync(join(root, 'd-broken.vsix'), zip([['extension/package.json', '{ "name": ']]));
    const catalog = await open();
    expect(catalog.extensions().map(({ id }) => id)).toEqual(['test.tide']);
    expect(
      catalog.faults().map(({ extension, file, message }) => `${extension} ${file}: ${message}`),
    ).toEqual([
      expect.stringMatching(/^a-text\.vsix a-text\.vsix: it is no zip archive/),
      expect.stringMatching(/^b-half\.vsix b-half\.vsix: it is no zip archive/),
      expect.stringMatching(/^c-other\.vsix c-other\.vsix: it holds no extension\/package\.json/),
      expect.stringMatching(/^d-broken\.vsix package\.json: it is not valid JSON/),
    ]);
  });
});

describe('the cache of packed extensions', () => {
  const days = 24 * 60 * 60 * 1000;
  const age = (name: string, daysAgo: number) => {
    const time = new Date(Date.now() - daysAgo * days);
    utimesSync(join(cacheFolder, name), time, time);
  };

  it('loses what no server needed for 30 days, and nothing else', async () => {
    expect(await pruneCache(cacheFolder, Date.now())).toBe(0);
    writeFileSync(archive, vsix(manifest));
    await open();
    const [used] = readdirSync(cacheFolder);
    if (used === undefined) throw new Error('Nothing was unpacked.');
    const unused = 'a'.repeat(40);
    const recent = 'b'.repeat(40);
    for (const name of [unused, recent, '.unpacking-crashed', '.pruning-crashed', 'of-a-user'])
      mkdirSync(join(cacheFolder, name, 'below'), { recursive: true });
    writeFileSync(join(cacheFolder, 'c'.repeat(40)), 'a file');
    for (const name of readdirSync(cacheFolder)) age(name, 31);
    age(recent, 29);
    // A look is a use, by a server that knew the folder before and by one that did not.
    await open();
    expect(await pruneCache(cacheFolder, Date.now())).toBe(3);
    expect(readdirSync(cacheFolder).sort()).toEqual([used, recent, 'c'.repeat(40), 'of-a-user'].sort());
    expect(existsSync(archive)).toBe(true);
  });

  it('gives an extension that was pruned and is wanted after all once more', async () => {
    writeFileSync(archive, vsix(manifest));
    const catalog = await open();
    expect(await pruneCache(cacheFolder, Date.now() + 31 * days)).toBe(1);
    expect(readdirSync(cacheFolder)).toEqual([]);
    await catalog.reload();
    expect(existsSync(join(catalog.folderOf('test.tide') ?? '', 'package.json'))).toBe(true);
  });
});

describe('a packed extension that means harm', () => {
  const refused = async (...entries: readonly (readonly [string, ZipEntry | string])[]): Promise<string> => {
    writeFileSync(archive, zip([['extension/package.json', JSON.stringify(manifest)], ...entries]));
    const cache = new PackedCache(cacheFolder, {
      ...packedLimits,
      entries: 20,
      fileBytes: 100_000,
      totalBytes: 150_000,
      ratio: 10,
      freeBytes: 50_000,
    });
    const outcome = await cache.folderOf(archive).catch((error: unknown) => error);
    expect(outcome).toBeInstanceOf(Error);
    // Neither in the cache nor beside it is anything left.
    expect(readdirSync(cacheFolder)).toEqual([]);
    expect(readdirSync(root).sort()).toEqual(['data', 'tide.vsix']);
    expect(readdirSync(join(root, 'data'))).toEqual(['cache']);
    return String(outcome);
  };

  it('writes nothing outside its folder, by whichever name', async () => {
    expect(await refused(['extension/../../../evil', 'x'])).toMatch(/relative path/);
    expect(await refused(['../../evil', 'x'])).toMatch(/relative path/);
    expect(await refused(['/evil', 'x'])).toMatch(/absolute path/);
    expect(await refused(['C:/evil', 'x'])).toMatch(/absolute path/);
    expect(await refused(['extension\\..\\..\\evil', 'x'])).toMatch(/invalid characters/);
    expect(await refused(['extension/a\0b', 'x'])).toMatch(/null byte/);
  });

  it('makes no links', async () => {
    expect(
      await refused(['extension/link', { content: '/etc', mode: 0o120777 }], ['extension/link/x', 'x']),
    ).toMatch(/is a link/);
  });

  it('does not fill the disk: too many files, too large ones, too much out of little, more than it says', async () => {
    const many = Array.from({ length: 30 }, (_, index) => [`extension/${index}`, 'x'] as const);
    expect(await refused(...many)).toMatch(/more than 20 entries/);
    expect(await refused(['extension/large', 'x'.repeat(100_001)])).toMatch(
      /"extension\/large" in it is larger/,
    );
    expect(await refused(['extension/bomb', '0'.repeat(90_000)])).toMatch(/far larger/);
    expect(await refused(['extension/liar', { content: 'x'.repeat(90_000), claimedSize: 10 }])).toMatch(
      /cannot be unpacked/,
    );
  });

  it('holds no name twice, and nothing encrypted', async () => {
    expect(await refused(['extension/a', '1'], ['extension/A', '2'])).toMatch(/is in it twice/);
    expect(await refused(['extension/secret', { content: 'x', encrypted: true }])).toMatch(/encrypted/);
  });
});

function open(): Promise<ExtensionCatalog> {
  return ExtensionCatalog.open([{ folder: root, source: 'user' }], cacheFolder);
}
