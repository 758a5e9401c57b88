import { execFileSync } from 'node:child_process';
import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ExtensionCatalog } from '../../server/catalog/extensionCatalog.ts';
import { write } from './serverWorld.ts';

let root: string;
beforeEach(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), 'shapes-')));
  place('good');
});
afterEach(() => rmSync(root, { recursive: true }));

const place = (name: string, more: object = {}) =>
  write(
    join(root, name, 'package.json'),
    JSON.stringify(
      { name, publisher: 'test', version: '1.0.0', engines: { vscode: '^1.91.0' }, ...more },
      null,
      2,
    ),
  );
const read = async () => {
  const catalog = await ExtensionCatalog.open([{ source: 'user', folder: root }], join(root, '.cache'));
  const all = catalog.extensions();
  return {
    ids: all.map(({ id }) => id).sort(),
    manifest: (id: string) => all.find((extension) => extension.id === id)?.manifest,
    faults: catalog
      .faults()
      .map(
        ({ extension, severity, line, key, message }) =>
          `${severity} ${extension}:${line} ${key}: ${message}`,
      ),
  };
};

describe('a manifest of which VS Code takes the form for granted', () => {
  it('reaches no page with a number where a list or a text belongs, and says so (T109)', async () => {
    place('odd', {
      version: { major: 1 },
      displayName: 3,
      extensionDependencies: 'test.good',
      activationEvents: [null, 'onLanguage:x'],
      categories: 'Themes',
    });
    const { ids, manifest, faults } = await read();
    expect(ids).toEqual(['test.good', 'test.odd']);
    expect(manifest('test.odd')).toMatchObject({ version: '0.0.0' });
    for (const key of ['displayName', 'extensionDependencies', 'categories'])
      expect(manifest('test.odd')).not.toHaveProperty(key);
    expect(faults).toEqual([
      'error test.odd:4 version: this must be a text, so it is left out.',
      'error test.odd:10 displayName: this must be a text, so it is left out.',
      'error test.odd:13 activationEvents[0]: this must be a text, so it is left out.',
      'error test.odd:16 categories: this must be a list of texts, so it is left out.',
      'error test.odd:11 extensionDependencies: this must be a list of texts, so it is left out.',
    ]);
  });

  it('keeps the events that start its code, of those that are none', async () => {
    write(join(root, 'coded/x.js'), '');
    place('coded', { browser: './x.js', activationEvents: [3, 'onLanguage:x'] });
    const { manifest } = await read();
    expect(manifest('test.coded')).toMatchObject({ activationEvents: ['onLanguage:x'] });
  });
});

describe('a contribution that VS Code passes over because of its form', () => {
  it('is named by key and line, and all that is around it stays', async () => {
    const languages = [{ id: 'x', extensions: ['.x'] }, { id: 3 }, { id: 'z', extensions: '.z' }];
    place('formless', {
      contributes: {
        languages,
        grammars: [{ language: 'x', path: './package.json' }],
        commands: { command: 'x.say' },
        keybindings: [{ command: 'x.say', key: 'f1' }, { key: 'f2' }, null],
        themes: { path: './package.json' },
        menus: [],
        snippets: [{ language: 'x', path: './package.json' }],
      },
    });
    const { manifest, faults } = await read();
    expect(manifest('test.formless')).toMatchObject({ contributes: { languages } });
    expect(faults.map((fault) => fault.replace('error test.formless:', ''))).toEqual([
      expect.stringMatching(/^\d+ contributes\.languages\[1\]\.id: .*expected string, received number/),
      expect.stringMatching(
        /^\d+ contributes\.languages\[2\]\.extensions: .*expected array, received string/,
      ),
      expect.stringMatching(/^\d+ contributes\.grammars\[0\]\.scopeName: .*expected string/),
      expect.stringMatching(/^\d+ contributes\.commands\[0\]\.title: /),
      expect.stringMatching(/^\d+ contributes\.keybindings\[1\]\.command: /),
      expect.stringMatching(/^\d+ contributes\.keybindings\[2\]: .*expected object, received null/),
      expect.stringMatching(/^\d+ contributes\.themes: .*expected array, received object/),
      expect.stringMatching(/^\d+ contributes\.menus: /),
    ]);
  });

  it('is none of those that ship', async () => {
    const product = fileURLToPath(new URL('../../extensions', import.meta.url));
    const catalog = await ExtensionCatalog.open(
      [{ source: 'product', folder: product }],
      join(root, '.cache'),
    );
    expect(catalog.extensions().length).toBeGreaterThan(10);
    expect(catalog.faults()).toEqual([]);
  });
});

describe('extensions that depend on each other in a circle', () => {
  it('are named, each with the dependency that leads back to it, however its id is written', async () => {
    place('a', { extensionDependencies: ['test.good', 'Test.B'] });
    place('b', { extensionDependencies: ['test.c'] });
    place('c', { extensionDependencies: ['test.a'] });
    place('itself', { extensionDependencies: ['test.itself'] });
    place('outside', { extensionDependencies: ['test.a'] });
    const { faults } = await read();
    expect(faults).toEqual([
      expect.stringMatching(
        /^error test\.a:10 extensionDependencies\[1\]: "Test\.B" depends on this one in turn/,
      ),
      expect.stringMatching(/^error test\.b:9 extensionDependencies\[0\]: "test\.c" depends on this one/),
      expect.stringMatching(/^error test\.c:9 extensionDependencies\[0\]: "test\.a" depends on this one/),
      expect.stringMatching(/^error test\.itself:9 extensionDependencies\[0\]: it depends on itself/),
    ]);
  });
});

describe('a package.json that is no usual file', () => {
  it('is not waited for, nor sent to pages when it is huge, and the others load', async () => {
    write(join(root, 'huge/package.json'), `{ "name": "huge", "x": "${'x'.repeat(5_000_000)}" }`);
    write(
      join(root, 'deep/package.json'),
      `{ "name": "deep", "x": ${'['.repeat(5_000)}${']'.repeat(5_000)} }`,
    );
    write(join(root, 'folder/package.json/x'), '');
    write(join(root, 'pipe/x'), '');
    execFileSync('mkfifo', [join(root, 'pipe/package.json')]);
    const { ids, faults } = await read();
    expect(ids).toEqual(['test.good']);
    expect(faults).toEqual([
      expect.stringMatching(/^error deep:.* it cannot be read: it is nested too deeply\.$/),
      expect.stringMatching(/^error folder:.* it is no file, so it is not read\.$/),
      expect.stringMatching(/^error huge:.* it is larger than 4 MiB, so it is not read\.$/),
      expect.stringMatching(/^error pipe:.* it is no file, so it is not read\.$/),
    ]);
  });
});
