import { describe, expect } from 'vitest';
import { findReferences, renameAndTakeBack, type SharedName } from '../../harness/refactoring.ts';
import { until } from '../../harness/until.ts';
import { goOutside } from '../../harness/outsideDefinition.ts';
import { workbenchTest } from '../../harness/workbenchTest.ts';

const shared: SharedName = { files: ['src/main.ts', 'src/report.ts', 'src/shapes.ts'], name: 'totalArea' };

describe('TypeScript', () => {
  const it = workbenchTest({ workspace: 'typescript', name: 'a b#c%20d?é漢' });

  it('shows an error while it is there and no longer (A-31, A-32, A-36, T048)', async ({ workbench }) => {
    const { editor, problems } = workbench;
    await workbench.openFile('src/main.ts');
    await editor.replace('new Circle(2)', "new Circle('2')");
    await problems.has("Argument of type 'string' is not assignable to parameter of type 'number'.");
    await problems.has('[Ln 3, Col 27]');
    expect(await editor.squiggles()).toEqual({ errors: 1, warnings: 0 });

    await editor.replace("'2'", '2');
    await problems.hasNot('Argument of type');
    expect(await editor.squiggles()).toEqual({ errors: 0, warnings: 0 });
  });

  it('follows what another program does to a file that is closed (T069)', async ({
    workbench,
    workspace,
  }) => {
    const before = workspace.read('src/shapes.ts');
    await workbench.openFile('src/main.ts');
    workspace.write('src/shapes.ts', before.replace('export class Circle', 'class Circle'));
    await workbench.problems.has(/declares 'Circle' locally, but it is not exported/);
    workspace.write('src/shapes.ts', before);
    await workbench.problems.hasNot('not exported');
  });

  it('checks .tsx as what it is (A-44)', async ({ workbench }) => {
    const { editor, problems } = workbench;
    await workbench.openFile('src/widget.tsx');
    await workbench.statusItem('TypeScript JSX').waitFor();
    await editor.replace('title="a title"', 'title={1}');
    await problems.has("Type 'number' is not assignable to type 'string'.");
  });

  it('completes members of the real type, as soon as a dot is typed (A-37, KI-20)', async ({ workbench }) => {
    const { editor } = workbench;
    await workbench.openFile('src/main.ts');
    await editor.placeCaret('3)]);', { after: true });
    await editor.type('\ncircle.');
    await until('suggestions show', async () => (await editor.suggestionLabels()).length > 0);
    expect(await editor.suggestionLabels()).toEqual(
      expect.arrayContaining(['area', 'name', 'radius', 'scaled']),
    );
    await editor.acceptSuggestion('scaled');
    await editor.hasText('circle.scaled');
  });

  it('says in a hover what a name means (A-40)', async ({ workbench }) => {
    const { editor } = workbench;
    await workbench.openFile('src/main.ts');
    await editor.placeCaret('totalArea', { nth: 2, into: 2 });
    expect(await editor.hover('totalArea')).toContain('shapes: readonly Shape[]');
  });

  it('goes to a definition in another file (A-41, KI-P13)', async ({ workbench }) => {
    const { editor } = workbench;
    await workbench.openFile('src/main.ts');
    await editor.placeCaret('totalArea', { nth: 2, into: 2 });
    await editor.goToDefinition();
    await workbench.hasActiveTab('shapes.ts');
    await editor.isAt({ line: 21, column: 17 });
  });

  it('goes to a definition outside the workspace, which opens read-only (A-41, KI-38)', async ({
    workbench,
  }) => {
    await goOutside(workbench, {
      file: 'src/shapes.ts',
      name: 'Math.PI',
      into: 6,
      tab: /lib\.es5\.d\.ts/,
      text: 'readonly PI: number;',
    });
  });

  it('finds every reference, in closed files too', async ({ workbench }) => {
    await findReferences(workbench, shared);
  });

  it('renames across closed files, and takes all of it back with one undo (T061)', async ({
    workbench,
    workspace,
  }) => {
    await renameAndTakeBack(workbench, workspace, { ...shared, next: 'sumOfAreas', keyword: 'function' });
  });

  it('formats a file', async ({ workbench }) => {
    await workbench.openFile('src/untidy.ts');
    await workbench.run('Format Document');
    await workbench.editor.hasText('export function untidy(a: number, b: number) {\n    return a + b\n}');
  });

  it('fixes an import by a quick fix', async ({ workbench }) => {
    const { editor, problems } = workbench;
    await workbench.openFile('src/report.ts');
    await editor.replace("import { Circle, totalArea } from './shapes';", '');
    await problems.has("Cannot find name 'totalArea'.");
    await editor.placeCaret('totalArea', { into: 2 });
    await editor.quickFix(/(Add|Update) import from ["']\.\/shapes["']/);
    await editor.hasText(/import \{ totalArea \} from ["']\.\/shapes["'];/);
  });

  it('outlines the file, and finds symbols of the workspace', async ({ workbench }) => {
    const { quickInput } = workbench;
    await workbench.openFile('src/shapes.ts');
    await workbench.run('Explorer: Focus on Outline View');
    const outline = workbench.page.locator('.outline-tree .monaco-list-row');
    for (const symbol of ['Shape', 'Circle']) await outline.filter({ hasText: symbol }).first().waitFor();
    await quickInput.open('Control+Shift+o', '@totalA');
    await quickInput.choose(/totalArea$/);
    await workbench.editor.isAt({ line: 21, column: 17 });

    await workbench.openFile('src/main.ts');
    await quickInput.open('Control+t', '#totalAr');
    await quickInput.choose(/totalArea$/);
    await workbench.editor.isAt({ line: 21, column: 17 });
  });

  it('helps with parameters while a call is typed (KI-21)', async ({ workbench }) => {
    const { editor } = workbench;
    await workbench.openFile('src/main.ts');
    await editor.placeCaret('3)]);', { after: true });
    await editor.type('\ncircle.scaled(');
    const hint = workbench.page.locator('.parameter-hints-widget.visible .signature');
    await hint.filter({ hasText: 'scaled(factor: number): Circle' }).waitFor();
  });

  it('colours names by their meaning (KI-17)', async ({ workbench, workspace }) => {
    const { editor } = workbench;
    await workbench.openFile('src/shapes.ts');
    // The grammar cannot know that `factor` is the parameter where it is used.
    const looksLikeParameter = async () =>
      (await editor.colorOf('factor')) === (await editor.colorOf('factor', 2));
    await until('a parameter looks like one where it is used', looksLikeParameter);
    workspace.write('.vscode/settings.json', '{ "editor.semanticHighlighting.enabled": false }');
    await until('the grammar alone gives the colour', async () => !(await looksLikeParameter()));
  });

  it('shows inlay hints once they are switched on in the settings (KI-23)', async ({
    workbench,
    workspace,
  }) => {
    await workbench.openFile('src/main.ts');
    expect(await workbench.editor.inlayHints()).toBe('');
    workspace.write('.vscode/settings.json', '{ "typescript.inlayHints.parameterNames.enabled": "all" }');
    await until('hints show', async () => (await workbench.editor.inlayHints()).includes('radius:'));
    workspace.delete('.vscode');
    await until('no hint shows', async () => (await workbench.editor.inlayHints()) === '');
  });
});
