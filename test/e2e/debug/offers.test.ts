import { expect } from 'vitest';
import { workbenchTest } from '../../harness/workbenchTest.ts';
import type { Workbench } from '../../harness/workbench.ts';

const it = workbenchTest({
  files: {
    'app.js': 'console.log("the script ran", process.argv[2], process.cwd());\n',
    'hello.py': 'print("hello from Python")\n',
    'package.json': JSON.stringify({ scripts: { first: 'node app.js one' } }),
    'packages/inner/package.json': JSON.stringify({ scripts: { second: 'node ../../app.js two' } }),
    'node_modules/dependency/package.json': JSON.stringify({ scripts: { hidden: 'echo hidden' } }),
  },
  trusted: true,
});

/** Opens "Select and Start Debugging", and there what a debugger offers by itself. */
async function offers({ quickInput, page }: Workbench, label: RegExp): Promise<void> {
  await quickInput.open('F1', '>Debug: Select and Start Debugging');
  await quickInput.choose('Debug: Select and Start Debugging');
  await quickInput.choose(label);
  await page.locator('.quick-input-widget input[placeholder="Select Launch Configuration"]').waitFor();
}

it('offers every script of the folder, and debugs what it starts', async ({ workbench, workspace }) => {
  const { debugging, quickInput } = workbench;
  await workbench.openFile('app.js');
  await debugging.gutter.setBreakpoint(1);
  await offers(workbench, /^\s*Node\.js\.\.\.$/);
  await quickInput.has('Run Script: first');
  const labels = await quickInput.labels();
  expect(labels).toEqual(['Run Current File', 'Run Script: first', 'Run Script: second - packages/inner']);
  await quickInput.choose('Run Script: second - packages/inner');
  await debugging.isStoppedAt(1);
  await debugging.press('continue');
  await debugging.console.has(`two ${workspace.folder}/packages/inner`);
  expect(await debugging.console.text()).not.toContain('source map');
  await debugging.isOver();
  await debugging.hasNoProcess('app.js');
  await debugging.gutter.removeBreakpoints();
});

it('offers the Python file in the editor', async ({ workbench }) => {
  const { debugging, quickInput } = workbench;
  await workbench.openFile('hello.py');
  await offers(workbench, /^\s*Python\.\.\.$/);
  await quickInput.has('Python File in the Terminal');
  await quickInput.choose('Python File in the Debug Console');
  await debugging.console.has('hello from Python');
  // The console counts lines that come twice.
  expect((await debugging.console.text()).split('\n')[0]).toBe('hello from Python');
  await debugging.isOver();
});

it('puts a configuration into launch.json by its button, for every debugger', async ({
  workbench,
  workspace,
}) => {
  const { editor, page } = workbench;
  workspace.write('.vscode/launch.json', '{\n  "version": "0.2.0",\n  "configurations": []\n}\n');
  await workbench.openFile('.vscode/launch.json');
  await page.locator('.editor-instance').getByRole('button', { name: 'Add Configuration...' }).click();
  for (const label of ['C/C++: Launch Program', 'Go: Launch Package', 'Node.js: Attach'])
    await editor.suggestions(label);
  await page.keyboard.type('Python: Attach');
  await editor.suggestions('Python: Attach');
  await page.keyboard.press('Enter');
  await editor.hasText('"port": 5678');
  await editor.hasText('"type": "debugpy"');
});
