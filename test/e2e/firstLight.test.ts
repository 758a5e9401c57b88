import { expect } from 'vitest';
import { workbenchTest } from '../harness/workbenchTest.ts';

const it = workbenchTest({ workspace: 'typescript' });

it('shows an error of the real language server, and takes it back on the fix (A-36)', async ({
  workbench,
}) => {
  await workbench.openFile('src/main.ts');
  await workbench.problems.show();
  await workbench.editor.replace('new Circle(2)', "new Circle('2')");
  await workbench.problems.has("Argument of type 'string' is not assignable to parameter of type 'number'.");
  expect((await workbench.editor.squiggles()).errors).toBe(1);

  await workbench.editor.replace("'2'", '2');
  await workbench.problems.hasNot('Argument of type');
});

it('shows what a name means in a hover (A-40)', async ({ workbench }) => {
  await workbench.openFile('src/main.ts');
  await workbench.editor.placeCaret('totalArea', { nth: 2, into: 2 });
  expect(await workbench.editor.hover('totalArea')).toContain('shapes: readonly Shape[]');
});
