import { workspace } from 'vscode';
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

export function python(): void {
  describe('Python', () => {
    const mismatch = saying('"Literal[\'2\']"');

    it('shows an error while it is there, and no longer', async () => {
      const document = await show('py/main.py');
      await replace(document, 'Circle(2)', "Circle('2')");
      const found = await problems(document, (all) => all.some(mismatch));
      equal(found.filter(mismatch).length, 1);
      await replace(document, "Circle('2')", 'Circle(2)');
      await problems(document, (all) => !all.some(mismatch));
    });

    it('completes members of a class from a closed file', async () => {
      const document = await show('py/main.py');
      await replace(document, 'circle.scaled(3)', 'circle.');
      const labels = await completions(document, find(document, 'circle.', { into: 7 }), 'scaled');
      check('the other members are offered too', labels.includes('radius') && labels.includes('area'));
      await replace(document, 'circle.]', 'circle.scaled(3)]');
    });

    it('says in a hover what a name means', async () => {
      const document = await show('py/main.py');
      await hover(document, find(document, 'total_area', { nth: 2 }), 'The sum of the areas');
    });

    it('goes to a definition in a closed file', async () => {
      const document = await show('py/main.py');
      const found = await definition(document, find(document, 'total_area', { nth: 2 }), 'py/shapes.py');
      equal(found.uri.toString(), at('py/shapes.py').toString());
    });

    it('renames in closed files too', async () => {
      const document = await show('py/main.py');
      const position = find(document, 'total_area', { nth: 2 });
      const paths = ['py/main.py', 'py/report.py', 'py/shapes.py'];
      equal(await rename(document, position, 'sum_of_areas'), paths);
      const shapes = await workspace.openTextDocument(at('py/shapes.py'));
      check('the function has the new name', shapes.getText().includes('def sum_of_areas('));
      await until('the server knows the new name', async () => {
        equal(await rename(document, position, 'total_area'), paths);
        return true;
      });
    });

    it('obeys a setting of the folder at once', async () => {
      const document = await show('py/main.py');
      await replace(document, 'Circle(2)', "Circle('2')");
      await problems(document, (all) => all.some(mismatch));
      await withSetting('python.analysis.typeCheckingMode', 'off', async () => {
        await problems(document, (all) => !all.some(mismatch));
      });
      await problems(document, (all) => all.some(mismatch));
      await replace(document, "Circle('2')", 'Circle(2)');
    });
  });
}
