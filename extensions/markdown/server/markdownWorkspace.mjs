import { readdir, readFile, stat } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { TextDocument } from 'vscode-languageserver-textdocument';
import { Emitter, FileChangeType, TextDocuments } from 'vscode-languageserver/node.js';
import { URI } from 'vscode-uri';

/** @import { Connection, WorkspaceFolder } from 'vscode-languageserver/node.js' */
/** @import { FileStat, ITextDocument, IWorkspace } from 'vscode-markdown-languageservice' */

const skipped = new Set(['node_modules', '.git', '.hg', '.svn', 'dist', 'out', 'target', '.venv']);
/** A folder with more Markdown than this is not searched to the end. */
const fileLimit = 5_000;
const concurrency = 16;

/**
 * The Markdown files of the folder: as the editor has them where they are open, else from disk.
 * @implements {IWorkspace}
 */
export class MarkdownWorkspace {
  extensions = ['md', 'markdown', 'mdown', 'mkd'];
  documents = new TextDocuments(TextDocument);
  #changed = /** @type {Emitter<ITextDocument>} */ (new Emitter());
  #created = /** @type {Emitter<ITextDocument>} */ (new Emitter());
  #deleted = /** @type {Emitter<URI>} */ (new Emitter());
  #changedOnDisk = /** @type {Emitter<ITextDocument>} */ (new Emitter());
  /** Files read from disk, by URI. @type {Map<string, TextDocument>} */
  #files = new Map();
  /** @type {Promise<void> | undefined} */
  #walk;
  /** @type {readonly URI[]} */
  workspaceFolders = [];
  onDidChangeMarkdownDocument = this.#changed.event;
  onDidCreateMarkdownDocument = this.#created.event;
  onDidDeleteMarkdownDocument = this.#deleted.event;
  /** A file that is not open has other text than before. */
  onDidChangeOnDisk = this.#changedOnDisk.event;

  /** @param {Connection} connection */
  constructor(connection) {
    this.documents.listen(connection);
    this.documents.onDidChangeContent(({ document }) => {
      const known = this.#files.has(document.uri);
      this.#files.set(document.uri, document);
      (known ? this.#changed : this.#created).fire(document);
    });
    this.documents.onDidClose(({ document }) => void this.#reread(URI.parse(document.uri)));
    connection.onDidChangeWatchedFiles(async ({ changes }) => {
      for (const { uri, type } of changes) {
        if (this.documents.get(canonical(uri))) continue;
        if (type === FileChangeType.Deleted) this.#forget(URI.parse(uri));
        else await this.#reread(URI.parse(uri));
      }
    });
  }

  /** @param {readonly WorkspaceFolder[]} folders */
  open(folders) {
    this.workspaceFolders = folders.map(({ uri }) => URI.parse(uri));
  }

  /** @returns {Promise<Iterable<ITextDocument>>} */
  async getAllMarkdownDocuments() {
    this.#walk ??= this.#readAll();
    await this.#walk;
    return this.#files.values();
  }

  /** @param {URI} resource */
  hasMarkdownDocument(resource) {
    return this.#files.has(resource.toString());
  }

  /**
   * @param {URI} resource
   * @returns {Promise<ITextDocument | undefined>}
   */
  async openMarkdownDocument(resource) {
    return this.#files.get(resource.toString()) ?? (await this.#read(resource));
  }

  /**
   * @param {URI} resource
   * @returns {Promise<FileStat | undefined>}
   */
  async stat(resource) {
    if (this.#files.has(resource.toString())) return { isDirectory: false };
    try {
      return { isDirectory: (await stat(resource.fsPath)).isDirectory() };
    } catch {
      // That it is not there is what the caller wants to know.
      return undefined;
    }
  }

  /**
   * @param {URI} resource
   * @returns {Promise<Iterable<readonly [string, FileStat]>>}
   */
  async readDirectory(resource) {
    try {
      const entries = await readdir(resource.fsPath, { withFileTypes: true });
      return entries.map((entry) => [entry.name, { isDirectory: entry.isDirectory() }]);
    } catch {
      // A path that somebody is still typing need not exist.
      return [];
    }
  }

  async #readAll() {
    /** @type {string[]} */
    const found = [];
    for (const folder of this.workspaceFolders) {
      if (folder.scheme === 'file') await this.#find(folder.fsPath, found);
    }
    for (let start = 0; start < found.length; start += concurrency) {
      await Promise.all(found.slice(start, start + concurrency).map((path) => this.#read(URI.file(path))));
    }
  }

  /**
   * @param {string} folder
   * @param {string[]} found
   */
  async #find(folder, found) {
    const entries = await readdir(folder, { withFileTypes: true }).catch(() => []);
    for (const entry of entries) {
      if (found.length >= fileLimit) return;
      const path = join(folder, entry.name);
      if (entry.isDirectory() && !skipped.has(entry.name)) await this.#find(path, found);
      else if (entry.isFile() && this.#isMarkdown(path)) found.push(path);
    }
  }

  /**
   * @param {URI} resource
   * @returns {Promise<TextDocument | undefined>}
   */
  async #read(resource) {
    const key = resource.toString();
    const open = this.#files.get(key) ?? this.documents.get(key);
    if (open) return open;
    if (!this.#isMarkdown(resource.path) || resource.scheme !== 'file') return undefined;
    try {
      const document = TextDocument.create(key, 'markdown', 0, await readFile(resource.fsPath, 'utf8'));
      this.#files.set(key, document);
      return document;
    } catch {
      // A link may well lead to a file that is not there.
      return undefined;
    }
  }

  /** @param {URI} resource */
  async #reread(resource) {
    const key = resource.toString();
    const known = this.#files.delete(key);
    const document = await this.#read(resource);
    if (document) (known ? this.#changed : this.#created).fire(document);
    if (document && known) this.#changedOnDisk.fire(document);
    if (!document && known) this.#deleted.fire(resource);
  }

  /** @param {URI} resource */
  #forget(resource) {
    if (this.#files.delete(resource.toString())) this.#deleted.fire(resource);
  }

  /** @param {string} path */
  #isMarkdown(path) {
    return this.extensions.includes(extname(path).slice(1).toLowerCase());
  }
}

/** The form of a URI that documents are kept under. @param {string} uri */
function canonical(uri) {
  return URI.parse(uri).toString();
}
