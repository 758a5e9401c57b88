import { cpSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Frame } from 'playwright-core';
import { describe } from 'vitest';
import { unpackPackage } from '../../../scripts/build/vscodeExtensions.mjs';
import { npmPackage } from '../../harness/npmPackage.ts';
import { until } from '../../harness/until.ts';
import type { Workbench } from '../../harness/workbench.ts';
import { workbenchTest } from '../../harness/workbenchTest.ts';
import { vsix } from '../../harness/zip.ts';

/** Extensions that other people wrote and published, by what they are for. */
const packages = {
  /** A theme, of no publisher. */
  theme: {
    name: 'solarflare-theme',
    version: '0.0.6',
    sha512: 'KZAwZNf7n/OWkx9m9rlsIZAknG0NV31maz4Jlms+B42haInCO7tIKuKo0fvJPOKezHDmrpsgCuGKattLr9hG0A==',
  },
  /** A theme of a scoped name, with an entry for Node and without its icon. */
  scoped: {
    name: '@sreetamdas/karma',
    version: '3.1.1',
    sha512: 'F33gmU6fsFHXQJjn3Gpc/jz2Qrh7vKeyRRee98HskN759l72oCsuLYvzHN6mfO8s+3nmvhm0P+twBR9/3lr17w==',
  },
  /** A grammar and a language configuration. */
  grammar: {
    name: 'vscode-scenetest',
    version: '0.10.1',
    sha512: 'qd6t3aMLV5l5NUBI/s0t6mFo1VaGiLjnBEZOlgArjUEh4A2Fl/RGQNhdFWdoeaRwhIXYs50h+BKy8PQvgHJUkA==',
  },
  /** Grammars, snippets, settings and commands, with code for Node alone. */
  nodeOnly: {
    name: 'astro-vscode',
    version: '2.16.19',
    sha512: 'NP7L6ialc9N/8ODDMr0GdRrWRJYGWjlxLUDBaGFkRhNtzqYZrsUXlOQFceJtg5OtUYYV4H6or6HEjN83dgAMMw==',
  },
  /** Code for the web in several files, a custom editor, a webview: "Table Visualizer for JavaScript Profiles". */
  web: {
    name: 'code-server',
    version: '4.139.1',
    sha512: 'fUYvJVdz4ZoVJfakGiGWXFMpF8K1ObsrpGvX17ZxNpKOzdNHs7lANT670JTr4ZhA8DnWqyvvmFG/d3HV9Yy6ew==',
    folder: 'lib/vscode/extensions/ms-vscode.vscode-js-profile-table',
  },
  /** VS Code's own: code for the web, keys, commands, menus, settings with texts, a custom editor, a webview. */
  preview: {
    name: '@codingame/monaco-vscode-markdown-language-features-default-extension',
    version: '36.2.7',
    sha512: '7GaGcJ1Ux05zvFtBwruOdaF5C2Rhdm9zLqEAO+REaO4c9HOTDALBaBF7VsB7KN54sDrfA7Ygc90P/dKCQaqWSg==',
  },
};
type Kind = keyof typeof packages;

/** Their folders, or why they cannot be had. */
function fetched(): { readonly folders: Record<Kind, string> } | { readonly reason: string } {
  try {
    const folders = Object.entries(packages).map(([kind, wanted]) => [kind, npmPackage(wanted)]);
    return { folders: Object.fromEntries(folders) as Record<Kind, string> };
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    // What is fetched and is not what it should be is no reason to look away.
    if (message.includes('another content')) throw error;
    return { reason: message };
  }
}

const found = fetched();

