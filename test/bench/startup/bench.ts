/**
 * How the workbench starts in Chromium, against the built product, on a small project with one file open:
 *
 * - first: an empty profile; the file is clicked as soon as the explorer shows it;
 * - cold: the open tab comes back, but nothing is in the browser's caches, as after an update;
 * - warm: the same again, from the caches;
 * - traced: as warm, while the browser says how its main thread spends its time.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromiumPath } from '../../harness/chromium.ts';
import { MooringServer } from '../../harness/mooringServer.ts';
import { Workspace } from '../../harness/workspace.ts';
import { clearCaches } from '../chrome.ts';
import { openedFile, project } from './project.ts';
import type { Report } from '../figures.ts';
import { report, type StartSamples } from './report.ts';
import { visit, type Visit } from './visit.ts';

const rounds = 3;

export async function run(): Promise<Report> {
  using workspace = Workspace.of(project());
  await using server = await MooringServer.start({
    folder: workspace.folder,
    flags: ['--log-level', 'warn'],
  });
  const samples: StartSamples = { first: [], cold: [], warm: [], traced: [] };
  for (let round = 0; round < rounds; round++) await measure(server.url, samples);
  return report(samples);
}

/** One profile, from its first visit on. */
async function measure(url: string, samples: StartSamples): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'mooring-bench-'));
  const profile = join(folder, 'profile');
  const start = (more: { click?: string; traced?: boolean } = {}): Promise<Visit> =>
    visit({ executable: chromiumPath(), profile, netLog: join(folder, 'net.json'), url, ...more });
  try {
    samples.first.push(await start({ click: openedFile }));
    clearCaches(profile);
    samples.cold.push(await start());
    samples.warm.push(await start());
    samples.traced.push(await start({ traced: true }));
  } finally {
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  }
}
