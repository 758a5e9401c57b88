import {
  hasSiblingPromiseFn,
  QueryGlobTester,
  type IFolderQuery,
  type ISearchQuery,
} from '@codingame/monaco-vscode-api/vscode/vs/workbench/services/search/common/search';
import { URI } from '@codingame/monaco-vscode-api/vscode/vs/base/common/uri';
import type { Channel } from '../connection/channel.ts';
import { toFileUri } from '../../server/protocol/fileUrl.ts';

/**
 * Excludes that depend on a sibling, such as "`.js` files beside which there is a `.ts` file of the same name".
 * The server does not know them; the few searches that have them are filtered here.
 */
export class SiblingExcludes {
  readonly #channel: Channel;
  readonly #root: URI;
  readonly #globs: QueryGlobTester;
  readonly #siblings = new Map<string, Promise<string[]>>();

  constructor(channel: Channel, query: ISearchQuery, folder: IFolderQuery) {
    this.#channel = channel;
    this.#root = URI.revive(folder.folder);
    this.#globs = new QueryGlobTester(query, folder);
  }

  /** Those that stay; `uriOf` says which file something is about. */
  async filter<T>(found: readonly T[], uriOf: (item: T) => string): Promise<readonly T[]> {
    if (!this.#globs.hasSiblingExcludeClauses()) return found;
    const kept = await Promise.all(found.map((item) => this.#isIncluded(URI.parse(uriOf(item)).path)));
    return found.filter((_item, index) => kept[index]);
  }

  async #isIncluded(path: string): Promise<boolean> {
    const end = path.lastIndexOf('/');
    const siblings = hasSiblingPromiseFn(() => this.#list(path.slice(0, end)));
    return this.#globs.includedInQuery(path.slice(this.#root.path.length + 1), path.slice(end + 1), siblings);
  }

  #list(folder: string): Promise<string[]> {
    const known = this.#siblings.get(folder);
    if (known) return known;
    const asked = this.#channel
      .request('files/list', { uri: toFileUri(this.#root.with({ path: folder })) })
      .then((entries) => entries.map(({ name }) => name));
    this.#siblings.set(folder, asked);
    return asked;
  }
}
