import {
  appendFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  renameSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { ExtensionCatalog } from '../../server/catalog/extensionCatalog.ts';
import type { Boot } from '../../server/protocol/boot.ts';
import { until } from '../harness/until.ts';
import { vsix } from '../harness/zip.ts';
import { ServerWorld, write, type ChannelClient } from './serverWorld.ts';

const manifests = fileURLToPath(new URL('../fixtures/manifests', import.meta.url));

/** Only packed extensions need a cache. */
const noCache = '/dev/null/cache';

describe('a folder of good and broken extensions', () => {
  let catalog: ExtensionCatalog;
  beforeAll(async () => {
    catalog = await ExtensionCatalog.open([{ folder: manifests, source: 'user' }], noCache);
  });

  /** What is said about an extension, as the page shows it. */
  const faults = (extension: string) =>
    catalog
      .faults()
      .filter((fault) => fault.extension === extension)
      .map(({ file, line, key, message }) => `${file}:${line ?? ''}${key ? ` ${key}` : ''}: ${message}`);
  const place = (extension: string) =>
    catalog
      .faults()
      .filter((fault) => fault.extension === extension)
      .map(({ line, column }) => `${line}:${column}`);
  const manifest = (id: string) => catalog.extensions().find((extension) => extension.id === id)?.manifest;

  it('loads every extension that can be used, whatever lies beside it (T109)', () => {
    const ids = catalog.extensions().map(({ id }) => id);
    expect(ids.sort()).toEqual([
      'test.bad-descriptors',
      'test.broken-texts',
      'test.entry-missing',
      'test.good',
      'test.main-only',
      'test.same-server',
      'test.scope-scoped',
      'test.web-entry',
    ]);
    expect(faults('test.good').filter((fault) => !fault.includes('sameId'))).toEqual([]);
    expect(catalog.languageServer('good')).toMatchObject({
      extensionId: 'test.good',
      extensionPath: join(manifests, 'good'),
      descriptor: { label: 'Good', args: [] },
    });
  });

  it('names what is no JSON, with line and column (T109)', () => {
    expect(faults('brokenJson')).toEqual(['package.json:5: it is not valid JSON: a comma is missing.']);
    expect(place('brokenJson')).toEqual(['5:3']);
    expect(faults('comments')).toEqual([
      'package.json:3: it is not valid JSON: there is a comment, which JSON does not allow.',
    ]);
    expect(place('comments')).toEqual(['3:3']);
    expect(faults('byteOrderMark')).toEqual([expect.stringMatching(/^package\.json:1: .*byte order mark/)]);
    expect(faults('emptyFile')).toEqual([expect.stringMatching(/^package\.json:1: .*it is empty/)]);
    expect(faults('notAnObject')).toEqual(['package.json:1: it must hold an object.']);
    expect(faults('noManifest')).toEqual([expect.stringContaining('package.json:: it is missing')]);
  });

  it('puts texts in place of their keys, however deep, and says which are missing', () => {
    expect(manifest('test.good')).toMatchObject({
      displayName: 'Good texts',
      contributes: {
        configuration: { properties: { 'good.x': { description: 'Found in a group' } } },
        languageServers: [{ guidance: 'Install it.' }],
      },
    });
    expect(faults('test.broken-texts')).toEqual([
      expect.stringMatching(/^package\.nls\.json:1: it is not valid JSON: .*trailing comma/),
      expect.stringMatching(/^package\.json:6 displayName: "%displayName%" has no text/),
    ]);
  });

  it('keeps what an extension declares where its code cannot run (T112)', () => {
    const mainOnly = manifest('test.main-only');
    expect(mainOnly).toMatchObject({ contributes: { languages: [{ id: 'main-only' }] } });
    expect(Object.keys(mainOnly ?? {})).not.toContain('main');
    expect(Object.keys(mainOnly ?? {})).not.toContain('activationEvents');
    expect(faults('test.main-only')).toEqual([
      expect.stringMatching(/^package\.json:6 main: .*does not run in the browser/),
    ]);
    const entryMissing = manifest('test.entry-missing');
    expect(entryMissing).toMatchObject({ contributes: { languages: [{ id: 'entry-missing' }] } });
    expect(Object.keys(entryMissing ?? {})).not.toContain('browser');
    expect(faults('test.entry-missing')).toEqual([
      expect.stringMatching(/^package\.json:6 browser: .*"\.\/dist\/web" is missing.*does not run/),
      expect.stringMatching(/^package\.json:10 contributes\.grammars\[0\]\.path: .*outside/),
      expect.stringMatching(/^package\.json:9 contributes\.languages\[0\]\.configuration: .*missing/),
    ]);
    expect(manifest('test.web-entry')).toMatchObject({ browser: './web' });
    expect(faults('test.web-entry')).toEqual([]);
  });

  it('names the key and the line of what is wrong in a descriptor, and uses the others', () => {
    expect(faults('test.bad-descriptors')).toEqual([
      expect.stringMatching(
        /^package\.json:15 contributes\.languageServers\[1\]\.id: use lower-case letters/,
      ),
      expect.stringMatching(/^package\.json:16 contributes\.languageServers\[1\]\.label: /),
      expect.stringMatching(/^package\.json:17 contributes\.languageServers\[1\]\.languages: /),
      expect.stringMatching(/^package\.json:14 contributes\.languageServers\[1\]\.command: /),
      expect.stringMatching(
        /^package\.json:18 contributes\.languageServers\[1\]\.comand: unknown key "comand"/,
      ),
      expect.stringMatching(
        /^package\.json:25 contributes\.languageServers\[2\]\.command\[0\]\.shell: unknown key "shell"/,
      ),
      expect.stringMatching(/^package\.json:28 contributes\.languageServers\[3\]: /),
      expect.stringMatching(/^package\.json:30 contributes\.debugAdapters: this must be a list/),
    ]);
    expect(catalog.languageServer('fine')).toBeDefined();
    expect(catalog.languageServer('odd-command')).toBeUndefined();
    // No client is to start for what the server will not run.
    expect(manifest('test.bad-descriptors')).toMatchObject({
      contributes: { languageServers: [{ id: 'fine' }] },
    });
  });

  it('gives an id to the first that claims it, deletes nothing, and tells of the other (T111)', () => {
    expect(manifest('test.good')).toMatchObject({ version: '1.0.0' });
    expect(faults('test.good')).toEqual([
      expect.stringMatching(/sameId.* is not loaded, since .*good has the same name and is found first/),
    ]);
    expect(faults('test.same-server')).toEqual([
      expect.stringMatching(
        /^package\.json:9 contributes\.languageServers\[1\]\.id: the language server "good" of test\.good is used instead/,
      ),
    ]);
    expect(catalog.languageServer('good')?.descriptor.label).toBe('Good');
    expect(catalog.languageServer('own')?.extensionId).toBe('test.same-server');
  });

  it('prefers the sources in their order, and lives without one that is missing', async () => {
    const two = await ExtensionCatalog.open(
      [
        { folder: join(manifests, 'nowhere'), source: 'user' },
        { folder: manifests, source: 'product' },
        { folder: manifests, source: 'user' },
      ],
      noCache,
    );
    expect(new Set(two.extensions().map(({ source }) => source))).toEqual(new Set(['product']));
  });
});

describe('addresses of extensions', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'mooring-catalog-'));
    cpSync(join(manifests, 'good'), join(folder, 'good'), { recursive: true });
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  it('change with every file of it, and only then', async () => {
    const location = async () =>
      (await ExtensionCatalog.open([{ folder, source: 'user' }], noCache)).extensions()[0]?.location;
    const first = await location();
    expect(first).toMatch(/^\/extensions\/test\.good\/1\.0\.0-[0-9a-f]{12}$/);
    expect(await location()).toBe(first);
    write(join(folder, 'good/syntaxes/x.json'), '{}');
    const second = await location();
    expect(second).not.toBe(first);
    utimesSync(join(folder, 'good/syntaxes/x.json'), 1, 1);
    expect(await location()).not.toBe(second);
  });

  it('are as before when nothing that counts changed on a second reading', async () => {
    const catalog = await ExtensionCatalog.open([{ folder, source: 'user' }], noCache);
    const before = catalog.extensions();
    mkdirSync(join(folder, 'good/node_modules/x'), { recursive: true });
    expect(await catalog.reload()).toMatchObject({ isChanged: false });
    expect(catalog.extensions()).toBe(before);
    rmSync(join(folder, 'good'), { recursive: true });
    expect(await catalog.reload()).toMatchObject({ isChanged: true });
    expect(catalog.extensions()).toEqual([]);
  });
});

