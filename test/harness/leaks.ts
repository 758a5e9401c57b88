/**
 * Set-up of every test file that starts processes. The file gets a temporary folder of its own, which everything
 * it starts inherits as TMPDIR; when the file is done, no process with that TMPDIR may be left, however deep in
 * the tree or long reparented, and nothing may lie in the folder.
 */
import { mkdtempSync, readdirSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll } from 'vitest';
import { type ProcessInfo, processesStartedWith } from './processes.ts';
import { until } from './until.ts';

const before = process.env['TMPDIR'];
const folder = realpathSync(mkdtempSync(join(tmpdir(), 'mooring-test-')));
process.env['TMPDIR'] = folder;

afterAll(async () => {
  const processes = await leftProcesses();
  for (const { pid } of processes) process.kill(pid, 'SIGKILL');
  const files = readdirSync(folder).filter((name) => !isToolCache(name));
  rmSync(folder, { recursive: true, force: true });
  // The next file may run in this process.
  if (before === undefined) delete process.env['TMPDIR'];
  else process.env['TMPDIR'] = before;
  if (processes.length > 0) {
    const list = processes.map(({ pid, command }) => `${pid}: ${command}`).join('\n');
    throw new Error(`This file left ${processes.length} processes behind:\n${list}`);
  }
  if (files.length > 0) throw new Error(`This file left temporary files behind: ${files.join(', ')}`);
});

/** Processes that are still there after the time that dying takes. */
async function leftProcesses(): Promise<readonly ProcessInfo[]> {
  const list = () => processesStartedWith(`TMPDIR=${folder}`);
  try {
    await until('no process is left', () => list().length === 0, { seconds: 5 });
    return [];
  } catch {
    return list();
  }
}

/** What programs that are not ours keep in TMPDIR on purpose. */
function isToolCache(name: string): boolean {
  // typescript-language-server passes cancellations to tsserver through files in a folder with such a name.
  const isCancellationFolder = /^[0-9a-f]{32}$/.test(name);
  // js-debug keeps there what it has Node programs load, how those that it was attached to find it again, and, when
  // it is killed, the sockets they talked over.
  const tools =
    /^(node-compile-cache|v8-compile-cache-0$|gopls-|proc-macro-srv|vscode-js-debug-|node-debug-callback-|node-cdp\.)/;
  return isCancellationFolder || tools.test(name);
}
