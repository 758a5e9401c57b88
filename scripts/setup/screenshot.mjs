import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { product } from '../build/product.mjs';
import { ensureBrowser } from './browser.mjs';
import { ensureBuilt } from './build.mjs';
import { ensureDependencies } from './dependencies.mjs';

const target = 'workbench/media/screenshot.png';
const patience = 60_000;

/**
 * Opens the sample project in a browser window and takes a picture of it.
 * @returns {Promise<string>} where it is
 * @throws {Error} with a sentence for the user
 */
export async function takeScreenshot() {
  await ensureDependencies();
  await ensureBuilt();
  const executablePath = await ensureBrowser();
  const scratch = mkdtempSync(join(tmpdir(), 'mooring-screenshot-'));
  const folder = join(scratch, 'low-water');
  cpSync(product('test/fixtures/sample'), folder, { recursive: true });
  // Not every machine that takes the picture has a font for it.
  const file = join(folder, 'web/tomorrow.ts');
  writeFileSync(file, readFileSync(file, 'utf8').replaceAll(' 🌊', ''));
  const args = [product('dist/server/main.js'), folder, '--port', '0', '--data-dir', join(scratch, 'data')];
  const server = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'ignore'] });
  try {
    const url = await addressOf(server);
    const { chromium } = await import('playwright-core');
    const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu'] });
    try {
      const page = await browser.newPage({ viewport: { width: 1280, height: 800 }, colorScheme: 'dark' });
      page.setDefaultTimeout(patience);
      await arrange(page, url);
      await shootSettled(page);
    } finally {
      await browser.close();
    }
  } finally {
    const gone = server.exitCode === null ? once(server, 'exit') : undefined;
    server.kill('SIGINT');
    await gone;
    rmSync(scratch, { recursive: true, force: true, maxRetries: 5 });
  }
  return target;
}

/**
 * @param {import('node:child_process').ChildProcess} server
 * @returns {Promise<string>}
 */
function addressOf(server) {
  return new Promise((resolve, reject) => {
    let output = '';
    server.stdout?.setEncoding('utf8').on('data', (text) => {
      output += text;
      const address = /https?:\/\/\S+token=\S+/.exec(output)?.[0];
      if (address) resolve(address);
    });
    server.once('exit', (code) => reject(new Error(`The server ended (exit code ${code}):\n${output}`)));
  });
}

/**
 * Two files, the problem in one of them, and what a hover says of it.
 * @param {import('playwright-core').Page} page
 * @param {string} url
 */
async function arrange(page, url) {
  await page.goto(url);
  await page.locator('.explorer-folders-view .monaco-list-row').first().waitFor();
  // The notice about trust is for people who have not decided yet.
  await page.locator('.part.banner .action-container a.codicon-widget-close').click();
  await open(page, 'tides.ts');
  await open(page, 'tomorrow.ts');
  await page.locator('.squiggly-error').first().waitFor();
  await page.keyboard.press('Control+Shift+M');
  await page.locator('.markers-panel .monaco-list-row', { hasText: 'not assignable' }).first().waitFor();
  await page
    .locator('.view-line span', { hasText: /^heightText$/ })
    .last()
    .hover();
  await page.locator('.monaco-hover:visible', { hasText: 'A height for people' }).first().waitFor();
}

/**
 * Colours by meaning and the like come a moment later: the picture is taken once it stays the same.
 * @param {import('playwright-core').Page} page
 */
async function shootSettled(page) {
  const deadline = performance.now() + patience;
  let last = await page.screenshot();
  for (;;) {
    await pause(1_000);
    const next = await page.screenshot();
    if (next.equals(last) || performance.now() > deadline) return writeFileSync(product(target), next);
    last = next;
  }
}

/**
 * @param {import('playwright-core').Page} page
 * @param {string} name
 */
async function open(page, name) {
  await page.keyboard.press('Control+p');
  const input = page.locator('.quick-input-filter input');
  await input.waitFor();
  await input.fill(name);
  const entry = page.locator('.quick-input-widget .monaco-list-row', { hasText: name }).first();
  await entry.click();
  await page.locator('.tab.active', { hasText: name }).waitFor();
  // Kept open, where a second file would otherwise take its place.
  await page.locator('.tab.active', { hasText: name }).dblclick();
}
