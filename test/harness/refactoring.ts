import { until } from './until.ts';
import type { Workbench } from './workbench.ts';
import type { Workspace } from './workspace.ts';

/** A name that is used in several files, as text. */
export interface SharedName {
  /** The file that declares it comes last. */
  readonly files: readonly [string, ...string[]];
  readonly name: string;
}

/** Asks for the references of a name while only its declaring file is open, and waits for every file in the peek. */
export async function findReferences(workbench: Workbench, { files, name }: SharedName): Promise<void> {
  await workbench.openFile(declaringFile(files));
  await workbench.editor.placeCaret(name, { into: 2 });
  await workbench.editor.press('Shift+F12');
  const peek = workbench.page.locator('.reference-zone-widget');
  for (const file of files) await peek.locator('.reference-file', { hasText: tabOf(file) }).waitFor();
  await workbench.editor.press('Escape');
}

/** Renames a name in files that are closed but for one, and takes all of it back with one undo. */
export async function renameAndTakeBack(
  workbench: Workbench,
  workspace: Workspace,
  { files, name, next, keyword }: SharedName & { readonly next: string; readonly keyword: string },
): Promise<void> {
  const before = files.map((file) => workspace.read(file));
  await workbench.openFile(declaringFile(files));
  await workbench.editor.placeCaret(name, { into: 2 });
  await workbench.editor.rename(next);
  await workbench.editor.hasText(`${keyword} ${next}(`);
  await until('every file is renamed on disk', () =>
    files.every((file) => workspace.read(file).includes(`${next}(`)),
  );

  await workbench.openFile(declaringFile(files));
  await workbench.editor.press('Control+z');
  await workbench.editor.hasText(`${keyword} ${name}(`);
  for (const file of files) await workbench.hasDirtyTab(tabOf(file));
  await workbench.saveAll();
  await until('every file is as before', () =>
    files.every((file, index) => workspace.read(file) === before[index]),
  );
}

function declaringFile(files: SharedName['files']): string {
  return files.at(-1) ?? files[0];
}

function tabOf(file: string): string {
  return file.split('/').at(-1) ?? file;
}
