import { describe, expect } from 'vitest';
import { workbenchTest } from '../../harness/workbenchTest.ts';

const broken = "new Circle('2')";
const complaint = 'is not assignable to parameter';

describe('Problems of typescript-language-server, which sends no versions', () => {
  const it = workbenchTest({
    workspace: 'typescript',
    trusted: true,
    prepare: (workspace) =>
      workspace.write(
        '.vscode/settings.json',
        '{ "mooring.typescript.server": "typescript-language-server" }',
      ),
  });

  it('are those of the present text after a reload: one fixed meanwhile never shows, one that is there does (KC-03, KC-30, T026)', async ({
    workbench,
    workspace,
  }) => {
    const { page, problems, languageServer } = workbench;
    const sound = workspace.read('src/main.ts');
    workspace.write('src/main.ts', sound.replace('new Circle(2)', broken));
    await workbench.openFile('src/main.ts');
    await languageServer.says('TypeScript Language Server');
    await problems.has(complaint);
    const pids = languageServer.pids('typescript-language-server');

    const address = page.url();
    await page.goto('about:blank');
    workspace.write('src/main.ts', sound);
    // Whatever is drawn red on any frame from now on is noticed.
    await page.addInitScript(watchForErrors);
    await page.goto(address);
    await workbench.isReady();
    await languageServer.says('TypeScript Language Server');
    await workbench.editor.placeCaret('totalArea', { nth: 2, into: 2 });
    await workbench.editor.hover('totalArea');
    expect(await page.evaluate(() => sessionStorage.getItem('seenErrors'))).toBeNull();
    expect(await problems.list()).toEqual([]);

    await workbench.editor.replace('new Circle(2)', broken);
    await problems.has(complaint);
    expect(await page.evaluate(() => sessionStorage.getItem('seenErrors'))).not.toBeNull();
    await workbench.hasBackup(broken);
    await workbench.reload();
    await problems.has(complaint);
    expect(await problems.list()).toHaveLength(1);
    expect(languageServer.pids('typescript-language-server')).toEqual(pids);
  });
});

/** Runs in the page, before anything else. */
function watchForErrors(): void {
  const look = (): void => {
    const seen = document.querySelector('.squiggly-error, .markers-panel .codicon-error');
    if (seen) sessionStorage.setItem('seenErrors', seen.className);
    requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
}
