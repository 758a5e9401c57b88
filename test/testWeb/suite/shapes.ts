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
} from './world.ts';

/** The same small program in one language: a main file that makes shapes, and files with what it uses, all closed. */
export interface Shapes {
  /** Path of the file with `circle.scaled(3)]` in it, as all paths here relative to the folder. */
  readonly main: string;
  /** Where the function with the name `sum` is defined. */
  readonly definedIn: string;
  /** Every file that names that function, sorted. */
  readonly namedIn: readonly string[];
  /** What makes a circle, and what does it wrongly, with the problem that is shown then. */
  readonly sound: string;
  readonly wrong: string;
  readonly problem: string;
  /** The name of the function whose second mention in the main file calls it, what its hover says, and another name. */
  readonly sum: string;
  readonly meaning: string;
  readonly renamed: string;
}

/** What every language of ours does with it. Declares tests: to be called in a `describe`. */
export function understands(shapes: Shapes): void {
  const { main, definedIn, namedIn, sound, wrong, sum, renamed } = shapes;
  const mismatch = saying(shapes.problem);

  it('shows an error while it is there, once, and no longer', async () => {
    const document = await show(main);
    await replace(document, sound, wrong);
    const found = await problems(document, (all) => all.some(mismatch));
    equal(found.filter(mismatch).length, 1);
    await replace(document, wrong, sound);
    await problems(document, (all) => !all.some(mismatch));
  });

  it('completes members of a type from a closed file', async () => {
    const document = await show(main);
    await replace(document, 'circle.scaled(3)', 'circle.');
    const labels = await completions(document, find(document, 'circle.', { into: 7 }), 'scaled');
    check('the other members are offered too', labels.includes('radius') && labels.includes('area'));
    await replace(document, 'circle.]', 'circle.scaled(3)]');
  });

  it('says in a hover what a name from a closed file means', async () => {
    const document = await show(main);
    await hover(document, find(document, sum, { nth: 2 }), shapes.meaning);
  });

  it('goes to a definition in a closed file, under the editor’s own scheme', async () => {
    const document = await show(main);
    const found = await definition(document, find(document, sum, { nth: 2 }), definedIn);
    equal(found.uri.toString(), at(definedIn).toString());
    const { text } = (await workspace.openTextDocument(found.uri)).lineAt(found.line);
    check('it is the line that defines it', text.includes(sum));
  });

  it('renames in closed files too', async () => {
    // Where it is defined: where it is imported, TypeScript may give it another name for that file alone.
    const document = await show(definedIn);
    const position = find(document, sum);
    equal(await rename(document, position, renamed), namedIn);
    const user = await workspace.openTextDocument(at(main));
    check('it is called by the new name', user.getText().includes(`${renamed}([`));
    await until('the server knows the new name', async () => {
      equal(await rename(document, position, sum), namedIn);
      return true;
    });
  });
}
