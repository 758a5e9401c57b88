import { pathToFileURL } from 'node:url';
import { describe, expect } from 'vitest';
import { fixtureExtension, type FixtureServer } from '../../harness/fixtureExtension.ts';
import { MessageLog } from '../../harness/messageLog.ts';
import { until } from '../../harness/until.ts';
import type { Workbench } from '../../harness/workbench.ts';
import { workbenchTest } from '../../harness/workbenchTest.ts';
import type { Workspace } from '../../harness/workspace.ts';

const at = (line: number, character: number, length: number) => ({
  start: { line, character },
  end: { line, character: character + length },
});

/** One server that can do everything here, and one that can do nothing. */
function servers(workspace: Workspace): readonly FixtureServer[] {
  const uri = pathToFileURL(workspace.path('a.rich')).href;
  const capabilities = {
    textDocumentSync: 1,
    hoverProvider: true,
    completionProvider: {},
    definitionProvider: true,
    referencesProvider: true,
    signatureHelpProvider: {},
  };
  const answers = {
    'textDocument/completion': [{ label: 'lightship', kind: 6 }],
    'textDocument/definition': { uri, range: at(0, 7, 10) },
    'textDocument/references': [
      { uri, range: at(0, 7, 10) },
      { uri, range: at(1, 0, 10) },
    ],
  };
  const logs = (id: string, ...args: unknown[]): FixtureServer => ({
    id,
    label: id,
    command: [{ module: './logsMessages.mjs' }],
    args: [`${id}.jsonl`, ...args.map((arg) => JSON.stringify(arg))],
  });
  return [
    logs('rich', capabilities, answers),
    logs('bare', { textDocumentSync: 1 }),
    { id: 'explains', label: 'Explains', command: [{ module: './explainsWords.mjs' }] },
    { id: 'holds', label: 'Holds', command: [{ module: './holdsHover.mjs' }] },
    { id: 'refreshes', label: 'Refreshes', command: [{ module: './refreshes.mjs' }] },
    { id: 'module', label: 'Module', command: [{ module: './renamesModule.mjs' }] },
  ];
}

