import { commands, Disposable, extensions, window, workspace, WorkspaceEdit, type Command } from 'vscode';
import type { TextEdit } from 'vscode-languageclient/browser';
import { contributions } from '../contributions.ts';
import { isRecord } from '../json.ts';
import type { RelayClient } from '../relayClient.ts';
import type { Dialect, DialectWorld } from './dialect.ts';
import { schemaAssociations, type SchemaAssociation } from './schemaAssociations.ts';
import { schemaContent } from './schemaContent.ts';

/** VS Code's JSON language server: the client tells it the schemas that extensions contribute. */
export const json: Dialect = {
  settings(section, resource, uris) {
    if (!isRecord(section) || !Array.isArray(section['schemas'])) return section;
    const folder = (resource && workspace.getWorkspaceFolder(resource)) ?? workspace.workspaceFolders?.[0];
    return {
      ...section,
      schemas: section['schemas'].map((schema) => inFolder(schema, folder && uris.toServer(folder.uri))),
    };
  },

  prepare({ client }) {
    client.onRequest('vscode/content', (params: unknown) => schemaContent(addressOf(params)));
  },

  command: (command: Command) =>
    command.command === 'json.sort' ? { ...command, command: 'mooring.json.sort' } : command,

  started(world) {
    const { client } = world;
    const send = () => void client.sendNotification('json/schemaAssociations', associations(world));
    send();
    return Disposable.from(
      commands.registerCommand('mooring.json.sort', () => sort(client)),
      extensions.onDidChange(send),
      // VS Code changes its own schemas when settings come and go.
      workspace.onDidChangeTextDocument(({ document: { uri } }) => {
        if (uri.scheme === 'vscode') void client.sendNotification('json/schemaContent', uri.toString());
      }),
    );
  },
};

/** "Sort JSON" of the server is a command that its client has to have. */
async function sort(client: RelayClient): Promise<void> {
  const editor = window.activeTextEditor;
  if (!editor) return;
  const { document, options } = editor;
  const uri = client.code2ProtocolConverter.asUri(document.uri);
  const edits = await client.sendRequest<TextEdit[]>('json/sort', {
    uri,
    options: { tabSize: options.tabSize, insertSpaces: options.insertSpaces },
  });
  const edit = new WorkspaceEdit();
  edit.set(document.uri, await client.protocol2CodeConverter.asTextEdits(edits));
  await workspace.applyEdit(edit);
}

/** The server's own extension lies on its machine, so it reads those schemas itself; the rest it asks for. */
function associations({ extensionId, ready }: DialectWorld): SchemaAssociation[] {
  const local = ready()?.extension;
  return extensions.all.flatMap(({ id, packageJSON, extensionUri }) => {
    const base = id === extensionId && local !== undefined ? local : extensionUri.toString();
    return schemaAssociations(contributions(packageJSON, 'jsonValidation'), base);
  });
}

/** A relative address in the setting `json.schemas` lies in the opened folder. */
function inFolder(schema: unknown, folder: string | undefined): unknown {
  if (!isRecord(schema) || typeof schema['url'] !== 'string' || folder === undefined) return schema;
  const { url } = schema;
  return /^\.?\//.test(url) ? { ...schema, url: `${folder}/${url.replace(/^\.?\//, '')}` } : schema;
}

/** The server sends the address alone, or with more in a list. */
function addressOf(params: unknown): string {
  const first: unknown = Array.isArray(params) ? params[0] : params;
  return typeof first === 'string' ? first : '';
}
