import { getService } from '@codingame/monaco-vscode-api/services';
import { FileChangeType } from '@codingame/monaco-vscode-api/vscode/vs/platform/files/common/files';
import { ITextFileService } from '@codingame/monaco-vscode-api/vscode/vs/workbench/services/textfile/common/textfiles.service';
import { IExplorerService } from '@codingame/monaco-vscode-api/vscode/vs/workbench/contrib/files/browser/files.service';
import type { WorkspaceFiles } from './workspaceFiles.ts';

/** After lost events everything shown is read again: the explorer's tree and the files of open editors. */
export async function refreshAfterOverflow(files: WorkspaceFiles): Promise<void> {
  const [explorer, textFiles] = await Promise.all([
    getService(IExplorerService),
    getService(ITextFileService),
  ]);
  files.onDidOverflow(() => {
    const open = textFiles.files.models.map(({ resource }) => resource);
    const onDisk = open.filter(({ scheme }) => scheme === 'file');
    files.announce(onDisk.map((resource) => ({ resource, type: FileChangeType.UPDATED })));
    void explorer.refresh();
  });
}
