import { spawnSync } from 'node:child_process';
import { expect } from 'vitest';
import { missing } from '../../harness/programs.ts';
import { workbenchTest } from '../../harness/workbenchTest.ts';
import type { Workspace } from '../../harness/workspace.ts';

const count = 500;

/** A repository whose branch `other` has another body in each of 500 modules, and a new name in the first. */
function twoBranches(workspace: Workspace): void {
  git(workspace, 'init', '--quiet', '--initial-branch=main');
  workspace.write(
    'tsconfig.json',
    '{ "compilerOptions": { "strict": true }, "include": ["*.ts", "modules"] }',
  );
  workspace.write(
    'main.ts',
    "import { first } from './modules/module0';\n\nexport const answer = first();\n",
  );
  writeModules(workspace, 'first', 1);
  commit(workspace);
  git(workspace, 'checkout', '--quiet', '-b', 'other');
  writeModules(workspace, 'renamed', 2);
  commit(workspace);
  git(workspace, 'checkout', '--quiet', 'main');
}

function writeModules(workspace: Workspace, name: string, value: number): void {
  for (let index = 0; index < count; index++) {
    const export_ = index === 0 ? name : `value${index}`;
    workspace.write(`modules/module${index}.ts`, `export function ${export_}() {\n  return ${value};\n}\n`);
  }
}

function commit(workspace: Workspace): void {
  git(workspace, 'add', '.');
  git(workspace, '-c', 'user.name=T', '-c', 'user.email=t@example.org', 'commit', '--quiet', '-m', 'All');
}

function git(workspace: Workspace, ...args: readonly string[]): void {
  const { status, stderr } = spawnSync('git', ['-C', workspace.folder, ...args], { encoding: 'utf8' });
  if (status !== 0) throw new Error(`git ${args.join(' ')}: ${stderr}`);
}

const withoutGit = missing([['git', '--version']]);
const it = workbenchTest(withoutGit ? { files: { 'main.ts': '' } } : { prepare: twoBranches });

it('follows a checkout that touches 500 files: editors, problems, explorer (T069)', async ({
  workbench,
  workspace,
  skip,
}) => {
  skip(withoutGit !== undefined, withoutGit);
  await workbench.openFile('modules/module7.ts');
  await workbench.editor.hasText('return 1;');
  await workbench.openFile('main.ts');
  await workbench.problems.show();

  git(workspace, 'checkout', '--quiet', 'other');
  await workbench.problems.has(`'"./modules/module0"' has no exported member 'first'.`, { seconds: 30 });
  await workbench.openFile('modules/module7.ts');
  await workbench.editor.hasText('return 2;');

  git(workspace, 'checkout', '--quiet', 'main');
  await workbench.editor.hasText('return 1;');
  await workbench.problems.hasNot('no exported member', { seconds: 30 });
});

it('says so when the folder itself is gone, keeps what is unsaved, and goes on when it is back', async ({
  workbench,
  workspace,
}) => {
  workbench.expectConsoleErrors(/status of 404/, /no longer exists/);
  await workbench.openFile('main.ts');
  await workbench.editor.press('Control+End');
  await workbench.editor.type('// unsaved');
  workspace.delete('.');
  await workbench.hasNotification(/folder .* no longer exists/);
  await workbench.editor.hasText('// unsaved');

  workspace.restore();
  await workbench.explorer.has('main.ts');
  await workbench.save();
  expect(workspace.read('main.ts')).toContain('// unsaved');
});
