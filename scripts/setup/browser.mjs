import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { run } from './childProcess.mjs';
import { product } from '../build/product.mjs';

const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'chrome', 'msedge'];
const applications = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
  'C:\\Program Files (x86)\\Microsoft\\Edge\\Application\\msedge.exe',
];

/**
 * Path of a Chromium or Chrome for the browser tests; installed when there is none and it can be.
 * @returns {Promise<string>}
 * @throws {Error} with a sentence for the user
 */
export async function ensureBrowser() {
  return (await findBrowser()) ?? (await installBrowser());
}

/** @returns {Promise<string | undefined>} */
async function findBrowser() {
  const { CHROME_PATH, PATH = '' } = process.env;
  if (CHROME_PATH) return CHROME_PATH;
  const suffix = process.platform === 'win32' ? '.exe' : '';
  const onPath = PATH.split(delimiter).flatMap((folder) => names.map((name) => join(folder, name + suffix)));
  const { chromium } = await import('playwright-core');
  return [...onPath, ...applications, chromium.executablePath()].find((path) => existsSync(path));
}

async function installBrowser() {
  const isDebianRoot = existsSync('/etc/debian_version') && process.getuid?.() === 0;
  if (isDebianRoot) {
    console.log('Installing Chromium for the browser tests (apt-get)…');
    await run('apt-get', ['update', '-q'], { quiet: true });
    await run('apt-get', ['install', '-y', '-q', '--no-install-recommends', 'chromium'], {
      quiet: true,
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    });
    const installed = await findBrowser();
    if (installed) return installed;
  }
  console.log('Downloading Chromium for the browser tests (playwright)…');
  const cli = product('node_modules/playwright-core/cli.js');
  await run(process.execPath, [cli, 'install', 'chromium'], { quiet: true });
  const downloaded = await findBrowser();
  if (downloaded) return downloaded;
  throw new Error(
    'The browser tests need Chromium or Chrome, and neither is on this machine nor could be installed. ' +
      'Install one, or name it in CHROME_PATH; `npm test -- unit protocol` runs the rest.',
  );
}