describe('a folder that is dropped in while the server runs', () => {
  let world: ServerWorld;
  let channel: ChannelClient;
  beforeAll(async () => {
    world = await ServerWorld.start();
    channel = await world.channel();
  });
  afterAll(() => world[Symbol.asyncDispose]());

  const boot = async () => JSON.parse((await world.get('/api/boot')).text) as Boot;
  const has = async (id: string) => (await boot()).extensions.some((extension) => extension.id === id);
  const place = (...names: string[]) => join(world.dataDir, 'extensions', ...names);
  const told = () => channel.of('extensions/changed').length;

  it('is told to open pages when it is complete, when it changes and when it goes', async () => {
    const before = told();
    cpSync(join(manifests, 'good'), place('good'), { recursive: true });
    await until('it is loaded', () => has('test.good'));
    await until('it is told', () => told() === before + 1);
    writeFileSync(place('good', 'new.json'), '{}');
    await until('the change is told', () => told() === before + 2);
    rmSync(place('good'), { recursive: true });
    await until('its end is told', () => told() === before + 3);
    expect(await has('test.good')).toBe(false);
  });

  it('may lie elsewhere and be linked: its changes show all the same, until the link is gone', async () => {
    const elsewhere = join(world.root, 'elsewhere/linked');
    cpSync(join(manifests, 'webEntry'), elsewhere, { recursive: true });
    mkdirSync(place(), { recursive: true });
    symlinkSync(elsewhere, place('linked'));
    await until('it is loaded', () => has('test.web-entry'));
    let before = told();
    writeFileSync(join(elsewhere, 'new.json'), '{}');
    await until('the change is told', () => told() === before + 1);
    before = told();
    rmSync(place('linked'));
    await until('its end is told', () => told() === before + 1);
    expect(await has('test.web-entry')).toBe(false);
    expect(existsSync(join(elsewhere, 'package.json'))).toBe(true);
  });

  it('is not half loaded while it is being copied', async () => {
    const before = told();
    mkdirSync(place('slow'), { recursive: true });
    const text = JSON.stringify({ name: 'slow', publisher: 'test', version: '1.0.0' }, null, 1);
    for (const character of text) {
      appendFileSync(place('slow', 'package.json'), character);
      await new Promise((resolve) => setImmediate(resolve));
    }
    await until('it is loaded', () => has('test.slow'));
    expect(told()).toBe(before + 1);
    expect((await boot()).faults.filter(({ extension }) => extension.includes('slow'))).toEqual([]);
  });

  it('is not half loaded while files that it names are still to come, however slow the copy', async () => {
    const before = told();
    const languages = [{ id: 'paused', configuration: './language-configuration.json' }];
    const manifest = { name: 'paused', publisher: 'test', version: '1.0.0', contributes: { languages } };
    write(place('paused', 'package.json'), JSON.stringify(manifest));
    // Something else is dropped in meanwhile, and is there at once.
    cpSync(join(manifests, 'webEntry'), place('webEntry'), { recursive: true });
    await until('the other is loaded', () => has('test.web-entry'));
    expect(await has('test.paused')).toBe(false);
    expect((await boot()).faults.filter(({ extension }) => extension.includes('paused'))).toEqual([]);
    write(place('paused', 'language-configuration.json'), '{}');
    await until('it is loaded', () => has('test.paused'));
    expect((await boot()).faults.filter(({ extension }) => extension.includes('paused'))).toEqual([]);
    expect(told()).toBe(before + 2);
  });

  it('may be packed, and is not read before the copy is complete', async () => {
    const packed = vsix({ name: 'packed', publisher: 'test', version: '1.0.0' }, { 'a.txt': 'a' });
    write(place('packed.vsix'), packed.subarray(0, 100));
    cpSync(join(manifests, 'webEntry'), place('otherEntry'), { recursive: true });
    await until('the other is noticed', async () =>
      (await boot()).faults.some(({ uri }) => uri?.includes('webEntry')),
    );
    expect((await boot()).faults.filter(({ extension }) => extension.includes('packed'))).toEqual([]);
    write(place('packed.vsix'), packed);
    await until('it is loaded', () => has('test.packed'));
    expect((await boot()).faults.filter(({ extension }) => extension.includes('packed'))).toEqual([]);
    rmSync(place('packed.vsix'));
    await until('it is gone', async () => !(await has('test.packed')));
  });

  it('is reported when it is broken, and the rest stays', async () => {
    write(place('bad', 'package.json'), '{');
    await until('the fault is told', async () =>
      (await boot()).faults.some(({ extension }) => extension === 'bad'),
    );
    expect(await has('mooring.relay')).toBe(true);
    renameSync(place('bad'), join(world.root, 'bad'));
    await until(
      'the fault is gone',
      async () => !(await boot()).faults.some(({ extension }) => extension === 'bad'),
    );
  });
});
