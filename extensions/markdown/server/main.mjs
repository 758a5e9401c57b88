/**
 * A language server for Markdown over stdio: wires vscode-markdown-languageservice, which knows Markdown, to
 * LSP, to markdown-it, which parses, and to the files of the folder. Plain Node, nothing to build.
 */
import { createConnection, ProposedFeatures } from 'vscode-languageserver/node.js';
import { createLanguageService, githubSlugifier, LogLevel } from 'vscode-markdown-languageservice';
import { registerFeatures } from './features.mjs';
import { MarkdownParser } from './markdownParser.mjs';
import { MarkdownSettings } from './markdownSettings.mjs';
import { MarkdownWorkspace } from './markdownWorkspace.mjs';

const connection = createConnection(ProposedFeatures.all, process.stdin, process.stdout);
const workspace = new MarkdownWorkspace(connection);
const settings = new MarkdownSettings(connection);
const service = createLanguageService({
  workspace,
  parser: new MarkdownParser(githubSlugifier),
  logger: { level: LogLevel.Off, log: () => {} },
  markdownFileExtensions: workspace.extensions,
});
registerFeatures(connection, workspace, service, settings);
connection.listen();
