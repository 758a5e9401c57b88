/**
 * `npm run check [-- name …]`: what must hold before any test is worth running. All checks run at once; one that
 * fails shows its output.
 */
import { requireNode } from './setup/nodeVersion.mjs';

requireNode();
const { ensureDependencies } = await import('./setup/dependencies.mjs');
const { runChecks } = await import('./setup/checks.mjs');

try {
  await ensureDependencies();
  const failed = (await runChecks(process.argv.slice(2))).filter(({ passed }) => !passed);
  process.exitCode = failed.length > 0 ? 1 : 0;
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
