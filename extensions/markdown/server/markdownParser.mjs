// @ts-expect-error markdown-it brings no types, and what is used of it is one method.
import MarkdownIt from 'markdown-it';

/** @import { IMdParser, ISlugifier, ITextDocument, Token } from 'vscode-markdown-languageservice' */

/**
 * markdown-it as the language service's parser.
 * @implements {IMdParser}
 */
export class MarkdownParser {
  #engine = new MarkdownIt({ html: true });

  /** @param {ISlugifier} slugifier */
  constructor(slugifier) {
    this.slugifier = slugifier;
  }

  /**
   * @param {ITextDocument} document
   * @returns {Promise<Token[]>}
   */
  async tokenize(document) {
    return this.#engine.parse(document.getText(), {});
  }
}
