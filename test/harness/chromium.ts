import { existsSync } from 'node:fs';
import { chromium, type Browser } from 'playwright-core';

export const chromiumArguments = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** `npm test` finds it (scripts/setup/browser.mjs); this list is for a run of vitest alone. */
const usual = ['/usr/bin/chromium', '/usr/bin/google-chrome', '/usr/bin/chromium-browser'];

export function chromiumPath(): string {
  const path =
    process.env['CHROME_PATH'] ?? [...usual, chromium.executablePath()].find((path) => existsSync(path));
  if (!path) throw new Error('No Chromium was found. Name one in CHROME_PATH, or run `npm test`.');
  return path;
}

export function launchChromium(): Promise<Browser> {
  return chromium.launch({ executablePath: chromiumPath(), args: chromiumArguments });
}