describe('Extensions that other people wrote', () => {
  const it = workbenchTest({
    files: {
      'a.astro': '---\nconst tide = 3;\n---\n<p>{tide}</p>\n\n',
      'sign.spec.md': '# User\n\n## signs up\nnew-user:\n- openTo /signup\n// Enter credentials\n',
      'harbour.md': '# Harbour\n\nHigh *water*.\n',
      'harbour.js': 'tide();\n\nfunction weighAnchor() {}\n',
    },
    ...('reason' in found && { lacks: found.reason }),
    flags: (workspace) => {
      if ('reason' in found) return [];
      const { folders } = found;
      const target = workspace.outside('extensions');
      mkdirSync(target);
      for (const kind of ['scoped', 'grammar', 'nodeOnly', 'web'] as const)
        cpSync(folders[kind], join(target, kind), { recursive: true });
      cpSync(workspace.outside('preview'), join(target, 'preview'), { recursive: true });
      // As its author would have packed it.
      writeFileSync(join(target, 'theme.vsix'), packed(folders.theme));
      return ['--extensions-dir', target];
    },
    prepare: async (workspace) => {
      workspace.write('slow.cpuprofile', profileOf(workspace.path('harbour.js')));
      if (!('reason' in found)) await unpackPackage(found.folders.preview, workspace.outside('preview'));
    },
  });

  it('give their themes, packed or not, of whatever name', async ({ workbench }) => {
    for (const [label, background] of [
      ['Solarflare Light', 'rgb(255, 255, 255)'],
      ['Karma', 'rgb(10, 14, 20)'],
    ] as const) {
      await workbench.openFile('a.astro');
      await chooseTheme(workbench, label);
      await until(`${label} is in use`, async () => {
        const colour = await workbench.editor.root
          .locator('.monaco-editor-background')
          .first()
          .evaluate((element) => getComputedStyle(element).backgroundColor);
        if (colour === background) return true;
        throw new Error(colour);
      });
    }
  });

  it('give their grammars and snippets, though their code is for Node alone; that is told', async ({
    workbench,
  }) => {
    await workbench.openFile('a.astro');
    await workbench.statusItem(/^Astro$/).waitFor();
    await hasColours(workbench, 4);
    await workbench.editor.press('Control+End');
    await workbench.run('Snippets: Insert Snippet');
    await until('snippets are offered', async () => (await workbench.quickInput.labels()).length > 0);
    await workbench.page.keyboard.press('Enter');
    await workbench.hasDirtyTab('a.astro');
    await workbench.problems.has(/Extension astro-build\.astro-vscode: its code needs Node/);
    await workbench.problems.has(
      /Extension sreetamd\.sreetamdas-karma: the file "images\/logo\.png" is missing/,
    );

    await workbench.openFile('sign.spec.md');
    await workbench.statusItem(/^Scenetest Spec$/).waitFor();
    await hasColours(workbench, 4);
    await workbench.editor.placeCaret('- openTo');
    await workbench.editor.press('Control+/');
    await workbench.editor.hasText('// - openTo');
  });

  it('run their code made for the web: an editor of theirs shows a file and leads to another', async ({
    workbench,
  }) => {
    await workbench.quickInput.take('Control+p', 'slow.cpuprofile', 'slow.cpuprofile');
    const frame = await frameWith(workbench, 'text=weighAnchor');
    await frame.getByText('3.00ms').first().waitFor();
    await workbench.screenshot('third party editor');
    await frame.getByText('harbour.js:3').click();
    await workbench.hasActiveTab('harbour.js');
    await workbench.statusItem(/^Ln 3,/).waitFor();
  });

  it('run their code made for the web: a key of theirs opens a preview of theirs', async ({ workbench }) => {
    await workbench.openFile('harbour.md');
    await workbench.focusEditor();
    await workbench.editor.press('Control+Shift+v');
    await frameWith(workbench, 'h1:text("Harbour")');
    await workbench.screenshot('third party preview');
  });
});

function packed(folder: string): Buffer {
  const manifest = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Record<string, unknown>;
  const names = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name !== 'package.json')
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1));
  return vsix(
    manifest,
    Object.fromEntries(names.map((name) => [name, { content: readFileSync(join(folder, name)) }])),
  );
}

/** What a debugger writes of a program whose third line took three milliseconds. */
function profileOf(program: string): string {
  const frame = { functionName: 'weighAnchor', url: `file://${program}`, lineNumber: 2, columnNumber: 0 };
  const root = { functionName: '(root)', url: '', lineNumber: -1, columnNumber: -1 };
  return JSON.stringify({
    nodes: [
      { id: 1, callFrame: { ...root, scriptId: '0' }, hitCount: 0, children: [2] },
      { id: 2, callFrame: { ...frame, scriptId: '1' }, hitCount: 3 },
    ],
    startTime: 0,
    endTime: 3_000,
    samples: [2, 2, 2],
    timeDeltas: [0, 1_000, 1_000],
  });
}

/** The webview that holds such an element. */
function frameWith(workbench: Workbench, selector: string): Promise<Frame> {
  return until(`a webview holds ${selector}`, async () => {
    for (const frame of workbench.page.frames())
      if ((await frame.locator(selector).count()) > 0) return frame;
    return undefined;
  });
}

async function chooseTheme(workbench: Workbench, label: string): Promise<void> {
  await workbench.page.keyboard.press('Control+k');
  await workbench.quickInput.open('Control+t', label);
  await workbench.quickInput.choose(label);
}

async function hasColours(workbench: Workbench, atLeast: number): Promise<void> {
  await until('the text has colours', async () => {
    const classes = await workbench.editor.root
      .locator('.view-line span span')
      .evaluateAll((spans) => new Set(spans.map((span) => /mtk\d+/.exec(span.className)?.[0])).size);
    if (classes >= atLeast) return true;
    throw new Error(String(classes));
  });
}
