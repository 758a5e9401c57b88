/** `npm run screenshot`: the picture in the README, of the built product on the sample project. */
import { requireNode } from './setup/nodeVersion.mjs';

requireNode();
const { takeScreenshot } = await import('./setup/screenshot.mjs');

try {
  console.log(`Wrote ${await takeScreenshot()}.`);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
