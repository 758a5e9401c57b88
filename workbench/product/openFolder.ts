import { getService, INotificationService, Severity } from '@codingame/monaco-vscode-api/services';
import { URI } from '@codingame/monaco-vscode-api/vscode/vs/base/common/uri';
import { isFolderToOpen } from '@codingame/monaco-vscode-api/vscode/vs/platform/window/common/window';
import type {
  IWorkspace,
  IWorkspaceProvider,
} from '@codingame/monaco-vscode-api/vscode/vs/workbench/browser/web.api';
import type { BootFolder } from '../../server/protocol/boot.ts';

/** The one folder that this server has open. Another window shows the same one; another folder needs a server. */
export function openedFolder(folder: BootFolder): IWorkspaceProvider {
  const folderUri = URI.parse(folder.uri);
  return {
    trusted: undefined,
    workspace: { folderUri },
    async open(workspace, options) {
      if (!isSame(workspace, folderUri)) await explain(workspace);
      else if (options?.reuse) location.reload();
      else return window.open(location.href, '_blank') !== null;
      // It was dealt with: `false` would mean that the browser blocked a new window.
      return true;
    },
  };
}

function isSame(workspace: IWorkspace, folderUri: URI): boolean {
  if (workspace === undefined) return true;
  return isFolderToOpen(workspace) && workspace.folderUri.toString() === folderUri.toString();
}

async function explain(workspace: IWorkspace): Promise<void> {
  const notifications = await getService(INotificationService);
  const name = workspace && isFolderToOpen(workspace) ? workspace.folderUri.path : 'That workspace';
  notifications.notify({
    severity: Severity.Info,
    message: `This server has another folder open. Start one for ${name} with npm start.`,
  });
}
