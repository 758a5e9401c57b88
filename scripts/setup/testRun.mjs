import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ensureBrowser } from './browser.mjs';
import { runChecks } from './checks.mjs';
import { endChildrenOnSignals, run } from './childProcess.mjs';
import { ensureDebugAdapters } from './debugAdapters.mjs';
import { ensureDependencies } from './dependencies.mjs';
import { ensureBuilt } from './build.mjs';
import { product } from '../build/product.mjs';

const projects = ['unit', 'protocol', 'e2e', 'testWeb'];

/**
 * Runs the checks and the tests, or the part of the tests that the arguments name, and ends with a line of counts.
 * @param {readonly string[]} args projects, file filters, and flags of vitest
 * @returns {Promise<boolean>} whether everything passed
 * @throws {Error} with a sentence for the user
 */
export async function runTests(args) {
  endChildrenOnSignals();
  const chosen = projects.filter((project) => args.includes(project));
  const filters = args.filter((arg) => !projects.includes(arg));
  const only = chosen.length > 0 ? chosen : projects;

  await ensureDependencies();
  if (only.some((project) => project !== 'unit')) await Promise.all([ensureBuilt(), ensureDebugAdapters()]);
  const env = { ...process.env };
  if (only.includes('e2e') || only.includes('testWeb')) env['CHROME_PATH'] = await ensureBrowser();

  const checks = args.length === 0 ? await runChecks() : [];
  const tests = await runVitest([...only.flatMap((project) => ['--project', project]), ...filters], env);
  const passed = tests.passed + checks.filter(({ passed }) => passed).length;
  const failed = tests.failed + checks.filter(({ passed }) => !passed).length;
  console.log(`\n${passed} passed, ${failed} failed, ${tests.skipped} skipped`);
  return failed === 0;
}

/**
 * @param {readonly string[]} args
 * @param {NodeJS.ProcessEnv} env
 * @returns {Promise<{ passed: number, failed: number, skipped: number }>}
 */
async function runVitest(args, env) {
  const folder = mkdtempSync(join(tmpdir(), 'mooring-counts-'));
  const file = join(folder, 'counts.json');
  try {
    const { code } = await run(
      process.execPath,
      [product('node_modules/vitest/vitest.mjs'), 'run', ...args],
      { env: { ...env, MOORING_TEST_COUNTS: file } },
    );
    const counts = readCounts(file);
    // An end that the counts do not explain is a failure too: the run broke, or something outlived it.
    return code !== 0 && counts.failed === 0 ? { ...counts, failed: 1 } : counts;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** @param {string} file */
function readCounts(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    // The run ended before it could count; its exit code says so.
    return { passed: 0, failed: 0, skipped: 0 };
  }
}
