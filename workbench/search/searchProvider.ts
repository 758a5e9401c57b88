import { getService } from '@codingame/monaco-vscode-api/services';
import { CancellationToken } from '@codingame/monaco-vscode-api/vscode/vs/base/common/cancellation';
import { URI } from '@codingame/monaco-vscode-api/vscode/vs/base/common/uri';
import { ISearchService } from '@codingame/monaco-vscode-api/vscode/vs/workbench/services/search/common/search.service';
import {
  SearchProviderType,
  type IFileQuery,
  type ISearchComplete,
  type ISearchProgressItem,
  type ISearchResultProvider,
  type ITextQuery,
} from '@codingame/monaco-vscode-api/vscode/vs/workbench/services/search/common/search';
import type { Channel } from '../connection/channel.ts';
import { toFileUri } from '../files/fileUrl.ts';
import { toFileSearchQuery, toTextSearchQuery } from './searchQuery.ts';
import { toFileMatches } from './searchResult.ts';

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
    let limitHit = false;
    for (const folder of query.folderQueries) {
      if (token.isCancellationRequested) break;
      const search = ++this.#count;
      const subscription = this.#channel.on('search/matches', (found) => {
        if (found.search === search) toFileMatches(found.matches, query.previewOptions).forEach(onProgress);
      });
      try {
        const uri = toFileUri(folder.folder.path);
        const asked = { search, uri, query: toTextSearchQuery(query, folder) };
        limitHit ||= (await this.#channel.request('search/text', asked, token)).limitHit;
      } finally {
        subscription.dispose();
      }
    }
    return { results: [], limitHit, messages: [] };
  }

  async fileSearch(
    query: IFileQuery,
    token: CancellationToken = CancellationToken.None,
  ): Promise<ISearchComplete> {
    const answers = await Promise.all(
      query.folderQueries.map((folder) => {
        const asked = { uri: toFileUri(folder.folder.path), query: toFileSearchQuery(query, folder) };
        return this.#channel.request('search/files', asked, token);
      }),
    );
    const uris = answers.flatMap((answer) => answer.uris);
    return {
      results: query.exists ? [] : uris.map((uri) => ({ resource: URI.parse(uri) })),
      limitHit: query.exists ? uris.length > 0 : answers.some((answer) => answer.limitHit),
      messages: [],
    };
  }

  async clearCache(): Promise<void> {}
}
