import { getService, INotificationService } from '@codingame/monaco-vscode-api/services';
import { INotebookKernelService } from '@codingame/monaco-vscode-api/vscode/vs/workbench/contrib/notebook/common/notebookKernelService.service';
import { KernelPickerMRUStrategy } from '@codingame/monaco-vscode-api/vscode/vs/workbench/contrib/notebook/browser/viewParts/notebookKernelQuickPickStrategy';

type ShowQuickPick = KernelPickerMRUStrategy['showQuickPick'];

/** Where nothing runs a notebook's cells VS Code looks in the marketplace; here it says so, and what to do. */
export async function adaptKernelPicker(): Promise<void> {
  const [kernels, notifications] = await Promise.all([
    getService(INotebookKernelService),
    getService(INotificationService),
  ]);
  const picker = KernelPickerMRUStrategy.prototype;
  const show: ShowQuickPick = Reflect.get(picker, 'showQuickPick');
  picker.showQuickPick = async function (this: KernelPickerMRUStrategy, ...all: Parameters<ShowQuickPick>) {
    const [editor] = all;
    const notebook = editor.textModel;
    const hasKernel =
      kernels.getMatchingKernel(notebook).all.length > 0 ||
      kernels.getKernelDetectionTasks(notebook).length > 0 ||
      kernels.getSourceActions(notebook, editor.scopedContextKeyService).length > 0;
    if (hasKernel) return show.apply(this, all);
    notifications.info(
      `No extension here runs the cells of this kind of notebook ("${notebook.viewType}"). They can be read, edited and saved; to run them, add an extension with a kernel that works in the browser.`,
    );
    return false;
  };
  Reflect.set(picker, '_getKernelRecommendationsQuickPickItems', async () => []);
}
