import { existsSync } from 'node:fs';
import { chromium, type Browser } from 'playwright-core';

/** Found by `npm test` (scripts/setup/browser.mjs); this list is for a run of vitest alone. */
const usual = ['/usr/bin/chromium', '/usr/bin/google-chrome', '/usr/bin/chromium-browser'];

export function launchChromium(): Promise<Browser> {
  const executablePath =
    process.env['CHROME_PATH'] ?? [...usual, chromium.executablePath()].find((path) => existsSync(path));
  if (!executablePath) throw new Error('No Chromium was found. Name one in CHROME_PATH, or run `npm test`.');
  return chromium.launch({
    executablePath,
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
    ],
  });
}
