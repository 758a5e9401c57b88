import { describe } from 'vitest';
import { workbenchTest } from '../../harness/workbenchTest.ts';

describe('Markdown', () => {
  const it = workbenchTest({
    files: {
      'README.md': '# Start\n\nSee [the guide](docs/guide.md#steps).\n\n## More\n\nText.\n',
      'docs/guide.md': '# Guide\n\n## Steps\n\nBack to [the start](../README.md).\n',
    },
  });

  it('marks a broken link, and no whole one (A-36)', async ({ workbench, workspace }) => {
    const { editor, problems } = workbench;
    await workbench.openFile('README.md');
    await editor.replace('guide.md', 'lost.md');
    await problems.has('File does not exist at path');
    await editor.replace('lost.md', 'guide.md');
    await problems.hasNot('File does not exist');

    const guide = workspace.read('docs/guide.md');
    workspace.write('docs/guide.md', guide.replace('## Steps', '## Stages'));
    await problems.has('Header does not exist in file: steps');
    workspace.write('docs/guide.md', guide);
    await problems.hasNot('Header does not exist');
  });

  it('goes to where a link leads (A-41)', async ({ workbench }) => {
    const { editor } = workbench;
    await workbench.openFile('README.md');
    await editor.placeCaret('#steps', { into: 2 });
    await editor.goToDefinition();
    await workbench.hasActiveTab('guide.md');
    await editor.isAt({ line: 3, column: 1 });
  });

  it('completes paths and headings (A-37)', async ({ workbench }) => {
    const { editor } = workbench;
    await workbench.openFile('README.md');
    await editor.placeCaret('Text.', { after: true });
    await editor.insert(' [a](docs/');
    await editor.suggestions('guide.md');
    await editor.press('Escape');
    await editor.insert('guide.md#');
    await editor.suggestions('#steps');
    await editor.press('Escape');
  });

  it('outlines headings, and renames one with the links to it (T061)', async ({ workbench }) => {
    const { editor } = workbench;
    await workbench.openFile('docs/guide.md');
    await workbench.run('Explorer: Focus on Outline View');
    await workbench.page.locator('.outline-tree .monaco-list-row', { hasText: 'Steps' }).waitFor();
    await editor.placeCaret('Steps', { into: 2 });
    await editor.rename('Stages');
    await editor.hasText('## Stages');
    await workbench.openFile('README.md');
    await editor.hasText('docs/guide.md#stages');
  });
});
