import { describe, expect } from 'vitest';
import { fixtureExtension } from '../../harness/fixtureExtension.ts';
import { until } from '../../harness/until.ts';
import { workbenchTest } from '../../harness/workbenchTest.ts';

const findsWord = [{ module: './findsWord.mjs' }];

describe('Diagnostics', () => {
  const it = workbenchTest({
    files: {
      'both.left': 'alpha\nbeta\n',
      'pointer.left': 'alpha in pointed.left\n',
      'pointed.left': 'sound\n',
      'slow.pulls': 'wrong\n\n',
    },
    flags: (workspace) =>
      fixtureExtension(workspace, [
        { id: 'left', label: 'Left', command: findsWord, args: ['alpha'] },
        { id: 'right', label: 'Right', command: findsWord, args: ['beta'], languages: ['left'] },
        { id: 'pulls', label: 'Pulls', command: [{ module: './pullsSlowly.mjs' }] },
      ]),
  });

  it('of two servers for one language stay apart: each takes back its own (A-33)', async ({ workbench }) => {
    const { editor, languageServer, problems } = workbench;
    await workbench.openFile('both.left');
    await problems.has('alpha is wrong');
    await problems.has('beta is wrong');
    await editor.replace('alpha', 'gamma');
    await problems.hasNot('alpha is wrong');
    expect(await problems.list()).toEqual([expect.stringContaining('beta is wrong')]);
    await editor.replace('gamma', 'alpha');
    await problems.has('alpha is wrong');
    expect(await problems.list()).toHaveLength(2);

    await languageServer.open('Right');
    await workbench.quickInput.choose(/\bStop$/);
    await problems.hasNot('beta is wrong');
    expect(await problems.list()).toEqual([expect.stringContaining('alpha is wrong')]);
    await languageServer.open('Right');
    await workbench.quickInput.choose(/\bStart$/);
    await problems.has('beta is wrong');
    expect(await problems.list()).toHaveLength(2);
  });

  it('that come unasked, before their file is shown, are there when it is (KI-P12, A-35)', async ({
    workbench,
  }) => {
    const { editor, page, problems } = workbench;
    await workbench.openFile('pointer.left');
    await problems.has('alpha is wrong');
    await page.locator('.markers-panel .monaco-list-row', { hasText: 'pointed.left' }).first().waitFor();
    await workbench.openFile('pointed.left');
    await until('the squiggle shows', async () => (await editor.squiggles()).errors === 1);
    expect(await problems.list()).toHaveLength(1);
  });

  it('are shown once after a restart, and not at all when the fault is mended meanwhile (T050)', async ({
    workbench,
  }) => {
    const { editor, languageServer, problems, quickInput } = workbench;
    await workbench.openFile('both.left');
    await problems.has('alpha is wrong');
    await problems.has('beta is wrong');
    const [before] = languageServer.pids('findsWord.mjs alpha');
    await languageServer.open('Left');
    await quickInput.choose(/\bRestart$/);
    await until('another process serves', () => {
      const pids = languageServer.pids('findsWord.mjs alpha');
      return pids.length === 1 && pids[0] !== before;
    });
    await until('each shows once', async () => {
      const list = (await problems.list()).join(' ');
      return list.split('alpha is wrong').length === 2 && list.split('beta is wrong').length === 2;
    });
    expect(await editor.squiggles()).toMatchObject({ errors: 2 });

    await languageServer.open('Left');
    await quickInput.choose(/\bStop$/);
    await problems.hasNot('alpha is wrong');
    await editor.replace('alpha', 'sound');
    await languageServer.open('Left');
    await quickInput.choose(/\bStart$/);
    await editor.hover('hover');
    expect(await problems.list()).toEqual([expect.stringContaining('beta is wrong')]);
  });

  it('of a server that is asked stay in sight while somebody types, though answers are given up (T051)', async ({
    workbench,
  }) => {
    const { editor, page, problems } = workbench;
    await workbench.openFile('slow.pulls');
    await problems.has('wrong is wrong');
    await until('the squiggle shows', async () => (await editor.squiggles()).errors === 1);
    await editor.goTo({ line: 2, column: 1 });
    await page.evaluate(watchSquiggle);
    await editor.type('typing goes on and on while the server is still busy ');
    await editor.goTo({ line: 1, column: 1 });
    await editor.hover('hover');
    expect(await page.evaluate(() => document.body.dataset['squiggleGone'])).toBe('0');

    await editor.replace('wrong', 'right');
    await problems.hasNot('wrong is wrong');
  });
});

/** Runs in the page: counts the frames that were drawn without the squiggle. */
function watchSquiggle(): void {
  let gone = 0;
  const look = () => {
    if (!document.querySelector('.squiggly-error')) gone++;
    document.body.dataset['squiggleGone'] = String(gone);
    requestAnimationFrame(look);
  };
  look();
}
