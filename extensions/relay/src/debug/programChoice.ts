import {
  FileSystemError,
  FileType,
  l10n,
  window,
  workspace,
  type DebugConfiguration,
  type TextDocument,
  type Uri,
} from 'vscode';
import { buildCommand, builtPrograms } from './builtPrograms.ts';

/**
 * F5 without a `launch.json` for a language whose programs are built: has the user choose where there are several.
 * @returns undefined when nothing was chosen, null to have `launch.json` opened
 */
export async function withBuiltProgram(
  initial: DebugConfiguration,
  { uri }: TextDocument,
): Promise<DebugConfiguration | null | undefined> {
  const folder = workspace.getWorkspaceFolder(uri);
  if (!folder) return initial;
  const list = (path: string) => filesOf(uri.with({ path }));
  const found = await builtPrograms(uri.path, folder.uri.path, list);
  const [first] = found;
  if (first === undefined) {
    const command = await buildCommand(uri.path, folder.uri.path, list);
    return (await sayNothingIsBuilt(workspace.asRelativePath(uri, false), command)) ? null : undefined;
  }
  const program = found.length > 1 ? await choose(found, uri) : first;
  return program === undefined ? undefined : { ...initial, program };
}

/** @returns whether `launch.json` is to name the program */
async function sayNothingIsBuilt(file: string, command: string): Promise<boolean> {
  const openLaunchFile = l10n.t('Open launch.json');
  const chosen = await window.showErrorMessage(
    l10n.t('There is no program to debug for {0}.', file),
    {
      modal: true,
      detail: l10n.t(
        'Build it with debug information, for example with "{0}" in the terminal, and start again. A program that lies elsewhere can be named in launch.json.',
        command,
      ),
    },
    openLaunchFile,
  );
  return chosen === openLaunchFile;
}

async function choose(paths: readonly string[], source: Uri): Promise<string | undefined> {
  const items = paths.map((path) => ({
    label: path.slice(path.lastIndexOf('/') + 1),
    description: workspace.asRelativePath(source.with({ path }), false),
    path,
  }));
  const placeHolder = l10n.t('Choose the program to debug');
  return (await window.showQuickPick(items, { placeHolder, matchOnDescription: true }))?.path;
}

async function filesOf(folder: Uri): Promise<readonly string[]> {
  try {
    const entries = await workspace.fs.readDirectory(folder);
    return entries.filter(([, type]) => (type & FileType.File) !== 0).map(([name]) => name);
  } catch (error) {
    if (error instanceof FileSystemError) return [];
    throw error;
  }
}
