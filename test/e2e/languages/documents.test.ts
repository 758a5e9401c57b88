import { describe, expect } from 'vitest';
import { fixtureExtension, type FixtureServer } from '../../harness/fixtureExtension.ts';
import { MessageLog, type Params } from '../../harness/messageLog.ts';
import { until } from '../../harness/until.ts';
import { workbenchTest, type World } from '../../harness/workbenchTest.ts';

/** A server that is told of documents in this way, and logs it. */
function told(id: string, textDocumentSync: object): FixtureServer {
  const capabilities = { textDocumentSync: { openClose: true, ...textDocumentSync }, hoverProvider: true };
  return {
    id,
    label: id,
    command: [{ module: './logsMessages.mjs' }],
    args: [`${id}.jsonl`, JSON.stringify(capabilities)],
  };
}

const servers = [
  told('whole', { change: 1, save: { includeText: true } }),
  told('pieces', { change: 2, save: true }),
  told('nothing', { change: 0 }),
];

describe('A document', () => {
  const it = workbenchTest({
    files: {
      'two views.pieces': 'one\n',
      'a #1 100%.pieces': 'one\n',
      'a.whole': 'one\n',
      'slow.whole': 'one\n',
      'refused.pieces': 'one\n',
      'a.nothing': 'one\n',
    },
    flags: (workspace) => fixtureExtension(workspace, servers),
  });

  const closes = (log: MessageLog, name: string) =>
    log
      .of('textDocument/didClose')
      .filter(({ textDocument }) => decodeURIComponent(textDocument.uri).endsWith(name));
  const opens = (log: MessageLog, name: string) =>
    log
      .of('textDocument/didOpen')
      .map(({ textDocument }) => textDocument)
      .filter(({ uri }) => decodeURIComponent(uri).endsWith(name));

  it('in two views is opened once, at version 1, and closed with the last view (A-18, A-21, KI-P11)', async ({
    workbench,
    workspace,
  }) => {
    const { editor, page } = workbench;
    const log = new MessageLog(workspace.path('pieces.jsonl'));
    const name = 'two views.pieces';
    await workbench.openFile(name);
    await log.has('textDocument/didOpen', ({ textDocument }) =>
      textDocument.uri.endsWith('two%20views.pieces'),
    );
    expect(opens(log, name)).toMatchObject([{ version: 1, languageId: 'pieces', text: 'one\n' }]);

    await workbench.run('View: Split Editor Right');
    await until('there are two views', async () => (await page.locator('.editor-instance').count()) === 2);
    await editor.press('Control+End');
    await editor.type('two');
    await until('both views show it', async () => {
      const texts = await page.locator('.editor-instance .view-lines').allInnerTexts();
      return texts.length === 2 && texts.every((text) => text.includes('two'));
    });
    await workbench.save();
    await workbench.run('View: Close Editor');
    await until('one view is left', async () => (await page.locator('.editor-instance').count()) === 1);
    await editor.hover('hover');
    expect(opens(log, name)).toHaveLength(1);
    expect(closes(log, name)).toEqual([]);

    await workbench.closeAllEditors();
    await until('it is closed', () => closes(log, name).length === 1);
    const { version: last } = log.of('textDocument/didChange').at(-1).textDocument;
    await workbench.openFile(name);
    await until('it is opened again', () => opens(log, name).length === 2);
    // The versions a server sees never go back, whatever was closed in between.
    expect(opens(log, name)[1]).toMatchObject({ text: 'one\ntwo' });
    expect(opens(log, name)[1]?.version).toBeGreaterThan(last);
  });

  it('is changed in pieces or as a whole, as the server wants it, before anything is asked (A-19)', async ({
    workbench,
    workspace,
  }) => {
    const { editor } = workbench;
    for (const id of ['pieces', 'whole', 'nothing']) {
      const log = new MessageLog(workspace.path(`${id}.jsonl`));
      await workbench.openFile(id === 'pieces' ? 'a #1 100%.pieces' : `a.${id}`);
      await workbench.languageServer.says(id);
      await editor.press('End');
      await editor.type(' and more');
      await editor.hover('hover');
      await workbench.save();
      const messages = log.all();
      const asked = messages.findIndex(({ method }) => method === 'textDocument/hover');
      const changes = messages
        .slice(0, asked)
        .flatMap(({ method, params }) => (method === 'textDocument/didChange' ? [params] : []));
      const pieces: Params[] = changes.flatMap(({ contentChanges }) => contentChanges);
      if (id === 'nothing') expect(log.of('textDocument/didChange')).toEqual([]);
      if (id === 'whole') {
        expect(pieces.every(({ range }) => range === undefined)).toBe(true);
        expect(pieces.at(-1).text).toBe('one and more\n');
      }
      if (id === 'pieces') {
        expect(pieces.map(({ text }) => text).join('')).toBe(' and more');
        expect(pieces[0]).toMatchObject({
          range: { start: { line: 0, character: 3 }, end: { line: 0, character: 3 } },
        });
      }
      const versions: number[] = changes.map(({ textDocument }) => textDocument.version);
      expect(versions).toEqual([...new Set(versions)].sort((a, b) => a - b));
    }
  });

  it('is saved after its last change, with its text where the server wants it (A-20, KI-24)', async ({
    workbench,
    workspace,
  }) => {
    const { editor } = workbench;
    for (const [name, id] of [
      ['a #1 100%.pieces', 'pieces'],
      ['a.whole', 'whole'],
    ] as const) {
      const log = new MessageLog(workspace.path(`${id}.jsonl`));
      await workbench.openFile(name);
      await editor.hover('hover');
      await editor.press('End');
      await editor.type('!');
      await editor.press('Control+s');
      const saved = await log.has('textDocument/didSave');
      expect(saved.text).toBe(id === 'whole' ? 'one!\n' : undefined);
      const [lastChange] = log.of('textDocument/didChange').slice(-1);
      expect(saved.textDocument.uri).toBe(lastChange.textDocument.uri);
      expect(decodeURIComponent(saved.textDocument.uri)).toBe(`file://${workspace.path(name)}`);
      expect(lastChange.contentChanges.at(-1).text).toContain('!');
      const methods = log.methods();
      expect(methods.lastIndexOf('textDocument/didChange')).toBeLessThan(
        methods.indexOf('textDocument/didSave'),
      );
      expect(log.of('textDocument/didSave')).toHaveLength(1);
    }
  });

  it('that could not be written is not called saved (KI-24)', async ({ workbench, workspace }) => {
    const { editor } = workbench;
    const log = new MessageLog(workspace.path('pieces.jsonl'));
    await workbench.openFile('refused.pieces');
    await editor.hover('hover');
    await editor.type('mine ');
    workspace.write('refused.pieces', 'theirs, and longer than before\n');
    workbench.expectConsoleErrors(/status of 412/, /Failed to save 'refused.pieces'/);
    await editor.press('Control+s');
    await workbench.hasNotification(/content of the file is newer/);
    const before = log.of('textDocument/hover').length;
    await editor.hover('hover');
    await until('it was asked again', () => log.of('textDocument/hover').length > before);
    expect(log.of('textDocument/didSave')).toEqual([]);
    await workbench.run('File: Revert File');
  });

  it('typed in while it is saved stays unsaved, and the server has what was typed (KI-25)', async ({
    workbench,
    workspace,
  }) => {
    const { editor, page } = workbench;
    const log = new MessageLog(workspace.path('whole.jsonl'));
    await workbench.openFile('slow.whole');
    await editor.hover('hover');
    await editor.press('End');
    await editor.type(' saved');
    const write = await holdWrite({ page });
    await editor.press('Control+s');
    await write.arrived;
    await editor.type(' later');
    await log.has(
      'textDocument/didChange',
      ({ contentChanges }) => contentChanges[0].text === 'one saved later\n',
    );
    expect(log.of('textDocument/didSave')).toEqual([]);
    await write.release();
    const { text } = await log.has('textDocument/didSave');
    expect(text).toBe('one saved later\n');
    await workbench.hasDirtyTab('slow.whole');
    expect(workspace.read('slow.whole')).toBe('one saved\n');
    expect(log.of('textDocument/didChange').at(-1).contentChanges[0].text).toBe('one saved later\n');
    await workbench.save();
    expect(workspace.read('slow.whole')).toBe('one saved later\n');
  });
});

/** Keeps the next write of a file from reaching the server until it is released. */
async function holdWrite({ page }: Pick<World['workbench'], 'page'>) {
  let release = () => {};
  const released = new Promise<void>((resolve) => (release = resolve));
  const arrived = page.waitForRequest((request) => request.method() === 'PUT');
  await page.route('**/files/**', async (route) => {
    if (route.request().method() === 'PUT') await released;
    await route.continue();
  });
  return {
    arrived,
    release: async () => {
      release();
      await page.unrouteAll({ behavior: 'wait' });
    },
  };
}
