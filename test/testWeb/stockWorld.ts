import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { build as bundle, stop as stopBundler } from 'esbuild';
import type { Browser, Page } from 'playwright-core';
import { fileURLToPath } from 'node:url';
import { freePort } from '../../scripts/setup/freePort.mjs';
import { allowTestWeb, remoteFolder, serveStockVscode } from '../../scripts/setup/stockVscode.mjs';
import type { LocalBuild } from '../../scripts/setup/vscodeWeb.mjs';
import { launchChromium } from '../harness/chromium.ts';
import { fixtureExtension } from '../harness/fixtureExtension.ts';
import { MooringServer } from '../harness/mooringServer.ts';
import { missing } from '../harness/programs.ts';
import { until } from '../harness/until.ts';
import { Workspace } from '../harness/workspace.ts';

const suite = fileURLToPath(new URL('suite/index.ts', import.meta.url));
/** Its debug adapter is fetched when Mooring is built, if it can be. */
export const canDebugNode = existsSync(new URL('../../dist/adapters/js-debug/package.json', import.meta.url));
export const canDebugPython = missing([['python3', '-c', 'import debugpy']]) === undefined;
const programs = {
  node: 'function double(number) {\n  return number * 2;\n}\nconsole.log(double(21));\n',
  python: 'def double(number):\n    return number * 2\n\n\nprint(double(21))\n',
};
const workspaces = fileURLToPath(new URL('../fixtures/workspaces/', import.meta.url));

/** One test inside VS Code, and how it ended: `failure` is null where it passed. */
export interface Result {
  readonly suite: string;
  readonly title: string;
  readonly failure: string | null;
}

/** What VS Code has told so far. */
interface Said {
  readonly results: Result[];
  readonly console: string[];
  ended: boolean;
}

/** A relay, stock VS Code with our extensions and the suite in it, and a browser that shows it. */
export class StockWorld implements AsyncDisposable {
  readonly workspace: Workspace;
  readonly server: MooringServer;
  readonly page: Page;
  readonly results: readonly Result[];
  readonly console: readonly string[];
  readonly #releases: (() => unknown)[];
  readonly #said: Said;

  private constructor(parts: {
    workspace: Workspace;
    server: MooringServer;
    page: Page;
    releases: (() => unknown)[];
    said: Said;
  }) {
    this.workspace = parts.workspace;
    this.server = parts.server;
    this.page = parts.page;
    this.results = parts.said.results;
    this.console = parts.said.console;
    this.#said = parts.said;
    this.#releases = parts.releases;
  }

  static async start(build: LocalBuild): Promise<StockWorld> {
    const releases: (() => unknown)[] = [];
    try {
      const workspace = Workspace.of(files(), 'a b#c%20d?é漢');
      releases.push(() => workspace[Symbol.dispose]());
      const port = await freePort();
      const journal = { id: 'journal', label: 'Journal', command: [{ module: './journal.mjs' }] };
      const flags = fixtureExtension(
        workspace,
        [{ ...journal, args: [workspace.outside('journal.txt')], settings: ['journal'] }],
        { configuration: { properties: { 'journal.greeting': { type: 'string', default: '' } } } },
      );
      const server = await MooringServer.start({
        folder: workspace.folder,
        flags: [...flags, ...allowTestWeb(port)],
      });
      releases.push(() => server[Symbol.asyncDispose]());
      const served = await serveStockVscode({
        build,
        port,
        folderUri: remoteFolder(new URL(`http://localhost:${server.port}`), workspace.folder),
        extensionPaths: [workspace.outside('extensions')],
        tests: await bundleSuite(workspace.outside('suite')),
      });
      releases.push(() => served.dispose());
      const browser = await launchChromium();
      releases.push(() => browser.close());
      const said: Said = { results: [], console: [], ended: false };
      const page = await open(browser, said);
      await disableTwins(page, `http://localhost:${port}`);
      await page.goto(`http://localhost:${port}`);
      return new StockWorld({ workspace, server, page, releases, said });
    } catch (error) {
      for (const release of releases.reverse()) await release();
      throw error;
    }
  }

