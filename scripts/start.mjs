#!/usr/bin/env node
/**
 * `npm start [-- folder] [flags]`, from a bare clone: installs and builds what is missing or out of date, then is
 * the server, in this very process: its flags, its terminal, its signals. `npm run mooring -- check …` and
 * `npx mooring check …` are the same, for what the server can do besides.
 */
import { requireNode } from './setup/nodeVersion.mjs';

requireNode();
const { start } = await import('./setup/start.mjs');

try {
  await start(process.argv.slice(2));
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
