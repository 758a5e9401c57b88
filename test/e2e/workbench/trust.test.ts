/** What an opened folder brings along is data until somebody trusts it (T101, KI-57). */
import { chmodSync, existsSync, readFileSync } from 'node:fs';
import { describe, expect } from 'vitest';
import { missing } from '../../harness/programs.ts';
import { until } from '../../harness/until.ts';
import type { Workspace } from '../../harness/workspace.ts';
import { workbenchTest } from '../../harness/workbenchTest.ts';

/** A file of every language with a server, and how its status begins once it is clear whether that runs. */
const files: Readonly<Record<string, string>> = {
  'a.ts': 'export const a: string = 1;\n',
  'a.py': 'a: str = 1\n',
  'a.sh': '#!/bin/bash\necho $1\n',
  'a.go': 'package main\n',
  'a.rs': 'fn main() {}\n',
  'a.cpp': 'int main() {}\n',
  'a.kt': 'fun main() {}\n',
  'a.json': '{}\n',
  'a.yaml': 'a: 1\n',
  'a.css': 'a {}\n',
  'a.html': '<p>\n',
  'a.md': '# A\n',
  Dockerfile: 'FROM scratch\n',
};

const programs =
  'gopls clangd rust-analyzer kotlin-lsp kotlin-language-server shellcheck shfmt node npm go cargo python python3 tsc typescript-language-server eslint'.split(
    ' ',
  );

/** Everywhere that a careless look-up might find them. */
const places = [
  'node_modules/.bin',
  '.venv/bin',
  'venv/bin',
  'bin',
  '.mooring/servers/bin',
  '.mooring/servers/go/bin',
];
const modules = [
  'typescript/lib/tsserver.js',
  'typescript7/bin/tsc',
  'pyright/langserver.index.js',
  'eslint/lib/api.js',
];

/** Whatever of it runs leaves a line in a file beside the folder. */
function setTraps(workspace: Workspace): void {
  const ran = workspace.outside('ran.txt');
  for (const place of places) {
    for (const program of programs) {
      const path = `${place}/${program}`;
      workspace.write(path, `#!/bin/sh\necho '${path}' >> '${ran}'\n`);
      chmodSync(workspace.path(path), 0o755);
    }
  }
  const script = (path: string) =>
    `require('node:fs').appendFileSync(${JSON.stringify(ran)}, '${path}\\n');\n`;
  for (const module of modules) {
    for (const root of ['node_modules', '.mooring/servers/npm/node_modules']) {
      workspace.write(`${root}/${module}`, script(`${root}/${module}`));
    }
  }
  workspace.write('eslint.config.cjs', script('eslint.config.cjs'));
  const trap = (name: string) => workspace.path(`bin/${name}`);
  const settings = {
    'python.defaultInterpreterPath': trap('python3'),
    'python.pythonPath': trap('python3'),
    'bashIde.shellcheckPath': trap('shellcheck'),
    'bashIde.shfmt.path': trap('shfmt'),
    'clangd.path': trap('clangd'),
    'rust-analyzer.server.path': trap('rust-analyzer'),
    'rust-analyzer.check.overrideCommand': [trap('cargo')],
    'go.alternateTools': { gopls: trap('gopls') },
    'typescript.tsdk': 'node_modules/typescript/lib',
    'eslint.nodePath': 'node_modules',
    'eslint.runtime': trap('node'),
  };
  workspace.write('.vscode/settings.json', JSON.stringify(settings));
  const command = [{ path: trap('node') }];
  const languageServers = [{ id: 'evil', label: 'Evil', languages: ['json', 'typescript'], command }];
  const manifest = { name: 'evil', publisher: 'them', version: '1.0.0', engines: { vscode: '^1.91.0' } };
  for (const folder of ['.mooring/extensions/evil', '.vscode/extensions/evil', 'extensions/evil']) {
    workspace.write(
      `${folder}/package.json`,
      JSON.stringify({ ...manifest, contributes: { languageServers } }),
    );
  }
}

/** What of the folder has run. */
function ran(workspace: Workspace): string[] {
  const file = workspace.outside('ran.txt');
  return existsSync(file) ? readFileSync(file, 'utf8').trim().split('\n') : [];
}

describe('A folder that nobody trusts yet', () => {
  // One for every language, so that none makes room for another.
  const it = workbenchTest({ files, prepare: setTraps, flags: ['--max-leases', '20'] });

  it('gets nothing of it run, whatever its files are called and its settings name', async ({
    workbench,
    workspace,
  }) => {
    const { languageServer, problems } = workbench;
    for (const name of Object.keys(files)) {
      await workbench.openFile(name);
      // Settled: it runs, is not there, or waits for trust.
      await languageServer.says(/^(?!.*(connecting|starting|initializing|reconnecting))\S/);
      expect(await languageServer.text()).not.toContain('Evil');
    }
    // The servers that run have looked at their files with the programs they may use.
    await workbench.openFile('a.ts');
    await problems.has("Type 'number' is not assignable to type 'string'.");
    await workbench.openFile('a.py');
    await problems.has('is not assignable to');
    if (missing([['shellcheck', '--version']]) === undefined) {
      await workbench.openFile('a.sh');
      await problems.has('Double quote to prevent globbing and word splitting.');
    }
    expect(ran(workspace)).toEqual([]);
  });

  it('is obeyed once it is trusted: then its settings name what runs', async ({ workbench, workspace }) => {
    await workbench.trustFolder();
    await workbench.openFile('a.sh');
    await until(
      'the program that the folder’s settings name has run',
      async () => {
        await workbench.editor.goTo({ line: 2, column: 1 });
        await workbench.editor.type(' ');
        return ran(workspace).includes('bin/shellcheck');
      },
      { everyMilliseconds: 1_000 },
    );
  });
});
