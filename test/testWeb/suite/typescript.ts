import { commands, FilePermission, Range, workspace, type InlayHint } from 'vscode';
import {
  at,
  check,
  completions,
  definition,
  equal,
  find,
  hover,
  problems,
  rename,
  replace,
  saying,
  show,
  until,
  withSetting,
} from './world.ts';

/** What only a server that reads the disk can know: VS Code's own for the web knows the open files alone. */
export function typescript(): void {
  describe('TypeScript', () => {
    const mismatch = saying("'string' is not assignable to parameter of type 'number'");

    it('shows an error while it is there, once, and no longer', async () => {
      const document = await show('src/main.ts');
      await replace(document, 'new Circle(2)', "new Circle('2')");
      const found = await problems(document, (all) => all.some(mismatch));
      equal(found.filter(mismatch).length, 1);
      await replace(document, "new Circle('2')", 'new Circle(2)');
      await problems(document, (all) => !all.some(mismatch));
    });

    it('completes members of a type from a closed file', async () => {
      const document = await show('src/main.ts');
      await replace(document, 'circle.scaled(3)', 'circle.');
      const labels = await completions(document, find(document, 'circle.', { into: 7 }), 'scaled');
      check('the other members are offered too', labels.includes('radius') && labels.includes('area'));
      await replace(document, 'circle.]', 'circle.scaled(3)]');
    });

    it('says in a hover what a name from a closed file means', async () => {
      const document = await show('src/main.ts');
      await hover(document, find(document, 'totalArea', { nth: 2 }), 'shapes: readonly Shape[]');
    });

    it('goes to a definition in a closed file, under the editor’s own scheme', async () => {
      const document = await show('src/main.ts');
      const found = await definition(document, find(document, 'totalArea', { nth: 2 }), 'src/shapes.ts');
      equal(found.uri.toString(), at('src/shapes.ts').toString());
      equal(found.line, 20);
    });

    it('opens a definition outside the folder, which can only be read', async () => {
      const document = await show('src/shapes.ts');
      const { uri } = await definition(document, find(document, 'PI'), 'lib.es5.d.ts');
      equal(uri.scheme, document.uri.scheme);
      const text = (await workspace.openTextDocument(uri)).getText();
      check('it is the library', text.includes('interface Math'));
      equal((await workspace.fs.stat(uri)).permissions, FilePermission.Readonly);
    });

    it('renames in closed files too', async () => {
      const document = await show('src/shapes.ts');
      const position = find(document, 'totalArea');
      const paths = ['src/main.ts', 'src/report.ts', 'src/shapes.ts'];
      equal(await rename(document, position, 'sumOfAreas'), paths);
      const main = await workspace.openTextDocument(at('src/main.ts'));
      check('the function has the new name', main.getText().includes('sumOfAreas(['));
      await until('the server knows the new name', async () => {
        equal(await rename(document, position, 'totalArea'), paths);
        return true;
      });
    });

    it('obeys a setting of the folder at once', async () => {
      const document = await show('src/main.ts');
      const hints = async (): Promise<string> => {
        const found = await commands.executeCommand<InlayHint[]>(
          'vscode.executeInlayHintProvider',
          document.uri,
          new Range(0, 0, document.lineCount, 0),
        );
        return found
          .map(({ label }) => (typeof label === 'string' ? label : label.map(({ value }) => value).join('')))
          .join(' ');
      };
      await withSetting('typescript.inlayHints.parameterNames.enabled', 'all', async () => {
        await until('hints show', async () => (await hints()).includes('radius:'));
      });
      await until('no hint shows', async () => !(await hints()).includes('radius:'));
    });
  });
}
