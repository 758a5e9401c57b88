import { commands, type DocumentLink } from 'vscode';
import {
  check,
  completions,
  equal,
  find,
  hover,
  problems,
  saying,
  show,
  until,
  withSetting,
} from './world.ts';

/** By the schemas that come with our extension: VS Code's own server would have to fetch them. There is no rename in JSON. */
export function json(): void {
  describe('JSON', () => {
    const wrongValue = saying('Value is not accepted');

    it('shows what the schema does not allow', async () => {
      const document = await show('py/pyrightconfig.json');
      const found = await problems(document, (all) => all.some(wrongValue));
      equal(found.filter(wrongValue).length, 1);
    });

    it('completes keys of the schema', async () => {
      const document = await show('py/pyrightconfig.json');
      const end = find(document, '{', { into: 1 });
      const labels = await completions(document, end, 'pythonVersion');
      check('keys that are there are not offered', !labels.includes('typeCheckingMode'));
    });

    it('says in a hover what a key means', async () => {
      const document = await show('py/pyrightconfig.json');
      await hover(document, find(document, 'typeCheckingMode'), 'How strictly types are checked');
    });

    it('goes to what a $ref points at', async () => {
      const document = await show('reference.json');
      const target = await until('there is a link', async () => {
        const found = await commands.executeCommand<DocumentLink[]>(
          'vscode.executeLinkProvider',
          document.uri,
        );
        return found[0]?.target;
      });
      // The server's way of naming a place: line and column.
      equal(target.toString(), document.uri.with({ fragment: '2,25' }).toString());
    });

    it('obeys a setting of the folder at once', async () => {
      const document = await show('py/pyrightconfig.json');
      await problems(document, (all) => all.some(wrongValue));
      await withSetting('json.validate.enable', false, async () => {
        await problems(document, (all) => !all.some(wrongValue));
      });
      await problems(document, (all) => all.some(wrongValue));
      await commands.executeCommand('workbench.action.closeAllEditors');
    });
  });
}
