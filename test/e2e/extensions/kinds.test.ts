import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe } from 'vitest';
import { fetchRoute } from '../../harness/fetchRoute.ts';
import { until } from '../../harness/until.ts';
import { Workbench } from '../../harness/workbench.ts';
import { workbenchTest } from '../../harness/workbenchTest.ts';

/** An extension's folder: its files, the manifest as an object. */
interface Fixture {
  readonly manifest: Record<string, unknown>;
  readonly files?: Readonly<Record<string, string>>;
}

const square = (colour: string) =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 16"><path fill="${colour}" d="M3 3h10v10H3z"/></svg>`;

/** Registers one command that says a text. */
const saying = (command: string, text: string) =>
  `exports.activate = (context) => {
    const { commands, window } = require('vscode');
    context.subscriptions.push(commands.registerCommand('${command}', () => window.showInformationMessage('${text}')));
  };`;

/** One small extension for each kind of contribution. */
const fixtures: Readonly<Record<string, Fixture>> = {
  keymap: {
    manifest: {
      categories: ['Keymaps'],
      contributes: {
        keybindings: [
          { key: 'ctrl+d', command: 'editor.action.copyLinesDownAction', when: 'editorTextFocus' },
          { key: 'ctrl+k ctrl+j', command: 'editor.action.joinLines' },
          { key: 'ctrl+enter', command: 'editor.action.deleteLines', when: 'editorLangId == needy' },
        ],
      },
    },
  },
  icons: {
    manifest: {
      contributes: {
        iconThemes: [{ id: 'kinds-icons', label: 'Harbour Icons', path: './theme/icons.json' }],
      },
    },
    files: {
      'theme/icons.json': JSON.stringify({
        iconDefinitions: { plain: { iconPath: './plain.svg' }, buoy: { iconPath: './buoy.svg' } },
        file: 'plain',
        fileExtensions: { buoy: 'buoy' },
      }),
      'theme/plain.svg': square('gray'),
      'theme/buoy.svg': square('red'),
    },
  },
  needy: {
    manifest: {
      browser: './web.js',
      extensionDependencies: ['test.nowhere'],
      contributes: { languages: [{ id: 'needy', extensions: ['.needy'], aliases: ['Needy'] }] },
    },
    files: { 'web.js': saying('needy.say', 'never') },
  },
  /** VS Code would start no extension at all with this one among them. */
  shapeless: {
    manifest: {
      extensionDependencies: 'test.icons',
      activationEvents: 3,
      contributes: { languages: [{ id: 'shapeless', extensions: ['.shapeless'], aliases: ['Shapeless'] }] },
    },
  },
  supplied: {
    manifest: {
      browser: './web.js',
      extensionDependencies: ['test.icons'],
      contributes: { commands: [{ command: 'supplied.say', title: 'Supplied: Say' }] },
    },
    files: { 'web.js': saying('supplied.say', 'all is here') },
  },
  kind: {
    manifest: {
      browser: './web.js',
      extensionKind: ['workspace'],
      contributes: { commands: [{ command: 'kind.say', title: 'Kind: Say' }] },
    },
    files: { 'web.js': saying('kind.say', 'runs in spite of its kind') },
  },
  texts: {
    manifest: {
      browser: './web.js',
      contributes: { commands: [{ command: 'texts.say', title: '%commands.say.title%' }] },
    },
    files: {
      'web.js': saying('texts.say', 'said'),
      'package.nls.json': JSON.stringify({ commands: { say: { title: { message: 'Texts: Cast Off' } } } }),
      'package.nls.de.json': JSON.stringify({ commands: { say: { title: 'Texte: Ablegen' } } }),
    },
  },
};

function write(folder: string, { manifest, files = {} }: Fixture, name: string): void {
  const whole = { name, publisher: 'test', version: '1.0.0', engines: { vscode: '^1.91.0' }, ...manifest };
  for (const [path, content] of Object.entries({
    'package.json': JSON.stringify(whole, null, 2),
    ...files,
  })) {
    mkdirSync(dirname(join(folder, name, path)), { recursive: true });
    writeFileSync(join(folder, name, path), content);
  }
}

