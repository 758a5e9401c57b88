import { CancellationToken } from '@codingame/monaco-vscode-api/vscode/vs/base/common/cancellation';
import { CompletionItem } from '@codingame/monaco-vscode-api/vscode/vs/editor/contrib/suggest/browser/suggest';

/**
 * A suggestion that is taken while the server still says what it imports gets its import. VS Code begins to ask when
 * the suggestion is selected, gives that up when the list goes away, and taking it makes the list go away.
 */
export function finishAcceptedSuggestions(): void {
  const resolve = Reflect.get(CompletionItem.prototype, 'resolve');
  CompletionItem.prototype.resolve = function (this: CompletionItem) {
    return resolve.call(this, CancellationToken.None);
  };
}
