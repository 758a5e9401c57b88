import { describe, expect } from 'vitest';
import { fixtureExtension } from '../../harness/fixtureExtension.ts';
import { until } from '../../harness/until.ts';
import { workbenchTest } from '../../harness/workbenchTest.ts';
import type { Workspace } from '../../harness/workspace.ts';

/** What VS Code draws for each kind of LSP, 1 to 25 (LSP 3.18 "CompletionItemKind"). */
const icons = [
  'text method function constructor field variable class interface module property unit value enum keyword',
  'snippet color file reference folder enum-member constant struct event operator type-parameter',
]
  .join(' ')
  .split(' ');

interface Asked {
  readonly triggerKind: number;
  readonly triggerCharacter?: string;
}

/** How completion was asked for, oldest first, since the test began. */
function asked(workspace: Workspace): readonly Asked[] {
  if (!workspace.exists('completions.jsonl')) return [];
  const lines = workspace.read('completions.jsonl').trim().split('\n');
  return lines.map((line) => (JSON.parse(line) as { context: Asked }).context);
}

describe('Completion', () => {
  const it = workbenchTest({
    files: {
      'kinds.completes': '\n',
      'member.completes': 'boat\n',
      'incomplete.completes': '\n',
      'edits.completes': 'old tide\n',
      'commit.completes': '\n',
      'lazy.completes': '\n',
    },
    flags: (workspace) =>
      fixtureExtension(workspace, [
        { id: 'completes', label: 'Completes', command: [{ module: './completes.mjs' }] },
      ]),
  });

  it('shows each of the 25 kinds as what it is (A-39, KI-20)', async ({ workbench }) => {
    const { editor, page } = workbench;
    await workbench.openFile('kinds.completes');
    await workbench.languageServer.says('Completes');
    for (const [index, icon] of icons.entries()) {
      const label = `kind${index + 1}`;
      await editor.press('Control+a');
      await editor.type(label);
      await editor.suggestions(label);
      const row = page.locator('.suggest-widget.visible .monaco-list-row.focused');
      await row.filter({ hasText: label }).waitFor();
      const drawn = row.locator('.suggest-icon, .icon-label, .monaco-icon-label').first();
      expect(await drawn.getAttribute('class'), label).toMatch(
        // A file is drawn as the explorer draws it.
        icon === 'file' ? /\bfile-icon\b/ : new RegExp(`\\bcodicon-symbol-${icon}( |$)`),
      );
      await editor.press('Escape');
    }
  });

  it('says whether it was asked for, by which character, or because there may be more (KI-18, KI-19, KI-20)', async ({
    workbench,
    workspace,
  }) => {
    const { editor } = workbench;
    await workbench.openFile('member.completes');
    await workbench.languageServer.says('Completes');
    await editor.press('End');
    await editor.type(':');
    await editor.type('.');
    await until('the members show', async () => (await editor.suggestionLabels()).includes('depth'));
    expect(asked(workspace)).toEqual([{ triggerKind: 2, triggerCharacter: '.' }]);
    await editor.press('Escape');
    await editor.suggestions('depth');
    expect(asked(workspace).at(-1)).toEqual({ triggerKind: 1 });

    await workbench.openFile('incomplete.completes');
    // VS Code suggests nothing left of where the caret was last, be it in another file.
    await editor.press('ArrowDown', 'ArrowUp');
    for (const [index, letter] of ['h', 'a', 'r'].entries()) {
      await editor.type(letter);
      const label = `harbour${index + 1}`;
      await until(`${label} shows`, async () => (await editor.suggestionLabels()).join() === label);
    }
    expect(asked(workspace).slice(-3)).toEqual([{ triggerKind: 1 }, { triggerKind: 3 }, { triggerKind: 3 }]);
  });

  it('replaces the word at the caret, or what the server says, in either mode (KI-22, A-38, T055)', async ({
    workbench,
  }) => {
    const { editor } = workbench;
    const select = async (text: string, left: number, label: string) => {
      await editor.press('Control+a', 'Delete');
      await editor.isAt({ line: 1, column: 1 });
      await editor.insert(text);
      for (let step = 0; step < left; step++) await editor.press('ArrowLeft');
      await editor.suggestions(label);
      const row = workbench.page.locator('.suggest-widget.visible .monaco-list-row', { hasText: label });
      for (let step = 0; step < 20; step++) {
        if (/\bfocused\b/.test((await row.getAttribute('class', { timeout: 2_000 })) ?? '')) return true;
        await editor.press('ArrowDown');
      }
      return false;
    };
    const accept = async (text: string, left: number, label: string, key: string, expected: string) => {
      await workbench.openFile('edits.completes');
      // An answer to what was typed may come late, and close the list again.
      await until(`${label} is selected`, () => select(text, left, label));
      await editor.press(key);
      await until(`${label} is in`, async () => (await editor.text()).trim() === expected);
    };
    await workbench.openFile('edits.completes');
    await workbench.languageServer.says('Completes');
    await accept('old tide', 0, 'tideless', 'Enter', 'old tideless()');
    await accept('old tide', 0, 'tideline', 'Enter', 'old tideline');
    await accept('old tide', 0, 'tidemark', 'Enter', 'new tidemark');
    await accept('old tide', 0, 'tidemark', 'Shift+Enter', 'new tidemark');
    await accept('old tidegate', 4, 'tideway', 'Enter', 'old tidewaygate');
    await accept('old tidegate', 4, 'tideway', 'Shift+Enter', 'old tideway');
  });

  it('takes the suggestion with a character that commits it, and keeps the character (T055)', async ({
    workbench,
  }) => {
    const { editor } = workbench;
    await workbench.openFile('commit.completes');
    await workbench.languageServer.says('Completes');
    for (const [character, expected] of [
      ['.', 'gauge.'],
      ['(', 'gauge('],
    ] as const) {
      await editor.press('Control+a', 'Delete');
      await editor.type('gau');
      await editor.suggestions('gauge');
      await editor.type(character);
      await editor.hasText(expected);
    }
  });

  it('adds the import of a suggestion that is taken before it was resolved (T053)', async ({ workbench }) => {
    const { editor } = workbench;
    await workbench.openFile('lazy.completes');
    await workbench.languageServer.says('Completes');
    await editor.type('fat');
    await editor.acceptSuggestion('fathom');
    await editor.hasText('import fathom\nfathom');
  });
});
