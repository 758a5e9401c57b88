import searchOverride from '@codingame/monaco-vscode-search-service-override';
import { SearchService } from '@codingame/monaco-vscode-search-service-override/vscode/vs/workbench/services/search/common/searchService';
import { SyncDescriptor, type IEditorOverrideServices } from '@codingame/monaco-vscode-api/services';
import { ISearchService } from '@codingame/monaco-vscode-api/vscode/vs/workbench/services/search/common/search.service';

/** VS Code's search, without the provider that would first read the whole folder into the page. */
export function searchService(): IEditorOverrideServices {
  return {
    ...searchOverride(),
    [ISearchService.toString()]: new SyncDescriptor(SearchService, [], true),
  };
}
