import { understands } from './shapes.ts';
import { problems, replace, saying, show, withSetting } from './world.ts';

export function python(): void {
  describe('Python', () => {
    const shapes = {
      main: 'py/main.py',
      definedIn: 'py/shapes.py',
      namedIn: ['py/main.py', 'py/report.py', 'py/shapes.py'],
      sound: 'Circle(2)',
      wrong: "Circle('2')",
      problem: '"Literal[\'2\']"',
      sum: 'total_area',
      meaning: 'The sum of the areas',
      renamed: 'sum_of_areas',
    };
    understands(shapes);

    it('obeys a setting of the folder at once', async () => {
      const mismatch = saying(shapes.problem);
      const document = await show(shapes.main);
      await replace(document, shapes.sound, shapes.wrong);
      await problems(document, (all) => all.some(mismatch));
      await withSetting('python.analysis.typeCheckingMode', 'off', async () => {
        await problems(document, (all) => !all.some(mismatch));
      });
      await problems(document, (all) => all.some(mismatch));
      await replace(document, shapes.wrong, shapes.sound);
    });
  });
}
