import { readFileSync } from 'node:fs';
import { describe, expect } from 'vitest';
import { fixtureExtension } from '../../harness/fixtureExtension.ts';
import { until } from '../../harness/until.ts';
import type { Workspace } from '../../harness/workspace.ts';
import { workbenchTest } from '../../harness/workbenchTest.ts';

const journal = (workspace: Workspace) => workspace.outside('seesFiles.jsonl');

function starts(workspace: Workspace) {
  const lines = readFileSync(journal(workspace), 'utf8').trim().split('\n');
  return lines.map((line) => JSON.parse(line) as { rootUri: string; capabilities: Record<string, unknown> });
}

const it = workbenchTest({
  name: 'a b#c%20d?é漢',
  files: {
    'a.txt': 'one\ntwo\nthree needle\n',
    'harbour/.git/HEAD': 'ref: refs/heads/main\n',
    'harbour/start.sees': 'see ../tower/one/two/three/light.sees\n',
    'tower/.git/HEAD': 'ref: refs/heads/main\n',
    'tower/one/two/three/light.sees': 'first\nsecond\n',
    'tower/other.sees': 'see ../harbour/start.sees\n',
  },
  flags: (workspace) =>
    fixtureExtension(workspace, [
      {
        id: 'sees',
        label: 'Sees',
        command: [{ module: './seesFiles.mjs' }],
        args: [journal(workspace)],
        rootMarkers: ['.git'],
      },
    ]),
});

describe('Where a definition leads, in a folder of two repositories', () => {
  it('is shown in the explorer, with all folders above it open (KI-35)', async ({ workbench }) => {
    const { editor, explorer } = workbench;
    await workbench.openFile('harbour/start.sees');
    await workbench.languageServer.says('Sees');
    await explorer.hasNot('light.sees');
    await editor.placeCaret('tower');
    await editor.goToDefinition();
    await workbench.hasActiveTab('light.sees');
    await editor.isAt({ line: 2, column: 3 });
    await until('the file is selected in the explorer', async () =>
      /\bselected\b/.test((await explorer.row('light.sees').getAttribute('class')) ?? ''),
    );
    expect(await explorer.row('tower').getAttribute('aria-expanded')).toBe('true');
  });

  it('is the tab that has the file already, however the server spells its name (KI-36)', async ({
    workbench,
  }) => {
    const { editor } = workbench;
    await workbench.openFile('tower/one/two/three/light.sees');
    await editor.type('unsaved ');
    await workbench.openFile('harbour/start.sees');
    await workbench.languageServer.says('Sees');
    await editor.placeCaret('tower');
    await editor.goToDefinition();
    await workbench.hasActiveTab('light.sees');
    await editor.hasText('unsaved');
    expect((await workbench.tabs()).toSorted()).toEqual(['light.sees', 'start.sees']);
  });

  it('is known to one server for both, whose root is the folder (KI-P23)', async ({
    workbench,
    workspace,
  }) => {
    const { editor } = workbench;
    await workbench.openFile('tower/other.sees');
    await workbench.languageServer.says('Sees');
    await editor.placeCaret('harbour');
    await editor.goToDefinition();
    await workbench.hasActiveTab('start.sees');
    await editor.placeCaret('tower');
    await editor.goToDefinition();
    await workbench.hasActiveTab('light.sees');
    const all = starts(workspace);
    expect(all).toHaveLength(1);
    expect(decodeURIComponent(all[0]?.rootUri ?? '')).toMatch(/\/a b#c%20d\?é漢$/);
  });

  it('depends on a server that was told what the editor can do (KI-P24)', async ({
    workbench,
    workspace,
  }) => {
    await workbench.openFile('tower/other.sees');
    await workbench.languageServer.says('Sees');
    const [start] = starts(workspace);
    expect(start?.capabilities).toMatchObject({
      window: { workDoneProgress: true },
      workspace: { configuration: true, semanticTokens: { refreshSupport: true } },
      textDocument: {
        synchronization: { didSave: true },
        completion: {
          contextSupport: true,
          completionItem: {
            snippetSupport: true,
            commitCharactersSupport: true,
            documentationFormat: expect.arrayContaining(['markdown']),
          },
        },
        hover: { contentFormat: expect.arrayContaining(['markdown']) },
        signatureHelp: {
          contextSupport: true,
          signatureInformation: { parameterInformation: { labelOffsetSupport: true } },
        },
        publishDiagnostics: { relatedInformation: true },
        semanticTokens: {
          tokenTypes: expect.arrayContaining(['namespace', 'class', 'function', 'variable', 'decorator']),
          tokenModifiers: expect.arrayContaining(['declaration', 'readonly', 'defaultLibrary']),
          requests: { full: expect.anything() },
          formats: ['relative'],
        },
      },
    });
  });
});

describe('Two windows with the same file', () => {
  it('go their own ways: what is found in one moves nothing in the other (KI-37)', async ({
    workbench,
    server,
  }) => {
    await workbench.openFile('a.txt');
    await workbench.editor.goTo({ line: 1, column: 2 });
    await using other = await workbench.openAnother(server.url);
    await other.openFile('a.txt');
    await other.editor.goTo({ line: 2, column: 3 });
    await other.search.find('needle');
    await other.search.says('1 result in 1 file');
    await other.search.openMatch('needle');
    await until('the match is selected', async () => (await other.editor.selectedText()) === 'needle');
    await workbench.page.bringToFront();
    await workbench.editor.isAt({ line: 1, column: 2 });
    expect(await workbench.tabs()).toEqual(['a.txt']);
  });
});