describe('A dropped-in extension of each kind', () => {
  const it = workbenchTest({
    files: {
      'a.buoy': 'a\n',
      'd.knot': 'bowline\n',
      'e.needy': 'e\n',
      'f.shapeless': 'f\n',
    },
    flags: (workspace) => {
      const folder = workspace.outside('extensions');
      for (const [name, fixture] of Object.entries(fixtures)) write(folder, fixture, name);
      return ['--extensions-dir', folder];
    },
  });

  it('gives its file icons', async ({ workbench }) => {
    await workbench.quickInput.open('F1', '>Preferences: File Icon Theme');
    await workbench.quickInput.choose('Preferences: File Icon Theme');
    await workbench.quickInput.choose('Harbour Icons');
    const icon = workbench.page.locator('.explorer-folders-view .monaco-icon-label', { hasText: 'a.buoy' });
    await until('a file has the icon of its kind', async () => {
      const image = await icon.evaluate((label) => getComputedStyle(label, '::before').backgroundImage);
      if (image.includes('/theme/buoy.svg')) return true;
      throw new Error(image);
    });
    await workbench.screenshot('dropped-in file icons');
  });

  it('binds keys, in place of others, one after the other, and under its conditions', async ({
    workbench,
  }) => {
    await workbench.openFile('d.knot');
    await workbench.editor.placeCaret('bowline');
    await workbench.editor.press('Control+d');
    await workbench.editor.hasText('bowline\nbowline\n');
    await workbench.editor.placeCaret('bowline');
    await workbench.editor.press('Control+k');
    await workbench.editor.press('Control+j');
    await workbench.editor.hasText('bowline bowline\n');
    await workbench.editor.press('Control+Enter');
    await workbench.editor.hasText('bowline bowline\n\n');
    await workbench.save();
    await workbench.openFile('e.needy');
    await workbench.editor.placeCaret('e');
    await workbench.editor.press('Control+Enter');
    await workbench.editor.hasText('');
    await workbench.save();
  });

  it('says which extension it depends on is missing, and runs when that is there', async ({ workbench }) => {
    await workbench.openFile('e.needy');
    await workbench.statusItem(/^Needy$/).waitFor();
    await workbench.problems.has(/Extension test\.needy: it depends on the extension "test\.nowhere"/);
    await workbench.run('Supplied: Say');
    await workbench.hasNotification('all is here');
  });

  it('loads beside one whose manifest has numbers for lists, which is told (T109)', async ({ workbench }) => {
    await workbench.openFile('f.shapeless');
    await workbench.statusItem(/^Shapeless$/).waitFor();
    await workbench.problems.has(
      /Extension test\.shapeless: this must be a list of texts, so it is left out/,
    );
  });

  it('runs in the browser whatever kind it prefers to be', async ({ workbench }) => {
    await workbench.run('Kind: Say');
    await workbench.hasNotification('runs in spite of its kind');
  });

  it('has the texts of the workbench’s language, which is English in a German browser too', async ({
    workbench,
    browser,
    server,
  }) => {
    await workbench.run('Texts: Cast Off');
    await workbench.hasNotification('said');
    await using german = await Workbench.open(browser, server.url, { locale: 'de-DE' });
    await german.run('Texts: Cast Off');
    await german.hasNotification('said');
  });
});

describe('An extension that is dropped in while a page loads', () => {
  const it = workbenchTest({ files: { 'a.late': 'late\n', 'b.later': 'later\n' } });

  it('is there as soon as the page is connected', async ({ workbench, server }) => {
    const { page } = workbench;
    const languages = [{ id: 'late', extensions: ['.late'], aliases: ['Late Language'] }];
    const late = { manifest: { displayName: 'Latecomer', contributes: { languages } } };
    // The page has the server's answer of before, and no channel yet over which anything could be told.
    await page.route(
      '**/api/boot',
      async (route) => {
        const before = await fetchRoute(route);
        write(join(server.home, '.mooring/extensions'), late, 'late');
        await until('the server knows it', () => server.output.includes('Extensions changed'));
        await route.fulfill({ response: before });
      },
      { times: 1 },
    );
    await workbench.reload();
    await workbench.openFile('a.late');
    await workbench.statusItem(/^Late Language$/).waitFor();

    // What came so early keeps nothing from what comes later.
    const later = [{ id: 'later', extensions: ['.later'], aliases: ['Later Language'] }];
    write(
      join(server.home, '.mooring/extensions'),
      { manifest: { contributes: { languages: later } } },
      'later',
    );
    await workbench.openFile('b.later');
    await workbench.statusItem(/^Later Language$/).waitFor();
  });
});
