import { getService } from '@codingame/monaco-vscode-api/services';
import { CancellationToken } from '@codingame/monaco-vscode-api/vscode/vs/base/common/cancellation';
import { CancellationError } from '@codingame/monaco-vscode-api/vscode/vs/base/common/errors';
import { URI } from '@codingame/monaco-vscode-api/vscode/vs/base/common/uri';
import { ISearchService } from '@codingame/monaco-vscode-api/vscode/vs/workbench/services/search/common/search.service';
import {
  SearchProviderType,
  type IFileQuery,
  type IFolderQuery,
  type ISearchComplete,
  type ISearchProgressItem,
  type ISearchResultProvider,
  type ITextQuery,
} from '@codingame/monaco-vscode-api/vscode/vs/workbench/services/search/common/search';
import type { ChannelRequests } from '../../server/protocol/files.ts';
import type { Channel } from '../connection/channel.ts';
import { toFileUri } from '../../server/protocol/fileUrl.ts';
import { toFileSearchQuery, toTextSearchQuery } from './searchQuery.ts';
import { toFileMatches } from './searchResult.ts';
import { SiblingExcludes } from './siblingExcludes.ts';

/** Search in files and for files, done by the server: results stream in, and a search can be given up. */
export async function registerSearch(channel: Channel): Promise<void> {
  const search = await getService(ISearchService);
  const provider = new ServerSearch(channel);
  search.registerSearchResultProvider('file', SearchProviderType.text, provider);
  search.registerSearchResultProvider('file', SearchProviderType.file, provider);
}

class ServerSearch implements ISearchResultProvider {
  readonly #channel: Channel;
  #count = 0;

  constructor(channel: Channel) {
    this.#channel = channel;
  }

  async getAIName(): Promise<undefined> {
    return undefined;
  }

  async textSearch(
    query: ITextQuery,
    onProgress: (item: ISearchProgressItem) => void = () => {},
    token: CancellationToken = CancellationToken.None,
  ): Promise<ISearchComplete> {
    const limits = await Promise.all(
      query.folderQueries.map((folder) => this.#textIn(folder, query, onProgress, token)),
    );
    return { results: [], limitHit: limits.includes(true), messages: [] };
  }

  async fileSearch(
    query: IFileQuery,
    token: CancellationToken = CancellationToken.None,
  ): Promise<ISearchComplete> {
    const answers = await Promise.all(
      query.folderQueries.map((folder) => this.#filesIn(folder, query, token)),
    );
    const uris = answers.flatMap((answer) => answer.uris);
    return {
      // When asked whether there is any, VS Code looks for the answer in `limitHit`.
      results: query.exists ? [] : uris.map((uri) => ({ resource: URI.parse(uri) })),
      limitHit: query.exists ? uris.length > 0 : answers.some((answer) => answer.limitHit),
      messages: [],
    };
  }

  async clearCache(): Promise<void> {}

  async #textIn(
    folder: IFolderQuery,
    query: ITextQuery,
    onProgress: (item: ISearchProgressItem) => void,
    token: CancellationToken,
  ): Promise<boolean> {
    const search = ++this.#count;
    const excludes = new SiblingExcludes(this.#channel, query, folder);
    let reported = Promise.resolve();
    const subscription = this.#channel.on('search/matches', (found) => {
      if (found.search !== search) return;
      const kept = excludes.filter(found.matches, ({ uri }) => uri);
      reported = reported.then(async () =>
        toFileMatches(await kept, query.previewOptions).forEach(onProgress),
      );
    });
    try {
      const uri = toFileUri(folder.folder);
      const asked = { search, uri, query: toTextSearchQuery(query, folder) };
      const { limitHit } = await this.#ask('search/text', asked, token);
      await reported;
      return limitHit;
    } finally {
      subscription.dispose();
    }
  }

  async #filesIn(folder: IFolderQuery, query: IFileQuery, token: CancellationToken) {
    const asked = { uri: toFileUri(folder.folder), query: toFileSearchQuery(query, folder) };
    const { uris, limitHit } = await this.#ask('search/files', asked, token);
    const excludes = new SiblingExcludes(this.#channel, query, folder);
    return { uris: await excludes.filter(uris, (uri) => uri), limitHit };
  }

  async #ask<M extends 'search/text' | 'search/files'>(
    method: M,
    params: ChannelRequests[M][0],
    token: CancellationToken,
  ): Promise<ChannelRequests[M][1]> {
    try {
      return await this.#channel.request(method, params, token);
    } catch (error) {
      throw token.isCancellationRequested ? new CancellationError() : error;
    }
  }
}
