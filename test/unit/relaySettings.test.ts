import { describe, expect, it } from 'vitest';
import { usesSettings, withSettings } from '../../extensions/relay/src/initializationOptions.ts';
import { ServerSettings, type SettingsSource } from '../../extensions/relay/src/settings.ts';

const places = { extensionUri: 'file:///ext', folderUri: 'file:///home/a%20b' };

/** Declared defaults as a tree, and the keys somebody has set. */
function source(tree: Record<string, unknown>, set: readonly string[] = []): SettingsSource {
  return {
    read: (key) =>
      key
        .split('.')
        .reduce<unknown>((value, part) => (value as Record<string, unknown> | undefined)?.[part], tree),
    isSet: (key) => set.includes(key),
  };
}

describe('the settings a server may see', () => {
  const css = { css: { validate: true, lint: { emptyRules: 'warning' } }, secret: { token: 'x' } };

  it('answers a section with the full object of defaults', () => {
    expect(new ServerSettings(['css'], {}, places).answer('css', source(css))).toEqual(css.css);
    expect(new ServerSettings(['css'], {}, places).answer('css.lint', source(css))).toEqual(css.css.lint);
  });

  it('answers an empty or absent section with the first one it lists', () => {
    const settings = new ServerSettings(['css'], {}, places);
    expect(settings.answer('', source(css))).toEqual(css.css);
    expect(settings.answer(undefined, source(css))).toEqual(css.css);
  });

  it('never answers null, nor with a section the descriptor does not list', () => {
    const settings = new ServerSettings(['css', 'scss.lint'], {}, places);
    expect(settings.answer('scss.lint', source(css))).toEqual({});
    expect(settings.answer('secret', source(css))).toEqual({});
    expect(settings.answer('secret.token', source(css))).toEqual({});
    expect(settings.answer('cssx', source(css))).toEqual({});
    expect(new ServerSettings([], {}, places).answer('', source(css))).toEqual({});
  });

  it('answers the parent of a listed section with that section alone', () => {
    const tree = { docker: { languageserver: { a: 1 }, host: 'secret' } };
    expect(new ServerSettings(['docker.languageserver'], {}, places).answer('docker', source(tree))).toEqual({
      languageserver: { a: 1 },
    });
  });

  it('puts the descriptor’s defaults under keys nobody has set', () => {
    const settings = new ServerSettings(['py'], { 'py.mode': 'open', 'py.deep.value': 1 }, places);
    expect(settings.answer('py', source({ py: { mode: 'all' } }))).toEqual({
      mode: 'open',
      deep: { value: 1 },
    });
    expect(settings.answer('py', source({ py: { mode: 'all' } }, ['py.mode']))).toMatchObject({
      mode: 'all',
    });
    expect(settings.answer('py.mode', source({ py: { mode: 'all' } }))).toBe('open');
  });

  it('adds the entries of an object to those the user gave', () => {
    const settings = new ServerSettings(
      ['yaml'],
      { 'yaml.schemas': { '${extensionUri}/a.json': '*.yml' } },
      places,
    );
    expect(
      settings.answer('yaml', source({ yaml: { schemas: { mine: 'b.yml' } } }, ['yaml.schemas'])),
    ).toEqual({
      schemas: { 'file:///ext/a.json': '*.yml', mine: 'b.yml' },
    });
  });

  it('fills in the places of the extension and the folder', () => {
    const settings = new ServerSettings(
      ['e'],
      { 'e.folder': { uri: '${folderUri}', list: ['${extensionUri}/x'] } },
      places,
    );
    expect(settings.answer('e', source({}))).toEqual({
      folder: { uri: 'file:///home/a%20b', list: ['file:///ext/x'] },
    });
  });

  it('sends all sections as one object, language sections by their own name (KI-23)', () => {
    const tree = { css: { a: 1 }, less: { lint: { b: 2 } }, '[yaml]': { 'editor.tabSize': 2 } };
    const settings = new ServerSettings(['css', 'less.lint', '[yaml]'], {}, places);
    const read = source(tree);
    expect(
      settings.all({ ...read, read: (key) => (key === '[yaml]' ? tree['[yaml]'] : read.read(key)) }),
    ).toEqual(tree);
  });

  it('hands out copies: nobody changes the editor’s own objects', () => {
    const tree = { css: { lint: { a: 1 } } };
    const answer = new ServerSettings(['css'], { 'css.lint.b': 2 }, places).answer('css', source(tree));
    expect(answer).toEqual({ lint: { a: 1, b: 2 } });
    expect(tree).toEqual({ css: { lint: { a: 1 } } });
  });
});

describe('initialization options', () => {
  it('take values from settings where they name them', () => {
    const options = { flags: '${config:clangd.fallbackFlags}', status: false, list: ['${config:a}', 'b'] };
    expect(usesSettings(options)).toBe(true);
    expect(withSettings(options, (key) => `<${key}>`)).toEqual({
      flags: '<clangd.fallbackFlags>',
      status: false,
      list: ['<a>', 'b'],
    });
    expect(withSettings('${config:gopls}', () => ({ a: 1 }))).toEqual({ a: 1 });
  });

  it('are left to the server’s side where they do not', () => {
    expect(usesSettings({ a: 'x${config:y}', b: [1, null] })).toBe(false);
    expect(usesSettings(undefined)).toBe(false);
  });
});
