import {
  getService,
  IEditorGroupsService,
  IEditorService,
  INotificationService,
  Severity,
} from '@codingame/monaco-vscode-api/services';
import { basename } from '@codingame/monaco-vscode-api/vscode/vs/base/common/resources';
import type { URI } from '@codingame/monaco-vscode-api/vscode/vs/base/common/uri';
import { FileEditorInput } from '@codingame/monaco-vscode-api/vscode/vs/workbench/contrib/files/browser/editors/fileEditorInput';
import { IHostService } from '@codingame/monaco-vscode-api/vscode/vs/workbench/services/host/browser/host.service';
import type { OptionalParts } from './optionalParts.ts';

/** Under this a browser remembers that notebooks are used in it. */
const usedKey = 'mooring.notebooks.used';
/** Under this a window remembers, over one reload, which file is to be shown as a notebook. */
const wantedKey = 'mooring.notebooks.wanted';
const jupyter = 'jupyter-notebook';

/** Whether notebooks are worth their weight at every start although no extension brings a kind of its own. */
export function usesNotebooks(): boolean {
  return localStorage.getItem(usedKey) !== null;
}

/**
 * Jupyter's notebooks open without any extension, but who never opens one does not fetch what that takes. The first
 * is shown as text, with the offer to reload and see it as a notebook; from then on all of them open as such.
 */
export async function offerNotebooks(parts: OptionalParts): Promise<void> {
  if (parts.has('notebooks')) return showWanted();
  const [editors, notifications, host] = await Promise.all([
    getService(IEditorService),
    getService(INotificationService),
    getService(IHostService),
  ]);
  const offered = new Set<string>();
  const offer = () => {
    const resource = notebookIn(editors.activeEditor);
    if (!resource || offered.has(resource.toString())) return;
    offered.add(resource.toString());
    const reload = () => {
      localStorage.setItem(usedKey, 'yes');
      sessionStorage.setItem(wantedKey, resource.toString());
      void host.reload();
    };
    notifications.prompt(
      Severity.Info,
      `${basename(resource)} is shown as text: this page did not load notebooks, which few need. Reload to see it as a notebook, and all others from now on. Unsaved text is kept.`,
      [{ label: 'Reload', run: reload }],
    );
  };
  editors.onDidActiveEditorChange(offer);
  offer();
}

function notebookIn(editor: unknown): URI | undefined {
  if (!(editor instanceof FileEditorInput)) return undefined;
  return editor.resource.path.endsWith('.ipynb') ? editor.resource : undefined;
}

/** The tab came back as the text it was. */
async function showWanted(): Promise<void> {
  const wanted = sessionStorage.getItem(wantedKey);
  if (wanted === null) return;
  sessionStorage.removeItem(wantedKey);
  const groups = await getService(IEditorGroupsService);
  await groups.whenRestored;
  for (const group of groups.groups) {
    for (const editor of group.editors) {
      const resource = notebookIn(editor);
      if (resource?.toString() !== wanted || editor.isDirty()) continue;
      const editors = await getService(IEditorService);
      const replacement = { resource, options: { override: jupyter, pinned: true } };
      await editors.replaceEditors([{ editor, replacement }], group);
    }
  }
}
