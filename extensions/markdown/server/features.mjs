import {
  CodeActionKind,
  DiagnosticSeverity,
  DocumentDiagnosticReportKind,
  LSPErrorCodes,
  ResponseError,
  TextDocumentSyncKind,
} from 'vscode-languageserver/node.js';
import { URI } from 'vscode-uri';
import { RenameNotSupportedAtLocationError } from 'vscode-markdown-languageservice';

/** @import { CodeAction, Connection, Diagnostic, InitializeResult, TextDocumentIdentifier, WorkspaceEdit } from 'vscode-languageserver/node.js' */
/** @import { IMdLanguageService } from 'vscode-markdown-languageservice' */
/** @import { TextDocument } from 'vscode-languageserver-textdocument' */
/** @import { MarkdownSettings } from './markdownSettings.mjs' */
/** @import { MarkdownWorkspace } from './markdownWorkspace.mjs' */

const organizeLinks = `${CodeActionKind.Source}.organizeLinkDefinitions`;

/** @type {InitializeResult} */
const initializeResult = {
  serverInfo: { name: 'mooring-markdown', version: '0.1.0' },
  capabilities: {
    textDocumentSync: TextDocumentSyncKind.Incremental,
    completionProvider: { triggerCharacters: ['.', '/', '#'] },
    definitionProvider: true,
    referencesProvider: true,
    documentHighlightProvider: true,
    documentLinkProvider: { resolveProvider: true },
    documentSymbolProvider: true,
    foldingRangeProvider: true,
    selectionRangeProvider: true,
    renameProvider: { prepareProvider: true },
    workspaceSymbolProvider: true,
    codeActionProvider: {
      codeActionKinds: [CodeActionKind.QuickFix, CodeActionKind.RefactorExtract, organizeLinks],
    },
    diagnosticProvider: { identifier: 'markdown', interFileDependencies: true, workspaceDiagnostics: false },
    workspace: {
      workspaceFolders: { supported: true },
      fileOperations: { willRename: { filters: [{ scheme: 'file', pattern: { glob: '**/*' } }] } },
    },
  },
};

/**
 * Answers each LSP request by the language service's method for it.
 *
 * @param {Connection} connection
 * @param {MarkdownWorkspace} workspace
 * @param {IMdLanguageService} service
 * @param {MarkdownSettings} settings
 */
