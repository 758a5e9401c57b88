import { FileType, Uri, workspace, WorkspaceEdit } from 'vscode';
import { at, check, equal, exists, read, replace, root, show, until } from './world.ts';

/** The test outside looks at the disk, and answers by changing it. */
export function files(): void {
  describe('Files', () => {
    it('are listed as they are on the disk', async () => {
      const entries = await workspace.fs.readDirectory(root());
      check(
        'the folder is there',
        entries.some(([name, type]) => name === 'src' && type === FileType.Directory),
      );
      check(
        'a file is there',
        entries.some(([name, type]) => name === 'notes é漢 #1.txt' && type === FileType.File),
      );
    });

    it('reach the real disk when they are saved', async () => {
      const document = await show('notes é漢 #1.txt');
      await replace(document, 'before', 'after');
      check('it is saved', await document.save());
      equal(await read('notes é漢 #1.txt'), 'after\n');
    });

    it('are created, renamed and deleted for real', async () => {
      const edit = new WorkspaceEdit();
      edit.createFile(at('made/one.txt'), { contents: new TextEncoder().encode('made in VS Code') });
      check('the file is made', await workspace.applyEdit(edit));
      await workspace.fs.rename(at('made/one.txt'), at('made/two.txt'));
      await workspace.fs.copy(at('made/two.txt'), at('made/three.txt'));
      await workspace.fs.delete(at('made/two.txt'));
      equal(await read('made/three.txt'), 'made in VS Code');
      equal([await exists('made/one.txt'), await exists('made/two.txt')], [false, false]);
    });

    it('change in the editor when another program changes them', async () => {
      const document = await show('changing.txt');
      await workspace.fs.writeFile(at('please-change'), new Uint8Array());
      await until('the change shows', () => document.getText() === 'changed outside\n');
      await until('a new file is seen', () => exists('new-outside.txt'));
    });

    it('do not reach beyond the folder', async () => {
      const outside = Uri.joinPath(root(), '..', 'outside.txt');
      const attempts = [
        () => workspace.fs.writeFile(outside, new Uint8Array()),
        () => workspace.fs.readFile(outside),
        () => workspace.fs.delete(root().with({ path: '/etc/hostname' })),
      ];
      for (const attempt of attempts) {
        const refused = await Promise.resolve(attempt()).then(
          () => false,
          () => true,
        );
        check('it is refused', refused);
      }
    });
  });
}
