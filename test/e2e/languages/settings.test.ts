import { describe, expect } from 'vitest';
import { fixtureExtension } from '../../harness/fixtureExtension.ts';
import { until } from '../../harness/until.ts';
import { workbenchTest } from '../../harness/workbenchTest.ts';

interface Message {
  readonly method?: string;
  readonly params?: { readonly settings?: unknown };
  readonly pid?: number;
}

describe('Settings', () => {
  const it = workbenchTest({
    files: {
      'style.css': 'h1 {\n}\n',
      'main.ts': 'export const answer = 42;\nanswer;\n',
      'a.logging': 'text\n',
    },
    flags: (workspace) =>
      fixtureExtension(
        workspace,
        [
          {
            id: 'logging',
            label: 'Logging',
            command: [{ module: './logsMessages.mjs' }],
            settings: ['logging'],
            defaults: { 'logging.mode': 'quiet' },
          },
        ],
        {
          configuration: {
            title: 'Logging',
            properties: {
              'logging.mode': { type: 'string', default: 'normal' },
              'logging.depth': { type: 'number', default: 3 },
            },
          },
        },
      ),
  });

  it('changed in their editor reach the server that runs (KI-23)', async ({ workbench }) => {
    const { page, problems, languageServer } = workbench;
    await workbench.openFile('style.css');
    await problems.has('Do not use empty rulesets');
    const before = languageServer.pids('vscode-css-language-server');
    expect(before).toHaveLength(1);

    await workbench.run('Preferences: Open Settings (UI)');
    const settings = page.locator('.settings-editor');
    await settings.waitFor();
    await page.keyboard.type('css.validate');
    const row = settings.locator('.setting-item-contents', { hasText: 'Css: Validate' }).first();
    const checkbox = row.locator('.setting-value-checkbox');
    // The editor draws a changed setting anew, and a click that falls in between is taken back.
    const set = (value: boolean, seen: () => Promise<void>): Promise<boolean> =>
      until(`css.validate is ${value}`, async () => {
        if ((await checkbox.getAttribute('aria-checked')) !== String(value)) await checkbox.click();
        await seen();
        return true;
      });
    await set(false, () => problems.hasNot('Do not use empty rulesets', { seconds: 5 }));
    await set(true, () => problems.has('Do not use empty rulesets', { seconds: 5 }));
    expect(languageServer.pids('vscode-css-language-server')).toEqual(before);
  });

  it('written as JSON reach the server that runs, and only what it may see (KI-23)', async ({
    workbench,
    workspace,
  }) => {
    const { editor, languageServer } = workbench;
    const messages = () =>
      workspace
        .read('messages.jsonl')
        .trim()
        .split('\n')
        .map((line): Message => JSON.parse(line));
    const told = () =>
      messages()
        .filter(({ method }) => method === 'workspace/didChangeConfiguration')
        .map(({ params }) => params?.settings);
    await workbench.openFile('a.logging');
    await languageServer.says('Logging');
    await until('it is told its settings', () => told().length > 0);
    expect(told().at(-1)).toEqual({ logging: { mode: 'quiet', depth: 3 } });

    await workbench.run('Preferences: Open User Settings (JSON)');
    await workbench.hasActiveTab('settings.json');
    await editor.press('Control+a');
    await editor.insert('{ "logging.depth": 7, "editor.fontSize": 15 }');
    await workbench.save();
    await until('it is told the change', () => JSON.stringify(told().at(-1)).includes('7'));
    expect(told().at(-1)).toEqual({ logging: { mode: 'quiet', depth: 7 } });

    await editor.press('Control+a');
    await editor.insert('{}');
    await workbench.save();
    await until('it is told the way back', () => JSON.stringify(told().at(-1)).includes('3'));
    expect(messages().filter(({ pid }) => pid !== undefined)).toHaveLength(1);
  });

  it('choose the server of a language (A-50)', async ({ workbench, workspace }) => {
    const { editor, languageServer } = workbench;
    // The other one runs the folder's own TypeScript.
    await workbench.trustFolder();
    await workbench.openFile('main.ts');
    await languageServer.says('TypeScript 7');
    workspace.write('.vscode/settings.json', '{ "mooring.typescript.server": "typescript-language-server" }');
    await languageServer.says('TypeScript Language Server');
    await editor.goTo({ line: 2, column: 2 });
    await editor.hover('const answer: 42');
    await until('the other one is gone', () => languageServer.pids('--lsp').length === 0);
    workspace.delete('.vscode');
    await languageServer.says('TypeScript 7');
  });
});