export function registerFeatures(connection, workspace, service, settings) {
  let refreshes = false;
  const refresh = () => {
    if (refreshes) connection.languages.diagnostics.refresh();
  };

  connection.onInitialize(({ workspaceFolders, capabilities }) => {
    workspace.open(workspaceFolders ?? []);
    refreshes = capabilities.workspace?.diagnostics?.refreshSupport === true;
    return initializeResult;
  });
  connection.onInitialized(() => settings.watch(refresh));

  // A link is broken or whole by what happens to other files.
  workspace.onDidCreateMarkdownDocument(refresh);
  workspace.onDidDeleteMarkdownDocument(refresh);
  workspace.onDidChangeOnDisk(refresh);

  /**
   * @template T
   * @param {{ textDocument: TextDocumentIdentifier }} params
   * @param {(document: TextDocument) => Promise<T>} answer
   * @returns {Promise<T | null>}
   */
  const on = async ({ textDocument }, answer) => {
    const document = workspace.documents.get(textDocument.uri);
    return document ? answer(document) : null;
  };

  connection.onCompletion((params, token) =>
    on(params, async (document) => {
      const { paths, headers } = await settings.completion();
      if (!paths) return [];
      const context = headers === undefined ? {} : { includeWorkspaceHeaderCompletions: headers };
      return service.getCompletionItems(document, params.position, context, token);
    }),
  );
  connection.onDefinition((params, token) =>
    on(params, async (document) => (await service.getDefinition(document, params.position, token)) ?? null),
  );
  connection.onReferences((params, token) =>
    on(params, (document) => service.getReferences(document, params.position, params.context, token)),
  );
  connection.onDocumentHighlight((params, token) =>
    on(params, async (document) =>
      (await settings.highlights()) ? service.getDocumentHighlights(document, params.position, token) : [],
    ),
  );
  connection.onDocumentLinks((params, token) =>
    on(params, (document) => service.getDocumentLinks(document, token)),
  );
  connection.onDocumentLinkResolve(
    async (link, token) => (await service.resolveDocumentLink(link, token)) ?? link,
  );
  connection.onDocumentSymbol((params, token) =>
    on(params, (document) => service.getDocumentSymbols(document, { includeLinkDefinitions: true }, token)),
  );
  connection.onFoldingRanges((params, token) =>
    on(params, (document) => service.getFoldingRanges(document, token)),
  );
  connection.onSelectionRanges((params, token) =>
    on(
      params,
      async (document) => (await service.getSelectionRanges(document, params.positions, token)) ?? [],
    ),
  );
  connection.workspace.onWillRenameFiles(async ({ files }, token) => {
    if (!(await settings.updatesLinks())) return null;
    const renames = files.map(({ oldUri, newUri }) => ({
      oldUri: URI.parse(oldUri),
      newUri: URI.parse(newUri),
    }));
    return plain((await service.getRenameFilesInWorkspaceEdit(renames, token))?.edit);
  });
  connection.onWorkspaceSymbol(({ query }, token) => service.getWorkspaceSymbols(query, token));
  connection.onPrepareRename((params, token) =>
    on(params, (document) =>
      refusable(async () => (await service.prepareRename(document, params.position, token)) ?? null),
    ),
  );
  connection.onRenameRequest((params, token) =>
    on(params, (document) =>
      refusable(async () =>
        plain(await service.getRenameEdit(document, params.position, params.newName, token)),
      ),
    ),
  );
  connection.onCodeAction((params, token) =>
    on(params, async (document) => {
      const found = await service.getCodeActions(document, params.range, params.context, token);
      const actions = /** @type {CodeAction[]} */ (found);
      if (!params.context.only?.includes(organizeLinks)) return actions;
      const edits = await service.organizeLinkDefinitions(document, { removeUnused: true }, token);
      const edit = { changes: { [document.uri]: edits } };
      return [...actions, { title: 'Organize link definitions', kind: organizeLinks, edit }];
    }),
  );
  connection.languages.diagnostics.on(async (params, token) => ({
    kind: DocumentDiagnosticReportKind.Full,
    items: (await on(params, (document) => check(document, token))) ?? [],
  }));

  /**
   * @param {TextDocument} document
   * @param {import('vscode-languageserver/node.js').CancellationToken} token
   * @returns {Promise<Diagnostic[]>}
   */
  const check = async (document, token) => {
    const options = await settings.validation();
    if (!options) return [];
    const diagnostics = await service.computeDiagnostics(document, options, token);
    return diagnostics.map((diagnostic) => ({
      severity: DiagnosticSeverity.Warning,
      .../** @type {Diagnostic} */ (diagnostic),
      source: 'markdown',
    }));
  };
}

/**
 * The service is typed with a later version of LSP than the connection; it makes none of its additions.
 *
 * @param {Awaited<ReturnType<IMdLanguageService['getRenameEdit']>>} edit
 * @returns {WorkspaceEdit | null}
 */
function plain(edit) {
  return /** @type {WorkspaceEdit | undefined} */ (edit) ?? null;
}

/**
 * "You cannot rename this" is an answer for the user, not a fault.
 *
 * @template T
 * @param {() => Promise<T>} ask
 * @returns {Promise<T | ResponseError>}
 */
async function refusable(ask) {
  try {
    return await ask();
  } catch (error) {
    if (!(error instanceof RenameNotSupportedAtLocationError)) throw error;
    return new ResponseError(
      LSPErrorCodes.RequestFailed,
      'Only headers, links and link definitions can be renamed.',
    );
  }
}