  /** Waits until the suite is through. */
  async done(): Promise<void> {
    await until('the suite is through', () => this.#said.ended, { seconds: 170 });
  }

  /** Everything that the fixture language server was told. */
  get journal(): string {
    return readFileSync(this.workspace.outside('journal.txt'), 'utf8');
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const release of this.#releases.splice(0).reverse()) await release();
  }
}

async function open(browser: Browser, said: Said): Promise<Page> {
  const context = await browser.newContext({ viewport: { width: 1400, height: 900 } });
  const page = await context.newPage();
  page.on('console', (message) => said.console.push(`${message.type()}: ${message.text()}`));
  await page.exposeFunction('codeAutomationLog', (_type: string, args: unknown[]) => {
    const result = /^RESULT (\{.*\})$/.exec(String(args[0]))?.[1];
    if (result !== undefined) said.results.push(JSON.parse(result) as Result);
    if (args[0] === 'END') said.ended = true;
  });
  // Only a suite that could not be loaded comes to this.
  await page.exposeFunction('codeAutomationExit', () => {
    said.ended = true;
  });
  return page;
}

/**
 * Switches off VS Code's own servers for languages that ours serve, as its Extensions view does: two servers would
 * answer everything twice, and a rename only once. What is disabled is kept in the browser.
 */
async function disableTwins(page: Page, origin: string): Promise<void> {
  await page.goto(`${origin}/static/build/favicon.ico`);
  const twins = ['typescript', 'json', 'css', 'html', 'markdown'].map((name) => ({
    id: `vscode.${name}-language-features`,
  }));
  await page.evaluate(
    (value) =>
      new Promise<void>((resolve, reject) => {
        const opening = indexedDB.open('vscode-web-state-db-global');
        opening.onerror = () => reject(opening.error ?? new Error('The store cannot be opened.'));
        opening.onupgradeneeded = () => opening.result.createObjectStore('ItemTable');
        opening.onsuccess = () => {
          const transaction = opening.result.transaction('ItemTable', 'readwrite');
          transaction.objectStore('ItemTable').put(value, 'extensionsIdentifiers/disabled');
          transaction.oncomplete = () => {
            opening.result.close();
            resolve();
          };
        };
      }),
    JSON.stringify(twins),
  );
}

/** The suite as an extension under development, the form in which VS Code takes tests. */
async function bundleSuite(
  folder: string,
): Promise<{ extensionDevelopmentPath: string; extensionTestsPath: string }> {
  mkdirSync(folder);
  const manifest = { name: 'suite', publisher: 'test', version: '1.0.0', engines: { vscode: '^1.91.0' } };
  writeFileSync(join(folder, 'package.json'), JSON.stringify(manifest));
  const outfile = join(folder, 'index.js');
  await bundle({
    entryPoints: [suite],
    outfile,
    bundle: true,
    platform: 'browser',
    format: 'cjs',
    target: 'es2022',
    external: ['vscode'],
    logLevel: 'warning',
  });
  await stopBundler();
  return { extensionDevelopmentPath: folder, extensionTestsPath: outfile };
}

function files(): Record<string, string> {
  const typescript = ['src/main.ts', 'src/report.ts', 'src/shapes.ts', 'tsconfig.json'];
  const python = ['main.py', 'report.py', 'shapes.py'];
  const copy = (path: string) => readFileSync(join(workspaces, path), 'utf8');
  return {
    ...Object.fromEntries(typescript.map((path) => [path, copy(`typescript/${path}`)])),
    ...Object.fromEntries(python.map((path) => [`py/${path}`, copy(`python/${path}`)])),
    'py/pyrightconfig.json': '{\n  "typeCheckingMode": "sloppy"\n}\n',
    'reference.json': '{\n  "definitions": { "a": {} },\n  "$ref": "#/definitions/a"\n}\n',
    ...(canDebugNode && { 'debug.js': programs.node }),
    ...(canDebugPython && { 'debug.py': programs.python }),
    'a.journal': 'alpha beta TODO\n',
    'b.journal': 'beta\n',
    'notes é漢 #1.txt': 'before\n',
    'changing.txt': 'as it was\n',
  };
}
