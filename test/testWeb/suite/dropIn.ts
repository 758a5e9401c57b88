import { extensions } from 'vscode';
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
  withSetting,
} from './world.ts';

/** A language that nobody but a folder with a manifest knows. */
export function dropIn(): void {
  describe('A drop-in language', () => {
    it('is there, without a line of code', async () => {
      const extension = extensions.getExtension('test.fixtures');
      check('its extension is loaded', extension !== undefined);
      check('it has no code', !('browser' in (extension?.packageJSON ?? {})));
      equal((await show('a.journal')).languageId, 'journal');
    });

    it('shows a problem while it is there, and no longer', async () => {
      const document = await show('a.journal');
      await problems(document, (all) => all.some(saying('There is a TODO')));
      await replace(document, 'TODO', 'done');
      await problems(document, (all) => all.length === 0);
    });

    it('completes', async () => {
      const document = await show('a.journal');
      await completions(document, find(document, 'beta'), 'journalled');
    });

    it('hovers', async () => {
      const document = await show('a.journal');
      await hover(document, find(document, 'beta'), 'The word beta');
    });

    it('goes to a definition in another file', async () => {
      const document = await show('a.journal');
      const found = await definition(document, find(document, 'beta'), 'b.journal');
      equal(found.uri.toString(), at('b.journal').toString());
    });

    it('renames in another file too', async () => {
      const document = await show('a.journal');
      equal(await rename(document, find(document, 'beta'), 'gamma'), ['a.journal', 'b.journal']);
      check('the other file has the new name', (await show('b.journal')).getText().startsWith('gamma'));
    });

    it('is told its settings', async () => {
      const document = await show('a.journal');
      await withSetting('journal.greeting', 'ahoy', () =>
        hover(document, find(document, 'alpha'), 'ahoy').then(() => undefined),
      );
    });
  });
}
