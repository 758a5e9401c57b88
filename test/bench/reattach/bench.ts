/**
 * What it is worth that a language server outlives its page: on a generated project of 500 files, a page without
 * a browser connects to the built product, opens a file with a mistake in it, and waits until it is told; first
 * with nothing running, then again and again as after a reload. And what a lease costs the relay meanwhile.
 */
import { MooringServer } from '../../harness/mooringServer.ts';
import { missing } from '../../harness/programs.ts';
import { Workspace } from '../../harness/workspace.ts';
import { measureMemory } from './memory.ts';
import { projects, type BenchProject } from './projects.ts';
import type { Report } from '../figures.ts';
import { report, type ReattachSamples } from './report.ts';
import { visit, type Visit } from './visit.ts';

const starts = 3;
const reloads = 10;

/** @param root Mooring's own folder. */
export async function run(root = process.cwd()): Promise<Report> {
  const present = projects.filter(({ needs }) => !missing(needs));
  const absent = projects.filter((project) => !present.includes(project));
  const samples: ReattachSamples[] = [];
  for (const project of present) samples.push(await measure(project));
  return report(
    samples,
    absent.map(({ name }) => name),
    await measureMemory(root),
  );
}

async function measure(project: BenchProject): Promise<ReattachSamples> {
  using workspace = Workspace.of(project.files);
  await using server = await MooringServer.start({
    folder: workspace.folder,
    flags: ['--log-level', 'warn', '--continuity', 'on'],
  });
  const fresh: Visit[] = [];
  const again: Visit[] = [];
  for (let start = 0; start < starts; start++) {
    const first = await visit(server, workspace.folder, project);
    fresh.push(first);
    if (start < starts - 1) {
      await first.stop();
      continue;
    }
    let last = first;
    for (let reload = 0; reload < reloads; reload++) {
      await last.leave();
      last = await visit(server, workspace.folder, project, last.lease);
      again.push(last);
    }
    await last.stop();
  }
  return { name: project.name, fresh, reloads: again };
}
