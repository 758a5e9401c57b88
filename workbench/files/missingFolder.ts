import { getService } from '@codingame/monaco-vscode-api/services';
import { INotificationService } from '@codingame/monaco-vscode-api/vscode/vs/platform/notification/common/notification.service';
import { Severity } from '@codingame/monaco-vscode-api/services';
import { URI } from '@codingame/monaco-vscode-api/vscode/vs/base/common/uri';
import {
  FileChangeType,
  FileSystemProviderErrorCode,
  toFileSystemProviderErrorCode,
} from '@codingame/monaco-vscode-api/vscode/vs/platform/files/common/files';
import type { BootFolder } from '../../server/protocol/boot.ts';
import type { WorkspaceFiles } from './workspaceFiles.ts';

/** Says so, once, when the opened folder itself is gone, and takes it back when the folder is there again. */
export async function watchWorkspaceFolder(files: WorkspaceFiles, folder: BootFolder): Promise<void> {
  const notifications = await getService(INotificationService);
  const resource = URI.parse(folder.uri);
  let notice: { close(): void } | undefined;
  const look = async (): Promise<void> => {
    const missing = await isMissing(files, resource);
    if (missing && !notice) {
      notice = notifications.prompt(
        Severity.Error,
        `The folder ${resource.path} no longer exists. Text you have not saved is still here: put the folder back, or start Mooring with another one.`,
        [{ label: 'Look Again', keepOpen: true, run: () => void look() }],
        { sticky: true },
      );
    } else if (!missing) {
      notice?.close();
      notice = undefined;
    }
  };
  files.onDidChangeFile((changes) => {
    const concerned = changes.some(
      ({ resource: { path }, type }) =>
        path === resource.path || (notice ? type === FileChangeType.ADDED : type === FileChangeType.DELETED),
    );
    if (concerned) void look();
  });
  files.onDidOverflow(() => void look());
  await look();
}

async function isMissing(files: WorkspaceFiles, resource: URI): Promise<boolean> {
  try {
    await files.stat(resource);
    return false;
  } catch (error) {
    const code = error instanceof Error ? toFileSystemProviderErrorCode(error) : undefined;
    return code === FileSystemProviderErrorCode.FileNotFound;
  }
}
