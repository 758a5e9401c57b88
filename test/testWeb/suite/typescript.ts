import { commands, FilePermission, Range, workspace, type InlayHint } from 'vscode';
import { understands } from './shapes.ts';
import { check, definition, equal, find, show, until, withSetting } from './world.ts';

/** What only a server that reads the disk can know: VS Code's own for the web knows the open files alone. */
export function typescript(): void {
  describe('TypeScript', () => {
    understands({
      main: 'src/main.ts',
      definedIn: 'src/shapes.ts',
      namedIn: ['src/main.ts', 'src/report.ts', 'src/shapes.ts'],
      sound: 'new Circle(2)',
      wrong: "new Circle('2')",
      problem: "'string' is not assignable to parameter of type 'number'",
      sum: 'totalArea',
      meaning: 'shapes: readonly Shape[]',
      renamed: 'sumOfAreas',
    });

    it('opens a definition outside the folder, which can only be read', async () => {
      const document = await show('src/shapes.ts');
      const { uri } = await definition(document, find(document, 'PI'), 'lib.es5.d.ts');
      equal(uri.scheme, document.uri.scheme);
      const text = (await workspace.openTextDocument(uri)).getText();
      check('it is the library', text.includes('interface Math'));
      equal((await workspace.fs.stat(uri)).permissions, FilePermission.Readonly);
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
