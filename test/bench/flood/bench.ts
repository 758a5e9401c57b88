/**
 * What a flood costs whoever works beside it: a program writes 50 MB to the debug console, and meanwhile somebody
 * types into an editor of the built product in Chromium; against the same typing while nothing runs.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium } from 'playwright-core';
import { chromiumPath } from '../../harness/chromium.ts';
import { MooringServer } from '../../harness/mooringServer.ts';
import { missing } from '../../harness/programs.ts';
import { Workbench } from '../../harness/workbench.ts';
import { Workspace } from '../../harness/workspace.ts';
import { Chrome } from '../chrome.ts';
import { editedFile, files, programs, type FloodingProgram } from './programs.ts';
import type { Report } from '../figures.ts';
import { report, type FloodSamples } from './report.ts';
import { type } from './typing.ts';

const keys = { without: 100, within: 500 };

export async function run(): Promise<Report> {
  using workspace = Workspace.of(files());
  const profile = mkdtempSync(join(tmpdir(), 'mooring-bench-'));
  try {
    await using server = await MooringServer.start({
      folder: workspace.folder,
      flags: ['--log-level', 'warn'],
    });
    await using chrome = await Chrome.launch({ executable: chromiumPath(), profile });
    await prepare(chrome, server.url);
    const samples: FloodSamples[] = [];
    for (const program of programs) {
      const lack = missing(program.needs);
      samples.push(lack ? { name: program.name, lack } : await measure(chrome, program));
    }
    return report(samples);
  } finally {
    rmSync(profile, { recursive: true, force: true, maxRetries: 5 });
  }
}

async function prepare(chrome: Chrome, url: string): Promise<void> {
  // A window without focus shows no caret.
  await chrome.ask('Emulation.setFocusEmulationEnabled', { enabled: true }, { ofPage: true });
  await drive(chrome, async (workbench) => {
    await workbench.page.goto(url);
    await workbench.isReady();
    await workbench.trustFolder();
    await workbench.debugging.console.show();
    // It takes the focus once it is there, and then nothing does until somebody wants it.
    await workbench.page.locator('.repl :focus').waitFor({ state: 'attached' });
  });
}

/** Lets Playwright at the page for a while: what is measured is what it does when nobody listens in. */
async function drive<Result>(
  chrome: Chrome,
  work: (workbench: Workbench) => Promise<Result>,
): Promise<Result> {
  const browser = await chromium.connectOverCDP(chrome.address);
  try {
    const [page] = browser.contexts().flatMap((context) => context.pages());
    if (!page) throw new Error('Chromium has no page.');
    return await work(Workbench.of(page));
  } finally {
    // It was connected to, not launched: this leaves it as it is.
    await browser.close();
  }
}

async function measure(chrome: Chrome, program: FloodingProgram): Promise<FloodSamples> {
  await drive(chrome, async (workbench) => {
    await workbench.openFile(editedFile);
    await workbench.focusEditor();
  });
  const floor = await type(chrome, async (typed) => typed < keys.without);
  await drive(chrome, async (workbench) => {
    await workbench.debugging.startConfiguration(program.configuration);
    await workbench.debugging.console.has(new RegExp(`${program.name} flood `));
    await workbench.focusEditor();
  });
  const goesOn = "document.querySelector('.debug-toolbar').checkVisibility()";
  const flood = await type(
    chrome,
    async (typed) => typed < keys.within && (await chrome.evaluate<boolean>(goesOn)),
  );
  const written = await drive(chrome, async (workbench) => {
    const { console, toolbar } = workbench.debugging;
    await toolbar.waitFor({ state: 'hidden', timeout: 300_000 });
    await console.has(/written in \d+ ms/);
    const found = [...(await console.text()).matchAll(/written in (\d+) ms/g)].at(-1)?.[1];
    await workbench.run('File: Revert File');
    return Number(found);
  });
  return { name: program.name, floor, flood, written };
}
