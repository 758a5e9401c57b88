import { describe, expect } from 'vitest';
import { findReferences, renameAndTakeBack, type SharedName } from '../../harness/refactoring.ts';
import { until } from '../../harness/until.ts';
import { goOutside } from '../../harness/outsideDefinition.ts';
import { workbenchTest } from '../../harness/workbenchTest.ts';

const shared: SharedName = { files: ['main.py', 'report.py', 'shapes.py'], name: 'total_area' };

describe('Python', () => {
  const it = workbenchTest({ workspace: 'python', name: 'a b#c%20d?é漢' });

  it('shows an error while it is there and no longer (A-31, A-36, T048)', async ({ workbench }) => {
    const { editor, problems } = workbench;
    await workbench.openFile('main.py');
    await editor.replace('Circle(2)', "Circle('2')");
    await problems.has('"Literal[\'2\']" is not assignable to "float"');
    await problems.has('[Ln 5, Col 17]');
    expect((await editor.squiggles()).errors).toBe(1);

    await editor.replace("'2'", '2');
    await problems.hasNot('is not assignable');
    expect((await editor.squiggles()).errors).toBe(0);
  });

  it('completes members, as soon as a dot is typed (A-37, KI-20)', async ({ workbench }) => {
    const { editor } = workbench;
    await workbench.openFile('main.py');
    await editor.placeCaret('"b")', { after: true });
    await editor.type('\ncircle.');
    await until('suggestions show', async () => (await editor.suggestionLabels()).includes('radius'));
    expect(await editor.suggestionLabels()).toEqual(expect.arrayContaining(['area', 'radius', 'scaled']));
    await editor.acceptSuggestion('scaled');
    await editor.hasText('circle.scaled');
  });

  it('says in a hover what a name means (A-40)', async ({ workbench }) => {
    const { editor } = workbench;
    await workbench.openFile('main.py');
    await editor.placeCaret('total_area', { nth: 2, into: 2 });
    const hover = await editor.hover('total_area');
    expect(hover).toContain('shapes: list[Circle]');
    expect(hover).toContain('The sum of the areas.');
  });

  it('goes to a definition in another file (A-41)', async ({ workbench }) => {
    const { editor } = workbench;
    await workbench.openFile('main.py');
    await editor.placeCaret('total_area', { nth: 2, into: 2 });
    await editor.goToDefinition();
    await workbench.hasActiveTab('shapes.py');
    await editor.isAt({ line: 20, column: 5 });
  });

  it('goes to a definition in the standard library, which opens read-only (A-41, KI-38)', async ({
    workbench,
  }) => {
    await goOutside(workbench, {
      file: 'shapes.py',
      name: 'math.pi',
      into: 6,
      tab: '__init__.pyi',
      text: 'pi: ',
    });
  });

  it('finds every reference, in closed files too', async ({ workbench }) => {
    await findReferences(workbench, shared);
  });

  it('renames across closed files, and takes all of it back with one undo (T061)', async ({
    workbench,
    workspace,
  }) => {
    await renameAndTakeBack(workbench, workspace, { ...shared, next: 'sum_of_areas', keyword: 'def' });
  });

  it('imports what a completion needs', async ({ workbench }) => {
    const { editor } = workbench;
    await workbench.openFile('report.py');
    await editor.placeCaret(':.2f}"', { after: true });
    await editor.type('\nimport posixp');
    await editor.acceptSuggestion('posixpath');
    await editor.hasText('import posixpath');
  });

  it('writes a stub for a package without types by a quick fix', async ({ workbench, workspace }) => {
    const { editor, problems } = workbench;
    workspace.write(
      'pyrightconfig.json',
      '{ "venvPath": ".", "venv": ".venv", "reportMissingTypeStubs": "warning" }',
    );
    await workbench.openFile('gauge.py');
    await problems.has('Stub file not found for "depthgauge"');
    await editor.placeCaret('import depthgauge', { into: 10 });
    await editor.quickFix('Create Type Stub For "depthgauge"');
    await until('the stub is written', () => workspace.exists('typings/depthgauge/__init__.pyi'));
    await problems.hasNot('Stub file not found');
  });

  it('outlines the file, and finds symbols of the workspace', async ({ workbench }) => {
    const { quickInput } = workbench;
    await workbench.openFile('shapes.py');
    await workbench.run('Explorer: Focus on Outline View');
    const outline = workbench.page.locator('.outline-tree .monaco-list-row');
    await outline.filter({ hasText: 'Circle' }).first().waitFor();
    await quickInput.open('Control+Shift+o', '@total_a');
    await quickInput.choose(/total_area$/);
    await workbench.editor.isAt({ line: 20, column: 5 });

    await workbench.openFile('main.py');
    await quickInput.open('Control+t', '#total_ar');
    await quickInput.choose(/total_area$/);
    await workbench.editor.isAt({ line: 20, column: 5 });
  });

  it('helps with parameters while a call is typed (KI-21)', async ({ workbench }) => {
    const { editor } = workbench;
    await workbench.openFile('main.py');
    await editor.placeCaret('"b")', { after: true });
    await editor.type('\ncircle.scaled(');
    const hint = workbench.page.locator('.parameter-hints-widget.visible .signature');
    await hint.filter({ hasText: '(factor: float) -> Circle' }).waitFor();
  });

  it('reports more when the settings ask for more, without a restart (KI-23)', async ({
    workbench,
    workspace,
  }) => {
    const { problems } = workbench;
    await workbench.openFile('report.py');
    workspace.write('.vscode/settings.json', '{ "python.analysis.typeCheckingMode": "strict" }');
    await workbench.editor.replace('import Circle, total_area', 'import Circle, total_area\nimport sys');
    await problems.has('Import "sys" is not accessed');
    workspace.delete('.vscode');
    await problems.hasNot('Import "sys" is not accessed');
  });
});
