/**
 * What a flood costs whoever works beside it: a program writes 50 MB to the debug console, and meanwhile somebody
 * types into an editor of the built product in Chromium; against the same typing while nothing runs.
 */
import { launchChromium } from '../../harness/chromium.ts';
import { MooringServer } from '../../harness/mooringServer.ts';
import { missing } from '../../harness/programs.ts';
import { Workbench } from '../../harness/workbench.ts';
import { Workspace } from '../../harness/workspace.ts';
import { editedFile, files, programs, type FloodingProgram } from './programs.ts';
import type { Report } from '../figures.ts';
import { report, type FloodSamples } from './report.ts';
import { type } from './typing.ts';

const keys = { without: 100, within: 500 };

export async function run(): Promise<Report> {
  using workspace = Workspace.of(files());
  await using server = await MooringServer.start({
    folder: workspace.folder,
    flags: ['--log-level', 'warn'],
  });
  const browser = await launchChromium();
  try {
    await using workbench = await Workbench.open(browser, server.url);
    await workbench.trustFolder();
    await workbench.debugging.console.show();
    // It takes the focus once it is there, and then nothing does until somebody wants it.
    await workbench.page.locator('.repl :focus').waitFor({ state: 'attached' });
    const samples: FloodSamples[] = [];
    for (const program of programs) {
      const lack = missing(program.needs);
      samples.push(lack ? { name: program.name, lack } : await measure(workbench, program));
    }
    return report(samples);
  } finally {
    await browser.close();
  }
}

async function measure(workbench: Workbench, program: FloodingProgram): Promise<FloodSamples> {
  const { debugging, page } = workbench;
  await workbench.openFile(editedFile);
  await workbench.focusEditor();
  const floor = await type(page, async (typed) => typed < keys.without);
  await debugging.startConfiguration(program.configuration);
  await debugging.console.has(new RegExp(`${program.name} flood `));
  await workbench.focusEditor();
  const flood = await type(
    page,
    async (typed) => typed < keys.within && (await debugging.toolbar.isVisible()),
  );
  await debugging.toolbar.waitFor({ state: 'hidden', timeout: 300_000 });
  await debugging.console.has(/written in \d+ ms/);
  const written = Number([...(await debugging.console.text()).matchAll(/written in (\d+) ms/g)].at(-1)?.[1]);
  await workbench.run('File: Revert File');
  return { name: program.name, floor, flood, written };
}
