import {
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { commandOf } from '../../server/commands/commands.ts';
import { vsix, zip } from '../harness/zip.ts';
import { write } from './serverWorld.ts';

const manifests = fileURLToPath(new URL('../fixtures/manifests', import.meta.url));
const extensions = fileURLToPath(new URL('../fixtures/extensions', import.meta.url));
let root: string;
beforeEach(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), 'commands-')));
});
afterEach(() => rmSync(root, { recursive: true }));

async function run(
  ...args: readonly string[]
): Promise<{ code: number | undefined; lines: string[]; complaints: string[] }> {
  const lines: string[] = [];
  const complaints: string[] = [];
  const world = {
    print: (line: string) => lines.push(line),
    complain: (line: string) => complaints.push(line),
  };
  return { code: await commandOf(args)?.run(args.slice(1), world), lines, complaints };
}

describe('mooring check', () => {
  it('finds no fault in notebooks, walkthroughs and custom editors, but where their form is wrong or a file is missing', async () => {
    for (const [name, counts] of [
      ['logbook', 'notebooks: 1, notebookRenderer: 1'],
      ['knots', 'commands: 1, configuration, walkthroughs: 1'],
      ['charts', 'customEditors: 2'],
    ] as const) {
      const { code, lines } = await run('check', join(extensions, name));
      expect(code, name).toBe(0);
      expect(lines).toEqual([expect.stringContaining(`no errors, no other remarks. It would be loaded as`)]);
      expect(lines[0]).toContain(counts);
    }
    const notebookRenderer = [{ id: 'a', entrypoint: { extends: 'b', path: './gone.js' } }];
    const step = { id: 's', title: 'Step', media: { image: { dark: './gone.png' } } };
    const walkthroughs = [{ id: 'w', title: 'Walk', steps: [step, { id: 't', title: 'No media' }] }];
    const notebooks = { type: 'no list' };
    const manifest = { name: 'x', publisher: 'test', version: '1.0.0', engines: { vscode: '^1.91.0' } };
    const contributes = { notebooks, notebookRenderer, walkthroughs };
    write(join(root, 'x/package.json'), JSON.stringify({ ...manifest, contributes }));
    const { lines } = await run('check', join(root, 'x'));
    expect(lines).toEqual([
      expect.stringMatching(/contributes\.notebooks: .*expected array/),
      expect.stringMatching(/walkthroughs\[0\]\.steps\[1\]\.media: .*expected object/),
      expect.stringMatching(/walkthroughs\[0\]\.steps\[0\]\.media\.image\.dark: .*gone\.png.* missing/),
      expect.stringMatching(/notebookRenderer\[0\]\.entrypoint\.path: .*gone\.js.* missing/),
      expect.stringContaining('4 errors'),
    ]);
  });

  it('names file, line and column of every fault, and fails when one is an error', async () => {
    const { code, lines } = await run(
      'check',
      join(manifests, 'entryMissing'),
      join(manifests, 'brokenJson'),
    );
    expect(code).toBe(1);
    expect(lines).toEqual([
      expect.stringMatching(/entryMissing\/package\.json:6:3: error: browser: .*missing/),
      expect.stringMatching(
        /entryMissing\/package\.json:10:\d+: error: contributes\.grammars\[0\]\.path: .*outside/,
      ),
      expect.stringMatching(
        /entryMissing\/package\.json:9:\d+: error: contributes\.languages\[0\]\.configuration: .*missing/,
      ),
      expect.stringMatching(
        /entryMissing: 3 errors, no other remarks\. It would be loaded as test\.entry-missing 1\.0\.0/,
      ),
      expect.stringMatching(/brokenJson\/package\.json:5:3: error: it is not valid JSON: a comma is missing/),
      expect.stringMatching(/brokenJson: 1 error, no other remarks\. It would not be loaded/),
    ]);
  });

  it('passes what only deserves a remark', async () => {
    const { code, lines } = await run('check', join(manifests, 'mainOnly'));
    expect(code).toBe(0);
    expect(lines[0]).toMatch(/mainOnly\/package\.json:6:3: warning: main: .*needs Node/);
  });

  it('looks into packed extensions, and leaves nothing behind', async () => {
    const manifest = {
      name: 'x',
      publisher: 'test',
      version: '1.0.0',
      contributes: { themes: [{ path: './gone.json' }] },
    };
    writeFileSync(join(root, 'x.vsix'), vsix(manifest));
    writeFileSync(join(root, 'evil.vsix'), zip([['../evil', 'x']]));
    const before = readdirSync(tmpdir());
    const { code, lines } = await run('check', join(root, 'x.vsix'), join(root, 'evil.vsix'));
    expect(code).toBe(1);
    expect(lines[0]).toMatch(
      /package\.json:\d+:\d+: error: contributes\.themes\[0\]\.path: the file ".\/gone\.json" is missing/,
    );
    expect(lines[2]).toMatch(/evil\.vsix:1:1: error: .*relative path/);
    expect(readdirSync(tmpdir())).toEqual(before);
  });

  it('knows what the extension would meet: a server of the same id, a name that is taken', async () => {
    const server = { id: 'pyright', label: 'X', languages: ['python'], command: [{ path: 'x' }] };
    const manifest = {
      name: 'python',
      publisher: 'mooring',
      version: '0.0.1',
      contributes: { languageServers: [server] },
    };
    write(join(root, 'x/package.json'), JSON.stringify(manifest));
    expect((await run('check', join(root, 'x'))).lines[0]).toMatch(
      /warning: name: .*is not loaded, since .*python has the same name/,
    );
    write(join(root, 'x/package.json'), JSON.stringify({ ...manifest, publisher: 'me' }));
    expect((await run('check', join(root, 'x'))).lines[0]).toMatch(
      /error: .*the language server "pyright" of mooring\.python is used instead/,
    );
  });

  it('says what is wrong with its command line', async () => {
    expect(await run('check')).toMatchObject({
      code: 2,
      complaints: [expect.stringContaining('Name an extension')],
    });
    expect(await run('check', '--odd')).toMatchObject({
      code: 2,
      complaints: ["Unknown option '--odd'. See mooring check --help."],
    });
    expect(await run('check', join(root, 'gone'))).toMatchObject({
      code: 1,
      complaints: [expect.stringMatching(/gone does not exist\. Name an extension's folder/)],
    });
    expect((await run('check', '--help')).lines.join('')).toContain('Usage: mooring check');
    expect(commandOf(['./check'])).toBeUndefined();
  });
});

describe('mooring new-language', () => {
  it('makes an extension without a fault, with all an author needs', async () => {
    const made = await run(
      'new-language',
      'high-tide',
      '--into',
      join(root, 'new'),
      '--label',
      'High Tide',
      '--arg',
      'lsp',
    );
    expect(made).toMatchObject({ code: 0, complaints: [] });
    const folder = join(root, 'new/high-tide');
    expect(readdirSync(folder).sort()).toEqual([
      'README.md',
      'example.high-tide',
      'language-configuration.json',
      'package.json',
      'syntaxes',
      'test',
    ]);
    expect(JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))).toMatchObject({
      displayName: 'High Tide',
      contributes: {
        languages: [{ id: 'high-tide', extensions: ['.high-tide'] }],
        languageServers: [
          { id: 'high-tide', command: [{ path: 'high-tide-language-server' }], args: ['lsp'] },
        ],
      },
    });
    expect(await run('check', folder)).toMatchObject({
      code: 0,
      lines: [expect.stringContaining('no errors, no other remarks')],
    });
    expect(readdirSync(join(root, 'new'))).toEqual(['high-tide']);
  });

  it('overwrites nothing', async () => {
    write(join(root, 'tide/mine.txt'), 'mine');
    expect(await run('new-language', 'tide', '--into', root)).toMatchObject({
      code: 1,
      complaints: [expect.stringMatching(/tide is there already, and stays as it is/)],
    });
    expect(readdirSync(join(root, 'tide'))).toEqual(['mine.txt']);
  });

  it('says why there is no place for it', async () => {
    write(join(root, 'file'), '');
    for (const place of ['file', 'file/below'])
      expect(await run('new-language', 'tide', '--into', join(root, place))).toMatchObject({
        code: 1,
        complaints: [expect.stringMatching(/\/tide cannot be made: .*not a directory/)],
      });
    expect(readdirSync(root)).toEqual(['file']);
  });

  it.runIf(process.platform === 'linux')('says so too where no folder can be made at all', async () => {
    expect(await run('new-language', 'tide', '--into', '/proc/nowhere/at/all')).toMatchObject({
      code: 1,
      complaints: [
        expect.stringMatching(/^\/proc\/nowhere\/at\/all\/tide cannot be made: .*'\/proc\/nowhere'\.$/),
      ],
    });
  });

  it('takes an id alone, and says what it takes', async () => {
    for (const args of [
      [],
      ['a', 'b'],
      ['../evil'],
      ['Upper'],
      ['x', '--extension', '/../x'],
      ['x', '--server', ''],
      ['x', '--server', 'x-server --stdio'],
      ['x', '--server', '../x-server'],
      ['x', '--odd'],
    ]) {
      const { code, complaints } = await run('new-language', ...args, '--into', root);
      expect([args, code, complaints.length]).toEqual([args, 2, 1]);
    }
    expect(readdirSync(root)).toEqual([]);
    expect(existsSync(join(root, '..', 'evil'))).toBe(false);
  });
});
