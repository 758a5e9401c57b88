import { MenuId, MenuRegistry } from '@codingame/monaco-vscode-api/vscode/vs/platform/actions/common/actions';
import { ContextKeyExpr } from '@codingame/monaco-vscode-api/vscode/vs/platform/contextkey/common/contextkey';

/** VS Code shows it by a setting that only its desktop has, since there it may open a program of the system. */
export function addExplorerEntry(): void {
  MenuRegistry.appendMenuItem(MenuId.ExplorerContext, {
    group: 'navigation',
    order: 30,
    command: { id: 'openInIntegratedTerminal', title: 'Open in Integrated Terminal' },
    when: ContextKeyExpr.equals('resourceScheme', 'file'),
  });
}
