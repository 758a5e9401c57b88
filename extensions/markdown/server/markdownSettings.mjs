import { DidChangeConfigurationNotification } from 'vscode-languageserver/node.js';
import { DiagnosticLevel } from 'vscode-markdown-languageservice';

/** @import { Connection } from 'vscode-languageserver/node.js' */
/** @import { DiagnosticOptions, IncludeWorkspaceHeaderCompletions } from 'vscode-markdown-languageservice' */
/** @typedef {Record<string, unknown>} Section */

const levels = /** @type {ReadonlySet<unknown>} */ (new Set(Object.values(DiagnosticLevel)));

/** The editor's `markdown` settings, asked for once and again after every change. */
export class MarkdownSettings {
  #connection;
  /** @type {Promise<Section> | undefined} */
  #section;

  /** @param {Connection} connection */
  constructor(connection) {
    this.#connection = connection;
  }

  /** @param {() => void} changed */
  watch(changed) {
    void this.#connection.client.register(DidChangeConfigurationNotification.type, undefined);
    this.#connection.onDidChangeConfiguration(() => {
      this.#section = undefined;
      changed();
    });
  }

  /**
   * How strictly links are checked.
   * @returns {Promise<DiagnosticOptions | undefined>} undefined when they are not
   */
  async validation() {
    const section = await this.#read();
    if (at(section, 'validate.enabled') === false) return undefined;
    const fragments = level(at(section, 'validate.fragmentLinks.enabled'), DiagnosticLevel.warning);
    const inherited = at(section, 'validate.fileLinks.markdownFragmentLinks');
    const ignored = at(section, 'validate.ignoredLinks');
    return {
      validateReferences: level(at(section, 'validate.referenceLinks.enabled'), DiagnosticLevel.warning),
      validateFragmentLinks: fragments,
      validateFileLinks: level(at(section, 'validate.fileLinks.enabled'), DiagnosticLevel.warning),
      validateMarkdownFileLinkFragments: level(inherited, fragments),
      validateUnusedLinkDefinitions: level(
        at(section, 'validate.unusedLinkDefinitions.enabled'),
        DiagnosticLevel.hint,
      ),
      validateDuplicateLinkDefinitions: level(
        at(section, 'validate.duplicateLinkDefinitions.enabled'),
        DiagnosticLevel.warning,
      ),
      ignoreLinks: Array.isArray(ignored) ? ignored.filter((link) => typeof link === 'string') : [],
    };
  }

  /** @returns {Promise<{ paths: boolean, headers: IncludeWorkspaceHeaderCompletions | undefined }>} */
  async completion() {
    const section = await this.#read();
    const headers = at(section, 'suggest.paths.includeWorkspaceHeaderCompletions');
    return {
      paths: at(section, 'suggest.paths.enabled') !== false,
      headers:
        typeof headers === 'string' ? /** @type {IncludeWorkspaceHeaderCompletions} */ (headers) : undefined,
    };
  }

  /** @returns {Promise<boolean>} */
  async highlights() {
    return at(await this.#read(), 'occurrencesHighlight.enabled') === true;
  }

  /** Whether links follow a file that is moved. @returns {Promise<boolean>} */
  async updatesLinks() {
    return at(await this.#read(), 'updateLinksOnFileMove.enabled') === 'always';
  }

  #read() {
    this.#section ??= this.#connection.workspace.getConfiguration('markdown').then(
      (section) => section ?? {},
      () => ({}),
    );
    return this.#section;
  }
}

/**
 * @param {Section} section
 * @param {string} key
 * @returns {unknown}
 */
function at(section, key) {
  /** @type {unknown} */
  let value = section;
  for (const part of key.split('.')) {
    if (typeof value !== 'object' || value === null) return undefined;
    value = /** @type {Section} */ (value)[part];
  }
  return value;
}

/**
 * @param {unknown} value
 * @param {DiagnosticLevel | undefined} preset
 * @returns {DiagnosticLevel | undefined}
 */
function level(value, preset) {
  return levels.has(value) ? /** @type {DiagnosticLevel} */ (value) : preset;
}
