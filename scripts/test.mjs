/**
 * `npm test [-- project or file filter …]`: the checks and every test, from a bare clone. `npm test -- unit` runs
 * one project, `npm test -- files` the test files with "files" in their path.
 */
import { requireNode } from './setup/nodeVersion.mjs';

requireNode();
const { runTests } = await import('./setup/testRun.mjs');

try {
  process.exitCode = (await runTests(process.argv.slice(2))) ? 0 : 1;
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
