/**
 * `npm run test-web [-- folder] [flags]`, from a bare clone: a relay, and stock VS Code for the Web with our
 * extensions in it and the folder opened. `--help` has the flags.
 */
import { requireNode } from './setup/nodeVersion.mjs';

requireNode();
const { testWeb } = await import('./setup/testWeb.mjs');

try {
  await testWeb(process.argv.slice(2));
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
