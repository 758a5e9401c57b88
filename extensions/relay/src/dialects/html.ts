import { SnippetString, window, workspace, type TextDocumentChangeEvent } from 'vscode';
import type { Dialect } from './dialect.ts';

type Kind = 'autoClose' | 'autoQuote';

/** VS Code's HTML language server: closes tags and quotes while they are typed. */
export const html: Dialect = {
  started({ client }) {
    return workspace.onDidChangeTextDocument(async (event) => {
      const kind = wanted(event);
      const editor = window.activeTextEditor;
      const change = event.contentChanges.at(-1);
      if (!kind || !editor || !change || !client.isRunning()) return;
      const { document } = event;
      const { version } = document;
      const position = document.positionAt(change.rangeOffset + change.text.length);
      const params = {
        ...client.code2ProtocolConverter.asTextDocumentPositionParams(document, position),
        kind,
      };
      const text: unknown = await client.sendRequest('html/autoInsert', params).catch(() => null);
      // Whoever typed on has moved on.
      if (typeof text !== 'string' || document.version !== version || window.activeTextEditor !== editor)
        return;
      const at = kind === 'autoClose' ? position : editor.selection.active;
      if (editor.selection.active.isEqual(position)) await editor.insertSnippet(new SnippetString(text), at);
    });
  },
};

function wanted({ document, contentChanges, reason }: TextDocumentChangeEvent): Kind | undefined {
  if (reason !== undefined || document !== window.activeTextEditor?.document) return undefined;
  if (document.languageId !== 'html' && document.languageId !== 'handlebars') return undefined;
  const change = contentChanges.at(-1);
  if (!change || change.rangeLength > 0) return undefined;
  const settings = workspace.getConfiguration('html', document);
  const last = change.text.at(-1);
  if ((last === '>' || last === '/') && settings.get('autoClosingTags')) return 'autoClose';
  return last === '=' && settings.get('autoCreateQuotes') ? 'autoQuote' : undefined;
}
