import type { Browser } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, type TestAPI } from 'vitest';
import { launchChromium } from './chromium.ts';
import { MooringServer } from './mooringServer.ts';
import { missing, type Program } from './programs.ts';
import { Workbench } from './workbench.ts';
import { Workspace, type Files } from './workspace.ts';

export interface WorkbenchTestOptions {
  /** Name of a folder under `test/fixtures/workspaces`, or `sample`. Without it, `files`. */
  readonly workspace?: string;
  readonly files?: Files;
  /** Name of the folder that is opened. */
  readonly name?: string;
  readonly flags?: readonly string[] | ((workspace: Workspace) => readonly string[]);
  readonly env?: NodeJS.ProcessEnv | ((workspace: Workspace) => NodeJS.ProcessEnv);
  /** Runs before the server starts: what must lie in the workspace, or in the home folder, by then. */
  readonly prepare?: (workspace: Workspace) => void | Promise<void>;
  /** Grants trust to the folder as soon as the page is there. */
  readonly trusted?: boolean;
  /** Programs of the machine without which every test is skipped, saying so. */
  readonly needs?: readonly Program[];
  /** Why every test is to be skipped, where something else is missing. */
  readonly lacks?: string;
}

export interface World {
  readonly browser: Browser;
  readonly workspace: Workspace;
  readonly server: MooringServer;
  readonly workbench: Workbench;
}

/**
 * The `it` of a file whose tests share one workspace, one server and one window, all of them the real thing:
 *
 *     const it = workbenchTest({ workspace: 'typescript' });
 *     it('shows an error and takes it back', async ({ workbench, workspace }) => { … });
 *
 * Every test begins with no editor open and every file as it was at first, and fails when the browser's console shows an error. A failure leaves a
 * screenshot in test-results and prints the server's log; what comes after it, be it a second try, has a window of
 * its own.
 */
export function workbenchTest(options: WorkbenchTestOptions = {}): TestAPI<World> {
  /** What to release in the end, in order of creation. */
  const releases: (() => unknown)[] = [];
  const lack = options.lacks ?? missing(options.needs ?? []);
  let world: World | undefined;
  let hasFailed = false;
  const current = (): World => {
    if (!world) throw new Error('The workbench did not start; see the error above.');
    return world;
  };

  const openWindow = async (browser: Browser, server: MooringServer): Promise<Workbench> => {
    const workbench = await Workbench.open(browser, server.url);
    if (options.trusted) await workbench.trustFolder();
    return workbench;
  };

  beforeAll(async () => {
    if (lack) return;
    const { name, flags, env } = options;
    const workspace = options.workspace
      ? Workspace.copyOf(options.workspace, name)
      : Workspace.of(options.files ?? {}, name);
    releases.push(() => workspace[Symbol.dispose]());
    await options.prepare?.(workspace);
    workspace.remember();
    const server = await MooringServer.start({
      folder: workspace.folder,
      ...(flags && { flags: typeof flags === 'function' ? flags(workspace) : flags }),
      ...(env && { env: typeof env === 'function' ? env(workspace) : env }),
    });
    releases.push(() => server[Symbol.asyncDispose]());
    const browser = await launchChromium();
    releases.push(() => browser.close());
    world = { browser, workspace, server, workbench: await openWindow(browser, server) };
  });

  beforeEach(async ({ onTestFailed, skip }) => {
    if (lack) skip(lack);
    if (hasFailed) {
      const { browser, server, workbench } = current();
      await workbench[Symbol.asyncDispose]();
      world = { ...current(), workbench: await openWindow(browser, server) };
      hasFailed = false;
    }
    const { workbench, server, workspace } = current();
    onTestFailed(async ({ task }) => {
      hasFailed = true;
      const picture = await workbench.screenshot(`${task.file.name}-${task.name}`);
      console.log(`Screenshot: ${picture}\nServer:\n${server.output.slice(-4000)}`);
    });
    await workbench.uncover();
    await workbench.debugging.stop();
    await workbench.closeAllEditors();
    workspace.restore();
  });

  afterEach(() => {
    if (world) expect(world.workbench.takeConsoleErrors(), 'errors in the console').toEqual([]);
  });

  afterAll(async () => {
    for (const release of releases.splice(0).reverse()) await release();
  });

  return test.extend<World>({
    browser: async ({}, use) => use(current().browser),
    workspace: async ({}, use) => use(current().workspace),
    server: async ({}, use) => use(current().server),
    workbench: async ({}, use) => use(current().workbench),
  });
}
