import { getService, IStorageService } from '@codingame/monaco-vscode-api/services';
import { IWorkbenchExtensionEnablementService } from '@codingame/monaco-vscode-api/vscode/vs/workbench/services/extensionManagement/common/extensionManagement.service';

/** Writes down at once what was enabled or disabled: a reload, which often follows, comes before VS Code does. */
export async function keepEnablement(): Promise<void> {
  const [enablement, storage] = await Promise.all([
    getService(IWorkbenchExtensionEnablementService),
    getService(IStorageService),
  ]);
  enablement.onEnablementChanged(() => void storage.flush());
}
