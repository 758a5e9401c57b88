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

/**
 * Chromium heeds only the last list of these: what Playwright switches off, and the address bar's popups, two pages of
 * their own that every window loads unseen: a sixth of the processor time until a workbench is there.
 */
const disabledFeatures = [
  'AimEnabled',
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsFirstBalancedModeAutoEnable',
  'HttpsUpgrades',
  'LensOverlay',
  'MediaRouter',
  'NetworkTimeServiceQuerying',
  'OptimizationHints',
  'PaintHolding',
  'PreconnectToSearch',
  'ThirdPartyStoragePartitioning',
  'WebUIOmniboxAimPopup',
  'WebUIOmniboxPopup',
];

export function launchChromium(): Promise<Browser> {
  return chromium.launch({
    executablePath: chromiumPath(),
    args: [...chromiumArguments, `--disable-features=${disabledFeatures.join()}`],
  });
}