describe('A feature of a language server', () => {
  const it = workbenchTest({
    files: {
      'a.rich': 'import lighthouse\nlighthouse on\n',
      'a.bare': 'import lighthouse\n\n',
      'a.explains': 'depth = fathoms\n',
      'a.holds': 'word\n',
      'header.refreshes': 'head\n',
      'source.refreshes': 'body\n',
      'tide.module': 'tide comes\n',
    },
    flags: (workspace) => fixtureExtension(workspace, servers(workspace)),
  });

  it('replaces what VS Code has itself where it is offered, and nowhere else; after a reload too (KI-14, KI-15)', async ({
    workbench,
  }) => {
    const { editor, languageServer } = workbench;
    const isAsOffered = async () => {
      await workbench.openFile('a.rich');
      await languageServer.says('rich');
      await editor.goTo({ line: 2, column: 6 });
      expect(await editor.suggestions('lightship')).toEqual(['lightship']);
      await editor.press('Escape');
      await workbench.openFile('a.bare');
      await languageServer.says('bare');
      await editor.goTo({ line: 2, column: 1 });
      expect(await editor.suggestions('lighthouse')).not.toContain('lightship');
      await editor.press('Escape');
    };
    await isAsOffered();
    await workbench.reload();
    await isAsOffered();
  });

  it('that it does not offer is never asked for (KI-16)', async ({ workbench, workspace }) => {
    const { editor, page } = workbench;
    const log = new MessageLog(workspace.path('bare.jsonl'));
    await workbench.openFile('a.bare');
    await workbench.languageServer.says('bare');
    await editor.placeCaret('lighthouse', { into: 3 });
    await editor.press('Control+k', 'Control+i', 'F12', 'Shift+F12', 'Control+Shift+Space', 'Escape');
    await editor.goTo({ line: 2, column: 1 });
    await editor.suggestions('lighthouse');
    await editor.press('Escape');
    await editor.type('(.');
    await log.has('textDocument/didChange', ({ contentChanges }) => contentChanges[0].text.includes('(.'));
    const asked = log.methods().filter((method) => /^textDocument\/(?!did)/.test(method));
    expect(asked).toEqual([]);
    expect(await page.locator('.reference-zone-widget').count()).toBe(0);
  });

  it('leads to one definition, asked for once, by no other name (A-42)', async ({ workbench, workspace }) => {
    const { editor } = workbench;
    const log = new MessageLog(workspace.path('rich.jsonl'));
    await workbench.openFile('a.rich');
    await workbench.languageServer.says('rich');
    await editor.placeCaret('lighthouse on', { into: 3 });
    await editor.press('F12');
    await editor.isAt({ line: 1, column: 8 });
    await workbench.hasActiveTab('a.rich');
    expect(log.of('textDocument/definition')).toHaveLength(1);
    expect(log.of('textDocument/declaration')).toEqual([]);
  });

  it('is told to those who listen instead of looking (A-47)', async ({ workbench }) => {
    const { editor, page } = workbench;
    await workbench.openFile('a.rich');
    await workbench.languageServer.says('rich');
    await editor.placeCaret('lighthouse on', { into: 3 });
    await editor.press('Shift+F12');
    const alert = page.locator('.monaco-aria-container .monaco-alert');
    await alert
      .filter({ hasText: /Found 2 symbols/ })
      .first()
      .waitFor();
    await editor.press('Escape');
    await editor.press('F12');
    await alert
      .filter({ hasText: /Found 1 symbol\b|symbol in a\.rich on line 1/ })
      .first()
      .waitFor();
  });

  it('is asked only about an open document, and again when the server was still loading (A-43)', async ({
    workbench,
    workspace,
  }) => {
    const { editor, languageServer } = workbench;
    await workbench.openFile('a.explains');
    await editor.press('Control+k', 'Control+i');
    await languageServer.says('Explains');
    await editor.placeCaret('fathoms', { into: 2 });
    await editor.press('Control+k', 'Control+i');
    // Every second question is one too early: without a second try there would be nothing to see.
    await until('the hover shows', async () => (await shownHover(workbench)).includes('This is fathoms.'));
    const questions = workspace.read('questions.jsonl').trim().split('\n');
    expect(JSON.parse(questions[0] ?? '')).toBe('opened');
    expect(questions.slice(-2).map((line) => JSON.parse(line))).toEqual([
      { line: 0, character: 10 },
      { line: 0, character: 10 },
    ]);
  });

  it('explains the word under the mouse, and nothing beside it (A-45)', async ({ workbench, workspace }) => {
    const { languageServer, page } = workbench;
    await workbench.openFile('a.explains');
    await languageServer.says('Explains');
    const point = async (text: string) => {
      const { x, y } = await placeOf(workbench, text);
      await page.mouse.move(x - 1, y);
      await page.mouse.move(x, y);
    };
    for (const word of ['depth', 'fathoms']) {
      await point(word);
      await until(`${word} is explained`, async () =>
        (await shownHover(workbench)).includes(`This is ${word}.`),
      );
      await point('=');
      const asked = () => workspace.read('questions.jsonl').includes('"character":6');
      await until('nothing is explained', async () => asked() && (await shownHover(workbench)) === '');
    }
  });

  it('comes from a server that waits for an answer and uses strings for ids (T064)', async ({
    workbench,
  }) => {
    const { editor, languageServer } = workbench;
    await workbench.openFile('a.holds');
    await languageServer.says('Holds');
    await editor.press('ArrowRight');
    await editor.hover('held');
  });

  it('is looked at anew when the server says so: colours, hints and lenses of another file (T056, T058)', async ({
    workbench,
  }) => {
    const { editor, languageServer, page } = workbench;
    await workbench.openFile('source.refreshes');
    await languageServer.says('Refreshes');
    const says = (text: string) =>
      until(`the source says ${text}`, async () => {
        const source = page.locator('.editor-group-container', { hasText: 'source.refreshes' }).first();
        return (await source.innerText()).replaceAll('\u00a0', ' ').includes(text);
      });
    const color = () =>
      page
        .locator('.view-line span', { hasText: /^body$/ })
        .last()
        .evaluate((span) => getComputedStyle(span).color);
    await says(': saved 0');
    await says('lens 0');
    const before = await color();
    await workbench.run('View: Split Editor Right');
    await workbench.openFile('header.refreshes');
    await editor.type('x');
    await workbench.save();
    await says(': saved 1');
    await says('lens 1');
    await until('the colour has changed', async () => (await color()) !== before);
  });

  it('renames a file together with its name once, though the server hears of the file too (T059)', async ({
    workbench,
    workspace,
  }) => {
    const { editor, languageServer } = workbench;
    await workbench.openFile('tide.module');
    await languageServer.says('Module');
    await editor.press('ArrowRight');
    await editor.rename('current');
    await workbench.hasActiveTab('current.module');
    await editor.hasText('current comes');
    await workbench.saveAll();
    await until('the file is written', () => workspace.exists('current.module'));
    expect(workspace.read('current.module')).toBe('current comes\n');
    expect(workspace.exists('tide.module')).toBe(false);

    // A file that is renamed by hand is still announced, and edited for it.
    await workbench.explorer.rename('current.module', 'ebb.module');
    await workbench.clickDialogButton(/wants to make refactoring changes/, 'OK');
    await workbench.hasActiveTab('ebb.module');
    await editor.hasText('ebb comes');
  });
});

/** All that content hovers on the screen say. */
async function shownHover(workbench: Workbench): Promise<string> {
  const hovers = workbench.page.locator('.monaco-editor .monaco-resizable-hover .monaco-hover');
  return (await hovers.filter({ visible: true }).allInnerTexts()).join('\n').replaceAll('\u00a0', ' ').trim();
}

/** The middle of a text in the editor, in pixels of the page. */
function placeOf(workbench: Workbench, text: string): Promise<{ x: number; y: number }> {
  return workbench.editor.root.locator('.view-lines').evaluate((lines, text) => {
    const walker = document.createTreeWalker(lines, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const index = node.textContent?.indexOf(text) ?? -1;
      if (index < 0) continue;
      const range = document.createRange();
      range.setStart(node, index);
      range.setEnd(node, index + text.length);
      const { left, top, width, height } = range.getBoundingClientRect();
      return { x: left + width / 2, y: top + height / 2 };
    }
    throw new Error(`The editor does not show ${text}`);
  }, text);
}
