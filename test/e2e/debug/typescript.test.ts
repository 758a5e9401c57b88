import { chmodSync } from 'node:fs';
import { delimiter } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { describe, expect } from 'vitest';
import type { Workbench } from '../../harness/workbench.ts';
import { workbenchTest } from '../../harness/workbenchTest.ts';
import type { Workspace } from '../../harness/workspace.ts';

const main = [
  'interface Boat {',
  '  readonly length: number;',
  '}',
  '',
  'function half({ length }: Boat): number {',
  '  return length / 2;',
  '}',
  '',
  'console.log("half:", half({ length: 84 }));',
  '',
].join('\n');

/** As a compiler writes it: every line of the source is one line earlier or later there. */
const compiled = {
  'dist/lib/main.js':
    'function half({ length }) {\n  return length / 2;\n}\n\nconsole.log("compiled half:", half({ length: 84 }));\n//# sourceMappingURL=main.js.map\n',
  'dist/lib/main.js.map': JSON.stringify({
    version: 3,
    file: 'main.js',
    sourceRoot: '',
    sources: ['../../src/main.ts'],
    names: [],
    mappings: 'AAIA;AACA;AACA;AACA;AACA',
  }),
};

const typescript = pathToFileURL(
  fileURLToPath(new URL('../../../node_modules/typescript/lib/typescript.js', import.meta.url)),
).href;

const register = "import { register } from 'node:module';\nregister('./hooks.mjs', import.meta.url);\n";

/** What tsx does, in so far as a test needs it: its entry makes Node compile what it loads. */
const compiler = {
  'loader.mjs': register,
  'hooks.mjs': [
    "import { readFileSync } from 'node:fs';",
    "import { fileURLToPath } from 'node:url';",
    `import typescript from ${JSON.stringify(typescript)};`,
    'export async function load(url, context, next) {',
    "  if (!url.endsWith('.ts')) return next(url, context);",
    "  const compilerOptions = { module: 'esnext', target: 'es2022', inlineSourceMap: true, inlineSources: true };",
    '  const fileName = fileURLToPath(url);',
    "  const { outputText } = typescript.transpileModule(readFileSync(fileName, 'utf8'), { compilerOptions, fileName });",
    "  return { format: 'module', source: outputText, shortCircuit: true };",
    '}',
    '',
  ].join('\n'),
};

function write(workspace: Workspace, folder: string, files: Readonly<Record<string, string>>): void {
  for (const [name, text] of Object.entries(files)) workspace.write(`${folder}${name}`, text);
}

/** A shell script that stands for Node, first on the server's PATH. */
function fakeNode(workspace: Workspace, line: string): void {
  workspace.write('../bin/node', `#!/bin/sh\n${line}\n`);
  chmodSync(workspace.outside('bin/node'), 0o755);
}

function withFakeNode(workspace: Workspace): NodeJS.ProcessEnv {
  return { PATH: [workspace.outside('bin'), process.env['PATH']].join(delimiter) };
}

/** Debugs the program, as it was written, to a breakpoint in a function of it. */
async function stopInHalf(workbench: Workbench): Promise<void> {
  const { debugging } = workbench;
  await workbench.openFile('src/main.ts');
  await debugging.gutter.setBreakpoint(6);
  await debugging.start();
  await debugging.isStoppedAt(6);
  await debugging.views.hasFrame(/half.*main\.ts 6:\d+$/);
  await debugging.views.hasVariable('length = 84');
}

describe('F5 on a TypeScript file, where Node does not run it', () => {
  const it = workbenchTest({
    files: { 'src/main.ts': main },
    // On any machine: what the adapter asks of this Node is what it asks of an old one.
    prepare: (workspace) =>
      fakeNode(
        workspace,
        `if [ "$1" = -p ]; then echo "v20.11.0 false"; exit; fi; exec '${process.execPath}' "$@"`,
      ),
    env: withFakeNode,
    trusted: true,
  });

  it('starts nothing where the folder has nothing that runs it, and says what to do', async ({
    workbench,
  }) => {
    const { debugging, page } = workbench;
    await workbench.openFile('src/main.ts');
    await page.keyboard.press('F5');
    const dialog = await workbench.dialog(/Node v20\.11\.0 does not run src\/main\.ts as it is/);
    expect(await dialog.innerText()).toMatch(/npm install --save-dev tsx.*"sourceMap": true.*22\.18/s);
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'hidden' });
    await debugging.isOver();
    await debugging.hasNoProcess('main.ts');
    await debugging.hasNoProcess('js-debug');
  });

  it('debugs what it was compiled to, as it was written, and says when that is old', async ({
    workbench,
    workspace,
  }) => {
    const { debugging } = workbench;
    write(workspace, '', compiled);
    await stopInHalf(workbench);
    await debugging.press('continue');
    await debugging.console.has('compiled half: 42');
    await debugging.isOver();
    await debugging.gutter.removeBreakpoints();
    workspace.write('src/main.ts', `${main}// changed\n`);
    await debugging.start();
    await workbench.hasNotification(/dist\/lib\/main\.js is older than src\/main\.ts/);
    await debugging.isOver();
  });

  it('loads it by the tsx of the folder, if it is there', async ({ workbench, workspace }) => {
    const { debugging } = workbench;
    write(workspace, '', compiled);
    write(workspace, 'node_modules/tsx/', {
      ...compiler,
      'package.json': JSON.stringify({ name: 'tsx', version: '4.0.0', exports: { '.': './loader.mjs' } }),
    });
    workspace.write('package.json', JSON.stringify({ type: 'module' }));
    await stopInHalf(workbench);
    await debugging.press('continue');
    await debugging.console.has(/^half: 42/m);
    await debugging.isOver();
    await debugging.hasNoProcess('main.ts');
    await debugging.gutter.removeBreakpoints();
  });
});

/** What newer versions of Node do: types become blanks, so that everything stays where it is. */
const stripper = {
  'loader.mjs': register,
  'hooks.mjs': [
    "import { readFileSync } from 'node:fs';",
    "import { fileURLToPath } from 'node:url';",
    'export async function load(url, context, next) {',
    "  if (!url.endsWith('.ts')) return next(url, context);",
    "  const text = readFileSync(fileURLToPath(url), 'utf8');",
    "  const source = text.replace(/^interface [^}]*}|: (?:Boat|number)\\b/gm, (type) => type.replace(/[^\\n]/g, ' '));",
    "  return { format: 'module', source, shortCircuit: true };",
    '}',
    '',
  ].join('\n'),
};

describe('F5 on a TypeScript file, where Node takes types away by itself', () => {
  const it = workbenchTest({
    files: { 'src/main.ts': main, 'package.json': JSON.stringify({ type: 'module' }) },
    prepare: (workspace) => {
      write(workspace, '../lib/', stripper);
      const load = workspace.outside('lib/loader.mjs');
      fakeNode(
        workspace,
        `if [ "$1" = -p ]; then echo "v24.0.0 strip"; exit; fi; exec '${process.execPath}' --import '${load}' "$@"`,
      );
    },
    env: withFakeNode,
    trusted: true,
  });

  it('runs it as it is', async ({ workbench }) => {
    const { debugging } = workbench;
    await stopInHalf(workbench);
    await debugging.press('continue');
    await debugging.console.has(/^half: 42/m);
    await debugging.isOver();
  });
});
