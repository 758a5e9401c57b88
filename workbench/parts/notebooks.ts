/**
 * VS Code's notebooks: a part of the workbench that is fetched only where somebody has a use for it. It imports what
 * the workbench consists of so that esbuild keeps all of that in one piece, which compresses better than several.
 */
import '../product/services.ts';
import {
  getService,
  IStorageService,
  StorageScope,
  StorageTarget,
} from '@codingame/monaco-vscode-api/services';
import { IWorkspaceTrustManagementService } from '@codingame/monaco-vscode-api/vscode/vs/platform/workspace/common/workspaceTrust.service';
import { INotebookService } from '@codingame/monaco-vscode-api/vscode/vs/workbench/contrib/notebook/common/notebookService.service';
import { adaptKernelPicker } from './kernelPicker.ts';

export { default as services } from '@codingame/monaco-vscode-notebook-service-override';

/** By this VS Code remembers that notebooks may be opened without a question. */
const mayOpen = 'notebook.webHost.openConfirmed';

export async function start(): Promise<void> {
  const [notebooks, trust, storage] = await Promise.all([
    getService(INotebookService),
    getService(IWorkspaceTrustManagementService),
    getService(IStorageService),
    adaptKernelPicker(),
  ]);
  // It listens to what extensions contribute once somebody asks it something, and nobody else does.
  notebooks.getContributedNotebookTypes();

  // VS Code asks for each notebook whether its authors are trusted: in a folder that is trusted, they are.
  const allow = () => storage.store(mayOpen, true, StorageScope.WORKSPACE, StorageTarget.MACHINE);
  trust.onDidChangeTrust((trusted) => (trusted ? allow() : storage.remove(mayOpen, StorageScope.WORKSPACE)));
  await trust.workspaceTrustInitialized;
  if (trust.isWorkspaceTrusted()) allow();
}
