import type { Workbench } from './workbench.ts';

/** Goes from a name in a file to its definition outside the workspace, which shows this text and cannot be changed. */
export async function goOutside(
  workbench: Workbench,
  target: { file: string; name: string; into: number; tab: string | RegExp; text: string },
): Promise<void> {
  const { editor } = workbench;
  await workbench.openFile(target.file);
  await editor.placeCaret(target.name, { into: target.into });
  await editor.goToDefinition();
  await workbench.hasActiveTab(target.tab);
  await editor.hasText(target.text);
  await editor.type('x');
  await workbench.page.locator('.monaco-editor-overlaymessage', { hasText: 'read-only' }).waitFor();
}
