import { describe } from 'vitest';
import { workbenchTest } from '../../harness/workbenchTest.ts';

describe('Dockerfile', () => {
  const it = workbenchTest({
    files: { Dockerfile: 'FROM node:20 AS build\nWORKDIR /app\nCOPY --from=build /a /b\nCMD ["node"]\n' },
  });

  it('shows an error while it is there and no longer (A-31, A-36)', async ({ workbench }) => {
    const { editor, problems } = workbench;
    await workbench.openFile('Dockerfile');
    await editor.replace('WORKDIR', 'WORKING');
    await problems.has('Unknown instruction: WORKING');
    await editor.replace('WORKING', 'WORKDIR');
    await problems.hasNot('Unknown instruction');
  });

  it('completes instructions, explains them, and goes to a stage (A-37, A-40, A-41)', async ({
    workbench,
  }) => {
    const { editor } = workbench;
    await workbench.openFile('Dockerfile');
    await editor.placeCaret('WORKDIR', { into: 2 });
    await editor.hover(/working directory/i);
    await editor.placeCaret('--from=build', { into: 8 });
    await editor.goToDefinition();
    await editor.isAt({ line: 1, column: 17 });
    await editor.placeCaret('CMD ["node"]', { after: true });
    await editor.insert('\nEXPO');
    await editor.suggestions(/^EXPOSE/);
    await editor.press('Escape');
  });
});
