/**
 * `npm run bench [-- relay|reattach|startup|flood …]`: measures the built product and says whether its targets hold. Figures mean
 * most on a machine that does nothing else.
 */
import { requireNode } from './setup/nodeVersion.mjs';

requireNode();
const { runBenchmarks } = await import('./setup/benchmarks.mjs');

try {
  await runBenchmarks(process.argv.slice(2));
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
